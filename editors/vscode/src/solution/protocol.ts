/** The request `carom/solution`, and what the panel and the extension tell each other. */

/** A position, a line and a column, both from 0. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** Whose solution is played. */
export type Of = 'solver' | 'file';

export interface SolutionParams {
  readonly textDocument: { readonly uri: string };
  readonly position: Place;
  readonly of?: Of;
}

/** The board after a move; the first one is the start. */
export interface Frame {
  /** The move in the file's notation; null at the start. */
  readonly move: string | null;
  readonly label: string;
  /** The number of the move that it belongs to, from 1; 0 at the start. */
  readonly turn: number;
  /** A sentence for those who do not see the board. */
  readonly description: string;
  /** The board in characters. */
  readonly text: string;
  /** The board as a drawing. */
  readonly svg: string;
}

/** A puzzle and its solution. */
export interface Solution {
  readonly version: number | null;
  readonly range: { readonly start: Place; readonly end: Place };
  /** The line that the puzzle starts on. */
  readonly line: number;
  /** Null where the file names no game that is known. */
  readonly game: string | null;
  readonly name: string | null;
  readonly title: string;
  readonly state: 'solved' | 'unsolvable' | 'unknown' | 'solving' | 'invalid';
  readonly summary: string;
  readonly frames: readonly Frame[];
}

/** From the extension to the panel. */
export type ToPanel =
  | {
      readonly type: 'show';
      readonly uri: string;
      readonly position: Place;
      readonly of: Of;
      readonly solution: Solution;
    }
  | { readonly type: 'empty'; readonly reason: string };

/** From the panel to the extension. */
export type FromPanel =
  | { readonly type: 'ready' }
  | { readonly type: 'of'; readonly of: Of }
  | { readonly type: 'reveal' };
