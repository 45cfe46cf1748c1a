/** The panel beside the editor: it plays the cursor's puzzle, changes it, and lets it be played. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { isServed } from '../client/served.ts';
import type { Session } from '../client/session.ts';
import { Charts } from './charts.ts';
import { Debouncer } from './debouncer.ts';
import { inEditor, settled } from './focus.ts';
import type { Edit, FromPanel, Mode, ToPanel, Wish } from './messages.ts';
import { page } from './page.ts';
import { bring, places, type Target } from './places.ts';
import type { Board, Edited, Of, Place, Play, Shifted, Solution } from './protocol.ts';
import { type Answer, ask, execute, TOO_OLD } from './request.ts';

/** The panel's type, by which the editor brings it back after a reload. */
export const PANEL = 'carom.solution';

/** How many milliseconds after an edit or a step of the cursor to ask anew. */
const CALM = 120;

/** How many milliseconds after an answer that is not final to ask anew. */
const PATIENCE = 1_000;

const NOWHERE = 'Put the cursor into a puzzle.';
const NO_SERVER = 'The carom server is not running.';
const CHANGED = 'The text has changed meanwhile; look again.';

/** What the panel keeps over a reload of the window. */
interface Kept {
  readonly uri?: string;
  readonly position?: Place;
}

