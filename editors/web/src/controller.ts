/**
 * Answers the messages of the view by sending requests to the host. Needs no page, so it may
 * run in another process.
 */

import { Debouncer } from './debouncer.ts';
import { type Change, type Host, Unavailable, type Where } from './host.ts';
import { Maps } from './maps.ts';
import type { Edit, FromView, Mode, Played, Progress, Remake, Suggestion, ToView } from './messages.ts';
import {
  type Board,
  type EditResult,
  isSamePuzzle,
  puzzleId,
  type Solution,
  type SolutionSource,
} from './protocol.ts';

/** How long to wait after an edit or a cursor move before the next request, in milliseconds. */
const CALM = 120;

/** How long to wait after an incomplete answer before the next request, in milliseconds. */
const PATIENCE = 1_000;

const NOWHERE = 'Put the cursor into a puzzle.';
const CHANGED = 'The text has changed meanwhile; look again.';

const NOTHING: ToView = { type: 'empty', reason: NOWHERE, canRestart: false };

export class Controller {
  readonly #host: Host;
  readonly #send: (message: ToView) => void;
  readonly #maps: Maps;
  readonly #unsubscribe: () => void;
  readonly #later = new Debouncer(() => void this.#refresh());
  #target: Where | null;
  #mode: Mode = 'watch';
  /** The mode that the view was asked to select, until it confirms. */
  #requested: Mode | null = null;
  #of: SolutionSource = 'solver';
  #played: Played = { moves: [], puzzle: null };
  #request: AbortController | null = null;
  /** Whether the text has changed since the last answer was requested. */
  #isStale = true;
  #last: ToView | null = null;
  /** The change that is being searched for. */
  #looking: { readonly search: Suggestion | Remake; readonly abort: AbortController } | null = null;
  /**
   * Runs operations one after the other, because each one applies to the result of the previous
   * one.
   */
  #queue: Promise<void> = Promise.resolve();

  /** `send` sends messages to the view; `at` is the last known position of a puzzle. */
  constructor(host: Host, send: (message: ToView) => void, at: Where | null = null) {
    this.#host = host;
    this.#send = send;
    this.#target = at;
    this.#maps = new Maps(host, (piece, map) => send({ type: 'map', piece, map }));
    this.#unsubscribe = host.subscribe((change) => this.#changed(change));
  }

  /** Shows the puzzle at a position, in the given mode if any. */
  show(at: Where, mode: Mode | null = null): void {
    this.#target = at;
    if (mode !== null) {
      this.#requested = mode;
      this.#send({ type: 'mode', mode });
    }
    void this.#refresh();
  }

  dispose(): void {
    this.#unsubscribe();
    this.#later.dispose();
    this.#maps.dispose();
    this.#request?.abort();
    this.#looking?.abort.abort();
  }

  /** Handles a message from the view. */
  receive(message: FromView): void {
    switch (message.type) {
      case 'ready':
        if (this.#requested !== null) {
          this.#send({ type: 'mode', mode: this.#requested });
        }
        if (this.#looking !== null) {
          this.#send({ type: 'looking', search: this.#looking.search, wasCancelled: false });
        }
        return;
      case 'mode':
        if (this.#requested === message.mode) {
          this.#requested = null;
        }
        this.#mode = message.mode;
        this.#of = message.of;
        this.#played = message.played;
        void this.#refresh();
        return;
      case 'map':
        this.#maps.want(message.piece);
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
      case 'search':
        this.#look(message.search);
        return;
      case 'cancel':
        this.#looking?.abort.abort();
        return;
      case 'write':
        this.#inLine(() => this.#write((at) => this.#host.write?.(at, message.moves)));
        return;
      case 'claims':
        this.#inLine(() => this.#write((at) => this.#host.updateClaims?.(at)));
        return;
      case 'mark':
        void this.#mark(message.turn);
        return;
      case 'restart':
        void this.#host.restart?.();
    }
  }

