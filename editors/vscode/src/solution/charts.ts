/** Keeping the map of a piece as far as the server is with it. */

import * as vscode from 'vscode';
import type { Session } from '../client/session.ts';
import { Debouncer } from './debouncer.ts';
import type { Board, PieceMap } from './protocol.ts';
import { ask } from './request.ts';

/** How many milliseconds after an answer that is not final to ask anew, though nothing was told. */
const PATIENCE = 2_000;

/** Takes each answer; null where there is no map. */
export type Show = (piece: string, map: PieceMap | null) => void;

/** One map at a time: the one that was wanted last. */
export class Charts implements vscode.Disposable {
  readonly #session: Session;
  readonly #show: Show;
  readonly #later = new Debouncer(() => void this.#ask());
  readonly #told: vscode.Disposable;
  #uri: vscode.Uri | null = null;
  #board: Board | null = null;
  #piece: string | null = null;
  #request: vscode.CancellationTokenSource | null = null;

  constructor(session: Session, show: Show) {
    this.#session = session;
    this.#show = show;
    this.#told = session.onMapped(({ uri, line, piece }) => {
      const isThis = this.#uri !== null && session.client?.code2ProtocolConverter.asUri(this.#uri) === uri;
      if (isThis && line === this.#board?.line && piece === this.#piece) {
        void this.#ask();
      }
    });
  }

  /** Shows the map of a piece from now on, or none. */
  want(piece: string | null): void {
    this.#piece = piece;
    void this.#ask();
  }

  /** The puzzle has come anew; a map of another version is no use any more. */
  on(uri: vscode.Uri, board: Board): void {
    const isSame =
      uri.toString() === this.#uri?.toString() &&
      board.version === this.#board?.version &&
      board.line === this.#board?.line;
    this.#uri = uri;
    this.#board = board;
    if (!isSame) {
      void this.#ask();
    }
  }

  dispose(): void {
    this.#later.dispose();
    this.#request?.cancel();
    this.#told.dispose();
  }

  async #ask(): Promise<void> {
    this.#later.cancel();
    this.#request?.cancel();
    const { client } = this.#session;
    const [uri, board, piece] = [this.#uri, this.#board, this.#piece];
    if (client === null || uri === null || board === null || piece === null) {
      return;
    }
    const request = new vscode.CancellationTokenSource();
    this.#request = request;
    const position = { line: board.line, character: 0 };
    const answer = await ask<PieceMap>(client, 'carom/map', uri, position, { piece }, request.token);
    if (request.token.isCancellationRequested) {
      return;
    }
    const map = answer.kind === 'found' ? answer.found : null;
    // Of another version, it is not about what is shown; the board comes anew as well.
    if (map === null || map.version === board.version) {
      this.#show(piece, map);
    }
    if (map !== null && !map.done) {
      this.#later.soon(PATIENCE);
    }
  }
}