/** The one panel, while it is open. */
export class SolutionPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #session: Session;
  readonly #charts: Charts;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #later = new Debouncer(() => void this.#refresh());
  #target: Target | null = null;
  #mode: Mode = 'watch';
  /** The mode that the page has yet to go into. */
  #asked: Mode | null = null;
  #of: Of = 'solver';
  #moves: readonly string[] = [];
  #request: vscode.CancellationTokenSource | null = null;
  #last: ToPanel | null = null;
  /** The start that is looked for, and what ends that. */
  #looking: { readonly wish: Wish; readonly source: vscode.CancellationTokenSource } | null = null;
  /** Gestures stand in line: each is about what the one before has made. */
  #queue: Promise<void> = Promise.resolve();

  /** Takes over a panel that the editor has made; `closed` is called when it goes. */
  constructor(
    panel: vscode.WebviewPanel,
    session: Session,
    extension: vscode.Uri,
    closed: () => void,
    kept: Kept = {},
  ) {
    this.#panel = panel;
    this.#session = session;
    this.#charts = new Charts(session, (piece, map) => this.#send({ type: 'map', piece, map }));
    if (kept.uri !== undefined && kept.position !== undefined) {
      this.#target = { uri: vscode.Uri.parse(kept.uri), position: kept.position };
    }
    const folder = vscode.Uri.joinPath(extension, 'webview');
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    panel.iconPath = vscode.Uri.joinPath(extension, 'icons', 'carom.png');
    const file = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    this.#subscriptions.push(
      this.#charts,
      panel.onDidDispose(() => {
        this.dispose();
        closed();
      }),
      panel.webview.onDidReceiveMessage((message: FromPanel) => this.#receive(message)),
      panel.onDidChangeViewState(() => this.#later.soon(CALM)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#moved(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#moved(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.#target?.uri.toString()) {
          this.#later.soon(CALM);
        }
      }),
      session.onDidChange(() => {
        if (this.#isWaiting()) {
          this.#later.soon(CALM);
        }
      }),
    );
    panel.webview.html = page({
      source: panel.webview.cspSource,
      script: file('main.js'),
      style: file('panel.css'),
      nonce: randomBytes(16).toString('base64'),
    });
  }

  /** Shows the puzzle at a position, and the panel if it is hidden; in a mode if one is meant. */
  show(uri: vscode.Uri, position: Place, mode: Mode | null = null): void {
    this.#target = { uri, position };
    this.#panel.reveal(undefined, true);
    if (mode !== null) {
      this.#asked = mode;
      this.#send({ type: 'mode', mode });
    }
    void this.#refresh();
  }

  dispose(): void {
    this.#later.dispose();
    this.#request?.cancel();
    this.#looking?.source.cancel();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Whether what is shown may change without an edit. */
  #isWaiting(): boolean {
    const about = this.#about();
    return about === null || about.state === 'solving';
  }

  /** What the panel shows, if it shows a puzzle. */
  #about(): Board | Solution | null {
    switch (this.#last?.type) {
      case 'show':
        return this.#last.solution;
      case 'board':
      case 'play':
        return this.#last.board;
      default:
        return null;
    }
  }

  #moved(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && isServed(editor.document)) {
      this.#later.soon(CALM);
    }
  }

  #receive(message: FromPanel): void {
    switch (message.type) {
      case 'ready':
        if (this.#asked !== null) {
          this.#send({ type: 'mode', mode: this.#asked });
        }
        if (this.#looking !== null) {
          this.#send({ type: 'looking', wish: this.#looking.wish, wasCancelled: false });
        }
        return;
      case 'mode':
        if (this.#asked === message.mode) {
          this.#asked = null;
        }
        this.#mode = message.mode;
        this.#of = message.of;
        this.#moves = message.moves;
        void this.#refresh();
        return;
      case 'map':
        this.#charts.want(message.piece);
        return;
      case 'reveal':
        void this.#reveal();
        return;
      case 'undo':
      case 'redo':
        this.#inLine(() => this.#undo(message.type));
        return;
      case 'edit':
        this.#inLine(() => this.#edit(message));
        return;
      case 'wish':
        this.#look(message.wish);
        return;
      case 'cancel':
        this.#looking?.source.cancel();
        return;
      case 'write':
        this.#inLine(() => this.#write(message.moves));
    }
  }

  /** Puts the cursor on the first line of the puzzle that is shown. */
  async #reveal(): Promise<void> {
    const about = this.#about();
    if (about !== null && this.#target !== null) {
      await bring(this.#target.uri, about.line);
    }
  }

  #inLine(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error) => {
      this.#session.client?.error('the panel could not change the text', error, false);
    });
  }

  /** Undoes the last change of the text, and comes back to the panel. */
  async #undo(command: 'undo' | 'redo'): Promise<void> {
    if (this.#target !== null) {
      await inEditor(this.#target.uri, command);
      this.#panel.reveal(undefined, false);
      await settled(this.#panel.onDidChangeViewState, () => this.#panel.active);
      await this.#refresh();
    }
  }

  async #edit({ uri, line, gesture }: Edit): Promise<void> {
    await this.#catchUp();
    const { client } = this.#session;
    const about = this.#about();
    // Only what was seen is changed.
    const isSeen = about !== null && about.line === line && this.#target?.uri.toString() === uri;
    const result: Edited =
      client === null
        ? { refused: NO_SERVER }
        : isSeen
          ? await execute<Edited>(client, 'carom.edit', vscode.Uri.parse(uri), line, { gesture })
          : { refused: CHANGED };
    if ('applied' in result) {
      await this.#refresh();
    }
    this.#send({ type: 'edited', result });
  }

  /** Looks for a harder start, or an easier one, until it is found or the user ends it. */
  #look(wish: Wish): void {
    if (this.#looking !== null) {
      return;
    }
    const source = new vscode.CancellationTokenSource();
    this.#looking = { wish, source };
    this.#inLine(async () => {
      try {
        const result = source.token.isCancellationRequested ? null : await this.#shift(wish, source.token);
        if (result !== null && !('refused' in result && source.token.isCancellationRequested)) {
          await this.#refresh();
          this.#send({
            type: 'edited',
            result: 'refused' in result ? result : { applied: true, now: result.moved },
          });
        }
      } finally {
        this.#looking = null;
        this.#send({ type: 'looking', wish: null, wasCancelled: source.token.isCancellationRequested });
        source.dispose();
      }
    });
  }

  /** Moves a piece to where the puzzle is harder, or easier; the server tells what came of it. */
  async #shift(wish: Wish, token: vscode.CancellationToken): Promise<Shifted | null> {
    await this.#catchUp();
    const { client } = this.#session;
    const line = this.#about()?.line;
    if (client === null || line === undefined || this.#target === null) {
      return null;
    }
    return await execute<Shifted>(client, `carom.${wish}`, this.#target.uri, line, {}, token);
  }

  async #write(moves: readonly string[]): Promise<void> {
    await this.#catchUp();
    const line = this.#about()?.line;
    if (line !== undefined && this.#target !== null) {
      const argument = { uri: this.#target.uri.toString(), line, moves };
      const result = await vscode.commands.executeCommand<{ refused?: string } | null>(
        'carom.insertSolution',
        argument,
      );
      await this.#refresh();
      const refused = result?.refused;
      this.#send({ type: 'edited', result: refused === undefined ? { applied: true } : { refused } });
    }
  }

  /** Asks anew if the text has changed since the last answer. */
  async #catchUp(): Promise<void> {
    const uri = this.#target?.uri.toString();
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
    if (document?.version !== this.#about()?.version) {
      await this.#refresh();
    }
  }

  async #refresh(): Promise<void> {
    this.#later.cancel();
    this.#request?.cancel();
    const { client } = this.#session;
    if (client === null) {
      this.#empty(NO_SERVER);
      return;
    }
    const request = new vscode.CancellationTokenSource();
    this.#request = request;
    for (const target of places(this.#target)) {
      const answer = await this.#seek(target, request.token);
      if (request.token.isCancellationRequested) {
        return;
      }
      if (answer.kind === 'too old') {
        this.#empty(TOO_OLD);
        return;
      }
      if (answer.kind === 'found') {
        this.#target = target;
        this.#post(answer.found);
        if (this.#about()?.state === 'solving' || isOpen(answer.found)) {
          this.#later.soon(PATIENCE);
        }
        return;
      }
    }
    this.#empty(NOWHERE);
  }

  /** What the mode shows of the puzzle at a place. */
  async #seek(target: Target, token: vscode.CancellationToken): Promise<Answer<ToPanel>> {
    const { client } = this.#session;
    if (client === null) {
      return { kind: 'nothing' };
    }
    const { uri, position } = target;
    const where = { uri: uri.toString(), position };
    const seek = <T>(method: string, more: object) => ask<T>(client, method, uri, position, more, token);
    if (this.#mode === 'watch') {
      const of = this.#of;
      const answer = await seek<Solution>('carom/solution', { of });
      return answer.kind === 'found'
        ? { kind: 'found', found: { type: 'show', ...where, of, solution: answer.found } }
        : answer;
    }
    const answer = await seek<Board>('carom/board', {});
    if (answer.kind !== 'found') {
      return answer;
    }
    const board = answer.found;
    if (this.#mode === 'edit') {
      return { kind: 'found', found: { type: 'board', ...where, board } };
    }
    const played = await seek<Play>('carom/play', { moves: this.#moves });
    return played.kind === 'found'
      ? { kind: 'found', found: { type: 'play', ...where, board, play: played.found } }
      : played;
  }

  #empty(reason: string): void {
    this.#panel.title = 'Solution';
    this.#post({ type: 'empty', reason });
  }

  /** Shows something that stays until something else is shown. */
  #post(message: ToPanel): void {
    this.#last = message;
    const about = this.#about();
    if (about !== null) {
      this.#panel.title = about.title;
    }
    this.#send(message);
    if (message.type === 'board' && this.#target !== null) {
      this.#charts.on(this.#target.uri, message.board);
    }
  }

  #send(message: ToPanel): void {
    void this.#panel.webview.postMessage(message);
  }
}

/** Whether the moves that are left are still being worked out. */
function isOpen(message: ToPanel): boolean {
  return message.type === 'play' && message.play.state === 'solving';
}
