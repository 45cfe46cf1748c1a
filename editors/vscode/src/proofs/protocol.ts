/** The protocol of puzzles and their proofs; see docs/protocol.md. */

/** The state of a proof. */
export type State = 'proved' | 'proving' | 'stale' | 'failed' | 'unknown' | 'invalid';

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A wrong claim and the correct value. */
export interface Claim {
  readonly range: Range;
  readonly claimed: string;
  readonly found: string;
}

/** An error that is reported for a puzzle. */
export interface Fault {
  readonly range: Range;
  readonly code: string;
  readonly message: string;
}

/** A puzzle and its proof. */
export interface Proof {
  /** Unique within the document. */
  readonly id: string;
  readonly title: string;
  readonly game: string | null;
  readonly range: Range;
  /** The line of the puzzle header. */
  readonly line: number;
  readonly state: State;
  readonly summary: string;
  /** The search time in this session, in milliseconds. */
  readonly time: number | null;
  readonly claim: Claim | null;
  readonly faults: readonly Fault[];
}

/** The puzzles of a document. The notification `carom/proofs` has the same form. */
export interface ProvedFile {
  readonly uri: string;
  readonly version: number | null;
  readonly puzzles: readonly Proof[];
}
