/** The page as the host of the board view. */

import { redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import type { Change, EditResult, Host, PuzzleInfo, Where } from '../../src/index.ts';
import type { Carom } from './carom.ts';
import { replaceText } from './editor.ts';
import { offsetAt, positionAt } from './places.ts';

/** The part of the host that the page provides. */
export interface Page {
  readonly view: EditorView;
  readonly carom: Carom;
  /** A number that changes with the text. */
  version(): number;
  /** Whether the user has stopped the search for answers. */
  isStopped(): boolean;
  /** Starts a search if none is running, and calls `done` at its end. */
  search(name: 'play' | 'map', args: readonly unknown[]): void;
}

export class PageHost implements Host {
  readonly #page: Page;
  /** The number of the opened text. Another text has other puzzles, even with the same names. */
  #opened = 0;
  #changed: (change: Change) => void = () => {};

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns the puzzle at the cursor, or the first one if the cursor is above all puzzles. */
  places(): readonly Where[] {
    const { state } = this.#page.view;
    const at = positionAt(state.doc, state.selection.main.head);
    return [at, this.#first()].map((position) => ({ uri: this.#uri(), position }));
  }

  async solution({ position }: Where, of: 'solver' | 'file') {
    return this.#known(await this.#page.carom.look('solution', [this.#text(), position, of]));
  }

  async board({ position }: Where) {
    return this.#known(await this.#page.carom.look('board', [this.#text(), position]));
  }

  async play({ position }: Where, moves: readonly string[]) {
    const args = [this.#text(), position, moves];
    const play = await this.#page.carom.look('play', args);
    if (play?.state === 'solving') {
      this.#page.search('play', args);
    }
    return this.#known(play);
  }

  async map({ position }: Where, piece: string) {
    const args = [this.#text(), position, piece];
    const map = await this.#page.carom.look('map', args);
    if (map?.done === false) {
      this.#page.search('map', args);
    }
    return map && { ...map, version: this.#page.version() };
  }

  async edit({ position }: Where, operation: object): Promise<EditResult> {
    return this.#apply(await this.#page.carom.call('edit', this.#text(), position, operation));
  }

  async write({ position }: Where, moves: readonly string[]): Promise<EditResult> {
    return this.#apply(await this.#page.carom.call('insertMoves', this.#text(), position, moves));
  }

  async undo(): Promise<void> {
    undo(this.#page.view);
  }

  async redo(): Promise<void> {
    redo(this.#page.view);
  }

  async undoState() {
    const { state } = this.#page.view;
    return { canUndo: undoDepth(state) > 0, canRedo: redoDepth(state) > 0 };
  }

  async reveal({ position }: Where): Promise<void> {
    const { view } = this.#page;
    view.dispatch({ selection: { anchor: offsetAt(view.state.doc, position) }, scrollIntoView: true });
    view.focus();
  }

  subscribe(changed: (change: Change) => void): () => void {
    this.#changed = changed;
    return () => {};
  }

  /** Reports a change to the view. */
  report(type: 'cursor' | 'text' | 'answers'): void {
    this.#changed(type === 'text' ? { type, uri: this.#uri() } : { type });
  }

  /** Another text is opened. */
  open(): void {
    this.#opened += 1;
  }

  #uri(): string {
    return `playground:/${this.#opened}.carom`;
  }

  #text(): string {
    return this.#page.view.state.doc.toString();
  }

  /** Returns the first puzzle of the text. */
  #first() {
    const { doc } = this.#page.view.state;
    return positionAt(doc, Math.max(0, doc.toString().search(/^[ \t]*puzzle\b/m)));
  }

  #known<T extends PuzzleInfo>(answer: T | null): T | null {
    if (answer === null) {
      return null;
    }
    const isStopped = answer.state === 'solving' && this.#page.isStopped();
    const stopped = isStopped ? { state: 'unknown' as const, summary: 'stopped' } : {};
    return { ...answer, version: this.#page.version(), ...stopped };
  }

  #apply(edited: { text: string; now: string | null } | { refused: string } | null): EditResult {
    if (edited === null) {
      return { refused: 'there is no puzzle' };
    }
    if ('refused' in edited) {
      return edited;
    }
    replaceText(this.#page.view, edited.text);
    return edited.now === null ? { applied: true } : { applied: true, now: edited.now };
  }
}
