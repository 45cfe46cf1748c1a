/** What the server says to a panel: `docs/protocol.md` has the meaning of each member. */

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

/** Whose solution is played. */
export type SolutionSource = 'solver' | 'file';

/** How far the answer of a puzzle is. */
export type State = 'solved' | 'unsolvable' | 'unknown' | 'solving' | 'invalid';

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

/** Which puzzle an answer is about. */
export interface PuzzleInfo {
  readonly version: number | null;
  readonly range: Range;
  /** The line that the puzzle starts on. */
  readonly line: number;
  /** Null where the file names no game that is known. */
  readonly game: string | null;
  readonly name: string | null;
  readonly title: string;
  readonly state: State;
  readonly summary: string;
  /** The faulty squares of an `invalid` puzzle. */
  readonly faults?: readonly Fault[];
  /** What the file claims, such as `6 moves`, if the answer contradicts it. */
  readonly claimed?: string | null;
  /** The author's notes. */
  readonly notes?: string | null;
}

/** What a puzzle is known by while its text is edited. */
export function puzzleKey(uri: string, { line }: PuzzleInfo): string {
  return `${uri}#${line}`;
}

/** A fault on a square. */
export interface Fault {
  readonly square: string;
  readonly message: string;
  /** As the text has it; null if the row ends before the square. */
  readonly glyph: string | null;
  /** The title of the fix, an imperative. */
  readonly fix: string | null;
}

/** The top left corner of the squares and their size, in units of the drawing. */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
}

/** Of `carom/solution`: a puzzle and its solution. */
export interface Solution extends PuzzleInfo {
  readonly frames: readonly Frame[];
  /** As in `Board`. */
  readonly files?: number | null;
  readonly ranks?: number | null;
  readonly grid?: Corner | null;
  /** The ranges of the moves of the file's solution. */
  readonly written?: readonly Range[];
  /** The number of the move at the position, from 1. */
  readonly turn?: number | null;
}

/** Something that stands on a square and can be moved. */
export interface Piece {
  /** Known by this in the puzzle, as long as it stands. */
  readonly id: string;
  readonly kind: string;
  /** A square; or `hand` or `opponent`. */
  readonly square: string;
  /** In words. */
  readonly label: string;
}

/** Something that can be put on a square. */
export interface PaletteItem {
  readonly put: string;
  readonly label: string;
  readonly kind: string;
}

/** Of `carom/board`: what stands where, and what could. */
export interface Board extends PuzzleInfo {
  /** These are null where nothing can be drawn. */
  readonly text: string | null;
  readonly svg: string | null;
  readonly description: string | null;
  readonly files: number | null;
  readonly ranks: number | null;
  readonly grid: Corner | null;
  readonly pieces: readonly Piece[];
  /** Whether walls can be drawn between squares. */
  readonly walls: boolean;
  /** The pairs of neighbours with a wall between them. */
  readonly wall: readonly (readonly [string, string])[];
  readonly palette: readonly PaletteItem[];
  /** The titles of transformations of the whole puzzle, such as rotations. */
  readonly transforms?: readonly string[];
  /** Whether rows and columns can be added and removed. */
  readonly resize?: boolean;
}

/** What `carom.edit` is asked to change. */
export type EditOperation =
  | { readonly move: string; readonly to: string }
  | { readonly wall: readonly [string, string] }
  | { readonly put: string; readonly at: string }
  | { readonly clear: string }
  | { readonly hand: string }
  /** Applies the fix for the fault on a square. */
  | { readonly fix: string }
  | { readonly transform: string }
  /** Adds or removes rows or columns: one, or `count` of them. */
  | { readonly resize: Side; readonly grows: boolean; readonly count?: number };

/** A side of the board. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

/** What came of a command that edits. */
export type EditResult = { readonly applied: true; readonly now?: string } | { readonly refused: string };

/** A move that can be played next. */
export interface LegalMove {
  readonly move: string;
  readonly id: string | null;
  readonly from: string | null;
  /** Null where the piece leaves the board. */
  readonly to: string | null;
}

/** Of `carom/play`: moves that were played by hand. */
export interface Play extends Solution {
  readonly legal: readonly LegalMove[];
  /** The first move that is not legal. */
  readonly refused: { readonly move: string; readonly why: string } | null;
  readonly solved: boolean;
  /** The fewest moves of the puzzle, and from here; null while unknown. */
  readonly optimum: number | null;
  readonly left: number | null;
}

/** What a puzzle would be if the piece stood on a square. */
export interface MapSquare {
  readonly square: string;
  readonly state: 'solved' | 'unsolvable' | 'unknown' | 'pending' | 'taken';
  readonly answer: string | null;
  readonly moves: number | null;
}

/** Of `carom/map`: the answers of a puzzle for every square that a piece could start on. */
export interface PieceMap {
  readonly version: number | null;
  readonly line: number;
  readonly piece: Piece;
  readonly done: boolean;
  readonly squares: readonly MapSquare[];
  /** The board in characters, with the numbers. */
  readonly text: string;
}

/** An applied suggestion. */
export interface SuggestionApplied {
  readonly applied: true;
  readonly moved: string;
  /** What has moved, in words. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly before: number | null;
  readonly after: number;
}

/** What came of `carom.harder` and `carom.easier`. */
export type SuggestionResult = SuggestionApplied | { readonly refused: string };