  #changed(change: Change): void {
    switch (change.type) {
      case 'cursor':
      case 'stopped':
        this.#later.soon(CALM);
        return;
      case 'text':
        if (change.uri === this.#target?.uri) {
          this.#isStale = true;
          this.#later.soon(CALM);
        }
        return;
      case 'answers':
        if (this.#isWaiting()) {
          this.#later.soon(CALM);
        }
        return;
      case 'map':
        this.#maps.changed(change);
    }
  }

  /** Whether the shown answer may change without an edit. */
  #isWaiting(): boolean {
    const puzzle = this.#puzzle();
    return puzzle === null || puzzle.state === 'solving';
  }

  /** Returns the puzzle that the view shows. */
  #puzzle(): Board | Solution | null {
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

  /** Returns the position of the shown puzzle's first line. */
  #at(): Where | null {
    const line = this.#puzzle()?.line;
    return line === undefined || this.#target === null
      ? null
      : { uri: this.#target.uri, position: { line, character: 0 } };
  }

  async #reveal(): Promise<void> {
    const at = this.#at();
    if (at !== null) {
      await this.#host.reveal?.(at);
    }
  }

  #inLine(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      const refused = error instanceof Error ? error.message : String(error);
      this.#send({ type: 'edited', result: { refused } });
    });
  }

  async #undo(command: 'undo' | 'redo'): Promise<void> {
    if (this.#target !== null) {
      await this.#host[command]?.(this.#target.uri);
      await this.#refresh();
    }
  }

  async #edit({ uri, line, operation }: Edit): Promise<void> {
    await this.#catchUp();
    const at = this.#at();
    // Edit only what the user has seen.
    const isSeen = at !== null && at.position.line === line && at.uri === uri;
    const result: EditResult = isSeen
      ? ((await this.#host.edit?.(at, operation)) ?? { refused: CHANGED })
      : { refused: CHANGED };
    if ('applied' in result) {
      await this.#refresh();
    }
    this.#send({ type: 'edited', result });
  }

  /** Searches for a change until it is applied or the user cancels it. */
  #look(search: Suggestion | Remake): void {
    if (this.#looking !== null) {
      return;
    }
    const abort = new AbortController();
    this.#looking = { search, abort };
    this.#send({ type: 'looking', search, wasCancelled: false });
    this.#inLine(async () => {
      try {
        await this.#change(search, abort.signal);
      } catch (error) {
        // A host may give up its request.
        if (!abort.signal.aborted) {
          throw error;
        }
      } finally {
        this.#looking = null;
        this.#send({ type: 'looking', search: null, wasCancelled: abort.signal.aborted });
      }
    });
  }

  async #change(search: Suggestion | Remake, signal: AbortSignal): Promise<void> {
    await this.#catchUp();
    const at = this.#at();
    if (at === null || signal.aborted) {
      return;
    }
    const report = (progress: Progress) => {
      if (!signal.aborted) {
        this.#send({ type: 'progress', ...progress });
      }
    };
    if (search === 'harder' || search === 'easier') {
      const result = await this.#host.suggest?.(at, search, signal, report);
      await this.#finish(result, signal, (result) => ({ type: 'suggested', result }));
    } else {
      const result = await this.#host.remake?.(at, search, signal, report);
      await this.#finish(result, signal, (result) => ({ type: 'remade', result }));
    }
  }

  /** Sends the result of a search, unless the user has cancelled it. */
  async #finish<T extends object>(
    result: T | { readonly refused: string } | undefined,
    signal: AbortSignal,
    message: (applied: T) => ToView,
  ): Promise<void> {
    if (result === undefined || ('refused' in result && signal.aborted)) {
      return;
    }
    await this.#refresh();
    this.#send('refused' in result ? { type: 'edited', result } : message(result));
  }

  /** Marks a move in the text if the shown puzzle has a written solution. */
  async #mark(turn: number): Promise<void> {
    const last = this.#last;
    if (last?.type === 'show') {
      const { written = [], turn: cursor } = last.solution;
      const range = written[turn - 1] ?? null;
      await this.#host.mark?.(last.uri, range, typeof cursor === 'number');
    } else if (this.#target !== null) {
      await this.#host.mark?.(this.#target.uri, null, false);
    }
  }

  async #write(work: (at: Where) => Promise<EditResult> | undefined): Promise<void> {
    await this.#catchUp();
    const at = this.#at();
    const result = at === null ? undefined : await work(at);
    if (result !== undefined) {
      await this.#refresh();
      this.#send({ type: 'edited', result });
    }
  }

  /** Requests the puzzle again if the text has changed since the last request. */
  async #catchUp(): Promise<void> {
    if (this.#isStale) {
      await this.#refresh();
    }
  }

  async #refresh(): Promise<void> {
    this.#later.cancel();
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.#isStale = false;
    try {
      const found = await this.#find(request.signal);
      if (!request.signal.aborted) {
        this.#post(found);
      }
    } catch (error) {
      if (!request.signal.aborted) {
        const isExpected = error instanceof Unavailable;
        this.#post({
          type: 'empty',
          reason: isExpected ? error.message : NOWHERE,
          canRestart: isExpected && error.canRestart,
        });
      }
    }
  }

  /** Returns the message for the first puzzle found, in the current mode. */
  async #find(signal: AbortSignal): Promise<ToView> {
    for (const at of this.#host.places(this.#target)) {
      const found = await this.#ask(at, signal);
      if (signal.aborted || found !== null) {
        this.#target = signal.aborted ? this.#target : at;
        return found ?? NOTHING;
      }
    }
    return NOTHING;
  }

  /** Returns the message for the puzzle at a position, in the current mode. */
  async #ask(at: Where, signal: AbortSignal): Promise<ToView | null> {
    if (this.#mode === 'watch') {
      const of = this.#of;
      const solution = await this.#host.solution(at, of, signal);
      return solution && { type: 'show', ...at, of, solution };
    }
    if (this.#mode === 'edit') {
      const [board, undo] = await Promise.all([this.#host.board(at, signal), this.#host.undoState?.(at.uri)]);
      return board && { type: 'board', ...at, board, undo };
    }
    const board = await this.#host.board(at, signal);
    if (board === null) {
      return null;
    }
    const { moves, puzzle } = this.#played;
    const isOther = puzzle !== null && !isSamePuzzle(puzzle, puzzleId(at.uri, board));
    const play = await this.#host.play(at, isOther ? [] : moves, signal);
    return play && { type: 'play', ...at, board, play };
  }

  /** Shows a message, and remembers it. */
  #post(message: ToView): void {
    this.#last = message;
    this.#send(message);
    if (message.type === 'board') {
      this.#maps.on(message.uri, message.board);
    }
    // The number of moves left may still be unknown after the puzzle is solved.
    const isOpen = message.type === 'play' && message.play.state === 'solving';
    if (isOpen || this.#puzzle()?.state === 'solving') {
      this.#later.soon(PATIENCE);
    }
  }
}
