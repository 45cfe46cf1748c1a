/** Keeps the map of a piece up to date. */

import { Debouncer } from './debouncer.ts';
import type { Change, Host, Where } from './host.ts';
import type { Board, PieceMap } from './protocol.ts';

/**
 * How long to wait after an incomplete map before the next request, in milliseconds, if the
 * host reports no progress.
 */
const PATIENCE = 2_000;

/** Receives each map; null if there is none. */
export type ShowMap = (piece: string, map: PieceMap | null) => void;

/** Requests one map at a time: the last one that was selected. */
export class Maps {
  readonly #host: Host;
  readonly #show: ShowMap;
  readonly #later = new Debouncer(() => void this.#ask());
  #uri: string | null = null;
  #board: Board | null = null;
  #piece: string | null = null;
  #request: AbortController | null = null;

  constructor(host: Host, show: ShowMap) {
    this.#host = host;
    this.#show = show;
  }

  /** Shows the map of a piece; null for none. */
  want(piece: string | null): void {
    this.#piece = piece;
    void this.#ask();
  }

  /** Requests the map again if the host reports its progress. */
  changed(change: Change & { type: 'map' }): void {
    if (change.uri === this.#uri && change.line === this.#board?.line && change.piece === this.#piece) {
      void this.#ask();
    }
  }

  /** Sets the current board. A map of another version is requested again. */
  on(uri: string, board: Board): void {
    const isSame =
      uri === this.#uri && board.version === this.#board?.version && board.line === this.#board?.line;
    this.#uri = uri;
    this.#board = board;
    if (!isSame) {
      void this.#ask();
    }
  }

  dispose(): void {
    this.#later.dispose();
    this.#request?.abort();
  }

  async #ask(): Promise<void> {
    this.#later.cancel();
    this.#request?.abort();
    const [uri, board, piece] = [this.#uri, this.#board, this.#piece];
    if (uri === null || board === null || piece === null) {
      return;
    }
    const request = new AbortController();
    this.#request = request;
    const at: Where = { uri, position: { line: board.line, character: 0 } };
    // The view reports a missing map. A missing server is reported with the board.
    const map = (await this.#host.map?.(at, piece, request.signal).catch(() => null)) ?? null;
    if (request.signal.aborted) {
      return;
    }
    // Ignore a map of another version: a new board is on its way.
    if (map === null || map.version === board.version) {
      this.#show(piece, map);
    }
    if (map !== null && !map.done) {
      this.#later.soon(PATIENCE);
    }
  }
}
