/** The server's messages to a panel. `docs/protocol.md` describes each member. */

/** A position, a line and a column, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A part of a text. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Which solution is played. */
export type SolutionSource = 'solver' | 'file';

/** The state of a puzzle's answer. */
export type State = 'solved' | 'unsolvable' | 'unknown' | 'solving' | 'invalid';

/** The board after a move; the first one is the start. */
export interface Frame {
  /** The move in notation; null at the start. */
  readonly move: string | null;
  readonly label: string;
  /** The number of its move, from 1; 0 at the start. */
  readonly turn: number;
  /** A sentence for screen readers. */
  readonly description: string;
  /** The board in characters. */
  readonly text: string;
  /** The board as SVG. */
  readonly svg: string;
  /** What moved, all at once. */
  readonly motions?: readonly Motion[];
}

/** A motion of a piece or of a player. */
export interface Motion {
  readonly id: string;
  readonly from: string;
  /** Null if it leaves the board. */
  readonly to: string | null;
  /** The squares where it turns. */
  readonly via?: readonly string[];
}

/** The puzzle that an answer is about. */
export interface PuzzleInfo {
  readonly version: number | null;
  readonly range: Range;
  /** The first line of the puzzle. */
  readonly line: number;
  /** Null if the file names no known game. */
  readonly game: string | null;
  readonly name: string | null;
  readonly title: string;
  readonly state: State;
  readonly summary: string;
  /** The faulty squares of an `invalid` puzzle. */
  readonly faults?: readonly Fault[];
  /** The contradicted claim, such as `6 moves`. */
  readonly claimed?: string | null;
  /** The author's notes. */
  readonly notes?: string | null;
}

/** Returns a key that identifies a puzzle while its text is edited. */
export function puzzleKey(uri: string, { line }: PuzzleInfo): string {
  return `${uri}#${line}`;
}

/** Identifies a puzzle across edits of its text. */
export interface PuzzleId {
  readonly uri: string;
  readonly line: number;
  readonly title: string;
  readonly version: number | null;
}

export function puzzleId(uri: string, { line, title, version }: PuzzleInfo): PuzzleId {
  return { uri, line, title, version };
}

/**
 * Whether two ids are of one puzzle. An edit above a puzzle moves it to another line. Two puzzles
 * with the same drawing may have different rules, so drawings are never compared.
 */
export function isSamePuzzle(a: PuzzleId, b: PuzzleId): boolean {
  return a.uri === b.uri && a.title === b.title && (a.line === b.line || a.version !== b.version);
}

/** A fault on a square. */
export interface Fault {
  readonly square: string;
  readonly message: string;
  /** The symbol in the text; null if the row ends before the square. */
  readonly glyph: string | null;
  /** The title of the fix, in the imperative. */
  readonly fix: string | null;
}

/** The top left corner of the squares and their size, in units of the drawing. */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
}

/** The result of `carom/solution`: a puzzle and its solution. */
export interface Solution extends PuzzleInfo {
  readonly frames: readonly Frame[];
  /** As in `Board`. */
  readonly files?: number | null;
  readonly ranks?: number | null;
  readonly grid?: Corner | null;
  /** The ranges of the moves in the file's solution. */
  readonly written?: readonly Range[];
  /** The number of the move at the requested position, from 1. */
  readonly turn?: number | null;
}

/** A movable piece, tile or block. */
export interface Piece {
  /** Identifies the piece while it stays on the board. */
  readonly id: string;
  readonly kind: string;
  /** A square, `hand` or `opponent`. */
  readonly square: string;
  /** A description in words. */
  readonly label: string;
}

/** An item that can be placed on a square. */
export interface PaletteItem {
  readonly put: string;
  readonly label: string;
  readonly kind: string;
}

