/**
 * The interface between the board view and the program that shows it: an editor, a server or a
 * page.
 */

import type { Progress, Remake, Suggestion } from './messages.ts';
import type {
  Board,
  EditOperation,
  EditResult,
  PieceMap,
  Play,
  Position,
  Range,
  RemakeResult,
  Solution,
  SolutionSource,
  SuggestionResult,
} from './protocol.ts';

/** A position in a document. */
export interface Where {
  readonly uri: string;
  readonly position: Position;
}

/** A change that a host reports to its controller. */
export type Change =
  /** The cursor has moved, or another document has the focus. */
  | { readonly type: 'cursor' }
  /** A document was edited. */
  | { readonly type: 'text'; readonly uri: string }
  /** There are new answers. */
  | { readonly type: 'answers' }
  /** The server has stopped for good. */
  | { readonly type: 'stopped' }
  /** More squares of a map are solved. */
  | { readonly type: 'map'; readonly uri: string; readonly line: number; readonly piece: string };

/** Thrown if a host cannot answer at all; the reason is a sentence for the user. */
export class Unavailable extends Error {
  /** Whether `Host.restart` may help. */
  readonly canRestart: boolean;

  constructor(reason: string, canRestart = false) {
    super(reason);
    this.canRestart = canRestart;
  }
}

/** Whether the host has something to undo and to redo. */
export interface UndoState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * A program with puzzles.
 *
 * The requests return what `docs/protocol.md` describes, and null if there is no puzzle at the
 * position. They throw `Unavailable` if no answer is possible, for instance without a server.
 * The view hides the buttons of missing optional parts (`abilities`).
 */
export interface Host {
  /** Returns the positions to try, best first: the cursor, then the last known puzzle. */
  places(last: Where | null): readonly Where[];
  solution(at: Where, of: SolutionSource, signal: AbortSignal): Promise<Solution | null>;
  board(at: Where, signal: AbortSignal): Promise<Board | null>;
  play(at: Where, moves: readonly string[], signal: AbortSignal): Promise<Play | null>;
  map?(at: Where, piece: string, signal: AbortSignal): Promise<PieceMap | null>;
  /** Edits the text: `carom.edit`. */
  edit?(at: Where, operation: EditOperation): Promise<EditResult>;
  /**
   * Moves one piece to get more or fewer moves: `carom.harder`, `carom.easier`. Calls `report` with
   * the progress, if it is known.
   */
  suggest?(
    at: Where,
    suggestion: Suggestion,
    signal: AbortSignal,
    report: (progress: Progress) => void,
  ): Promise<SuggestionResult>;
  /**
   * Finds the hardest start, or removes everything that the optimum does not need:
   * `carom.hardest`, `carom.minimise`.
   */
  remake?(
    at: Where,
    remake: Remake,
    signal: AbortSignal,
    report: (progress: Progress) => void,
  ): Promise<RemakeResult>;
  /** Writes moves as the solution: `carom.insertSolution`. */
  write?(at: Where, moves: readonly string[]): Promise<EditResult>;
  undo?(uri: string): Promise<void>;
  redo?(uri: string): Promise<void>;
  /**
   * Returns whether undo and redo would do something. An uncertain host returns true. Without
   * this method, both are always offered.
   */
  undoState?(uri: string): Promise<UndoState>;
  /** Corrects the claims that the answer contradicts: `carom.updateClaims`. */
  updateClaims?(at: Where): Promise<EditResult>;
  /**
   * Marks a move in the text, or nothing. With `hasCursor`, the cursor is on another move of
   * the same solution, and moves to this one.
   */
  mark?(uri: string, range: Range | null, hasCursor: boolean): Promise<void>;
  /** Starts a server that has stopped for good. */
  restart?(): Promise<void>;
  /** Puts the cursor on the puzzle's first line. */
  reveal?(at: Where): Promise<void>;
  /** Calls `changed` for each change. Returns a function that ends the subscription. */
  subscribe(changed: (change: Change) => void): () => void;
}

/** The optional parts that a host may have. */
const OPTIONAL = [
  'map',
  'edit',
  'suggest',
  'remake',
  'write',
  'undo',
  'redo',
  'updateClaims',
  'mark',
  'restart',
  'reveal',
] as const;

export type Ability = (typeof OPTIONAL)[number];

/** All optional parts. */
export const ALL: readonly Ability[] = OPTIONAL;

/** Returns the optional parts that a host has. */
export function abilities(host: Host): readonly Ability[] {
  return OPTIONAL.filter((part) => host[part] !== undefined);
}
