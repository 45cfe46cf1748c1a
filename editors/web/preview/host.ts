/** The host of the board view: sends the requests of an editor's panel over HTTP. */

import type {
  Board,
  Change,
  EditOperation,
  EditResult,
  Host,
  PieceMap,
  Play,
  Progress,
  Remake,
  RemakeResult,
  Solution,
  SolutionSource,
  Suggestion,
  SuggestionResult,
  UndoState,
  Where,
} from '../src/index.ts';
import { call, find, placeOf } from './session.ts';

const at = ({ uri, position }: Where) => placeOf(uri, position.line, position.character);

/** How the progress tokens of the page begin: the server sends their progress to it. */
const TOKEN = 'carom/preview/';

/** The progress of a command, as defined by the protocol. */
interface WorkDone {
  readonly token: string;
  readonly value: Partial<Progress>;
}

/** Executes a command for the puzzle at a line. */
function execute<T>(
  command: string,
  { uri, position }: Where,
  more: object,
  workDoneToken?: string,
  signal?: AbortSignal,
): Promise<T> {
  const params = { command, arguments: [{ uri, line: position.line, ...more }], workDoneToken };
  return call('workspace/executeCommand', params, signal);
}

export class PreviewHost implements Host {
  readonly #listeners = new Set<(change: Change) => void>();
  /** What reports the progress of each running search, by its token. */
  readonly #reports = new Map<string, (progress: Progress) => void>();
  /** Present only if the editor can show a document. */
  readonly reveal?: (where: Where) => Promise<void>;
  #cursor: Where | null = null;
  #first: Where | null = null;

  constructor(canReveal: boolean) {
    if (canReveal) {
      this.reveal = (where) => call('preview/reveal', at(where));
    }
  }

  /** Returns the position of the cursor. */
  get cursor(): Where | null {
    return this.#cursor;
  }

  /** Sets the first puzzle of the file, which is shown while the cursor is in none. */
  set first(first: Where | null) {
    const isNew = JSON.stringify(first) !== JSON.stringify(this.#first);
    this.#first = first;
    if (isNew) {
      this.#notify({ type: 'cursor' });
    }
  }

  /** Starts to listen to the server. */
  connect(events: EventSource): void {
    const on = (name: string, take: (data: string) => Change) =>
      events.addEventListener(name, ({ data }) => this.#notify(take(data)));
    on('cursor', (data) => {
      this.#cursor = JSON.parse(data);
      return { type: 'cursor' };
    });
    on('text', (data) => ({ type: 'text', ...JSON.parse(data) }));
    on('answers', () => ({ type: 'answers' }));
    on('map', (data) => ({ type: 'map', ...JSON.parse(data) }));
    events.addEventListener('progress', ({ data }) => {
      const { token, value }: WorkDone = JSON.parse(data);
      if (value.message !== undefined) {
        this.#reports.get(token)?.({ message: value.message, percentage: value.percentage });
      }
    });
  }

  #notify(change: Change): void {
    for (const listener of this.#listeners) {
      listener(change);
    }
  }

  subscribe(changed: (change: Change) => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  places(last: Where | null): readonly Where[] {
    const first = this.#first?.uri === this.#cursor?.uri ? this.#first : null;
    const found = this.#cursor === null ? [last] : [this.#cursor, first];
    return found.filter((place) => place !== null);
  }

  solution(where: Where, of: SolutionSource, signal: AbortSignal): Promise<Solution | null> {
    return find('carom/solution', { ...at(where), of }, signal);
  }

  board(where: Where, signal: AbortSignal): Promise<Board | null> {
    return find('carom/board', at(where), signal);
  }

  play(where: Where, moves: readonly string[], signal: AbortSignal): Promise<Play | null> {
    return find('carom/play', { ...at(where), moves }, signal);
  }

  map(where: Where, piece: string, signal: AbortSignal): Promise<PieceMap | null> {
    return find('carom/map', { ...at(where), piece }, signal);
  }

  edit(where: Where, operation: EditOperation): Promise<EditResult> {
    return execute('carom.edit', where, { gesture: operation });
  }

  suggest(
    where: Where,
    suggestion: Suggestion,
    signal: AbortSignal,
    report: (progress: Progress) => void,
  ): Promise<SuggestionResult> {
    return this.#search(`carom.${suggestion}`, where, signal, report);
  }

  remake(
    where: Where,
    remake: Remake,
    signal: AbortSignal,
    report: (progress: Progress) => void,
  ): Promise<RemakeResult> {
    return this.#search(`carom.${remake}`, where, signal, report);
  }

  /** Executes a command that may take long, and reports its progress. */
  async #search<T>(
    command: string,
    where: Where,
    signal: AbortSignal,
    report: (progress: Progress) => void,
  ): Promise<T> {
    // Another page of the same preview gets the same events.
    const token = TOKEN + crypto.randomUUID();
    this.#reports.set(token, report);
    try {
      return await execute(command, where, {}, token, signal);
    } finally {
      this.#reports.delete(token);
    }
  }

  updateClaims(where: Where): Promise<EditResult> {
    return execute('carom.updateClaims', where, {});
  }

  write(where: Where, moves: readonly string[]): Promise<EditResult> {
    return execute('carom.insertSolution', where, { moves });
  }

  undo(uri: string): Promise<void> {
    return this.#history('preview/undo', uri);
  }

  redo(uri: string): Promise<void> {
    return this.#history('preview/redo', uri);
  }

  undoState(uri: string): Promise<UndoState> {
    return call('preview/history', { textDocument: { uri } });
  }

  async #history(method: string, uri: string): Promise<void> {
    const result = await call<EditResult>(method, { textDocument: { uri } });
    if ('refused' in result) {
      throw new Error(result.refused);
    }
  }
}