/** The result of `carom/board`: the pieces on the board, and what can be placed. */
export interface Board extends PuzzleInfo {
  /** These members are null if the board cannot be drawn. */
  readonly text: string | null;
  readonly svg: string | null;
  readonly description: string | null;
  readonly files: number | null;
  readonly ranks: number | null;
  readonly grid: Corner | null;
  readonly pieces: readonly Piece[];
  /** Whether the game has walls between squares. */
  readonly walls: boolean;
  /** The pairs of neighbours with a wall between them. */
  readonly wall: readonly (readonly [string, string])[];
  readonly palette: readonly PaletteItem[];
  /** The titles of transformations of the whole puzzle, such as rotations. */
  readonly transforms?: readonly string[];
  /** Whether rows and columns can be added and removed. */
  readonly resize?: boolean;
}

/** The operation of `carom.edit`. */
export type EditOperation =
  | { readonly move: string; readonly to: string }
  | { readonly wall: readonly [string, string] }
  | { readonly put: string; readonly at: string }
  | { readonly clear: string }
  | { readonly hand: string }
  /** Applies the fix for the fault on a square. */
  | { readonly fix: string }
  | { readonly transform: string }
  /** Adds or removes `count` rows or columns, 1 by default. */
  | { readonly resize: Side; readonly grows: boolean; readonly count?: number };

/** A side of the board. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

/** An applied edit. */
export interface EditApplied {
  readonly applied: true;
  /** The new id of the moved or placed piece. */
  readonly now?: string;
  /** What was changed besides what was asked, as a clause in the past tense. */
  readonly also?: string;
}

/** The result of an editing command. */
export type EditResult = EditApplied | { readonly refused: string };

/** A legal next move. */
export interface LegalMove {
  readonly move: string;
  /** What it moves, all at once; nothing for a pass. */
  readonly motions: readonly Motion[];
}

/** The result of `carom/play`: a position after moves played by hand. */
export interface Play extends Solution {
  /** What may have moved, and the tiles, where they are now. */
  readonly pieces: readonly Piece[];
  readonly legal: readonly LegalMove[];
  /** The first move that is not legal. */
  readonly refused: { readonly move: string; readonly why: string } | null;
  readonly solved: boolean;
  /** The number of moves, as the rules count them. */
  readonly count: number;
  /** The optimum of the puzzle, and the moves left from here; null while unknown. */
  readonly optimum: number | null;
  readonly left: number | null;
  /** Whether `left` is proved: without a number, there is no way on, or best play is a draw. */
  readonly settled: boolean;
  /** What a page says about the moves, in place of a comparison with the optimum. */
  readonly score?: string;
}

/** The answer if the piece started on a square. */
export interface MapSquare {
  readonly square: string;
  readonly state: 'solved' | 'unsolvable' | 'unknown' | 'pending' | 'taken';
  readonly answer: string | null;
  readonly moves: number | null;
}

/** The result of `carom/map`: the answers for every square on which a piece could start. */
export interface PieceMap {
  readonly version: number | null;
  readonly line: number;
  readonly piece: Piece;
  readonly done: boolean;
  readonly squares: readonly MapSquare[];
  /** The board in characters, with the answers. */
  readonly text: string;
}

/** An applied suggestion. */
export interface SuggestionApplied {
  readonly applied: true;
  readonly moved: string;
  /** A description of the moved piece. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly before: number | null;
  readonly after: number;
  /** Whether no other change can be better. Otherwise it is the best so far. */
  readonly complete: boolean;
  /** The number of other changes without an answer. */
  readonly unknown: number;
  /** As in `EditApplied`. */
  readonly also?: string;
}

/** An applied change of the whole puzzle. */
export interface RemakeApplied extends EditApplied {
  /** The moves of the hardest start. */
  readonly moves?: number;
  /** How many pieces, blocks and walls were removed. */
  readonly removed?: number;
}

/** The result of `carom.hardest` and `carom.minimise`. */
export type RemakeResult = RemakeApplied | { readonly refused: string };

/** The result of `carom.harder` and `carom.easier`. */
export type SuggestionResult = SuggestionApplied | { readonly refused: string };
