/** What the server says of puzzles and their proofs; see docs/protocol.md. */

/** How the proof of a puzzle stands. */
export type State = 'proved' | 'proving' | 'stale' | 'failed' | 'unknown' | 'invalid';

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A claim, and what is true instead. */
export interface Claim {
  readonly range: Range;
  readonly claimed: string;
  readonly found: string;
}

/** An error that is reported of a puzzle. */
export interface Fault {
  readonly range: Range;
  readonly code: string;
  readonly message: string;
}

/** A puzzle and its proof. */
export interface Proof {
  /** Tells it from the others of its document. */
  readonly id: string;
  readonly title: string;
  readonly game: string | null;
  readonly range: Range;
  /** The line of its header. */
  readonly line: number;
  readonly state: State;
  readonly summary: string;
  /** Milliseconds that the search took in this session. */
  readonly time: number | null;
  readonly claim: Claim | null;
  readonly faults: readonly Fault[];
}

/** The puzzles of a document. */
export interface Deck {
  readonly uri: string;
  readonly version: number | null;
  readonly puzzles: readonly Proof[];
}

/** Puzzles that take the place of others in the list of a document. */
export interface Change {
  /** The place in the list as it was. */
  readonly start: number;
  readonly removed: number;
  readonly puzzles: readonly Proof[];
  /** By how many lines those after that, up to the next change, stand further down. */
  readonly moved: number;
}

/** The notification `carom/proofs`. */
export interface Told {
  readonly uri: string;
  readonly version: number | null;
  /** Whether the list was empty before. */
  readonly whole: boolean;
  /** In the order of the list. */
  readonly changes: readonly Change[];
}
