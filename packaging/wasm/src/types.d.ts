/** A position: a line and a column from 0. Columns count UTF-16 units, as strings do. */
export interface Position {
  line: number;
  character: number;
}

/** A part of the text. */
export interface Range {
  start: Position;
  end: Position;
}

/** The limits of the searches. */
export interface SearchLimits {
  /** The most positions for each puzzle; 20,000,000 by default. The answer within this limit is the same on every machine. */
  maxPositions?: number;
  /** The most memory for each puzzle, in bytes; 1 GiB by default. */
  maxMemory?: number;
  /** The most time for each puzzle, in milliseconds; no limit by default. */
  timeLimit?: number;
  /** Called at most every 100 milliseconds while a search runs. */
  onProgress?: (progress: Progress) => void;
}

/** The limits of the searches, and whether to search at all. */
export interface SearchOptions extends SearchLimits {
  /** With `false`, use only answers that earlier calls found. */
  search?: boolean;
}

/** The progress of a search. */
export interface Progress {
  /** The number of the puzzle in the text, from 1. */
  puzzle: number;
  /** Positions searched so far. */
  positions: number;
  /** No solution has fewer moves. */
  atLeast: number;
}

export interface FileOptions extends SearchLimits {
  /** The file name in results; `puzzle.carom` by default. */
  name?: string;
  /** The format of the text; `carom` by default. `formats` lists them. */
  from?: string;
}

export interface CheckOptions extends FileOptions {
  /** With `false`, use only answers that earlier calls found. */
  search?: boolean;
  /** Also return hints; `false` by default. */
  hints?: boolean;
}

export interface SolveOptions extends FileOptions {
  /** Also count all optimal solutions, and list up to 1000 of them. */
  all?: boolean;
}

/** A place in the text: line and column from 1, in Unicode scalar values; bytes of UTF-8 from 0. */
export interface Place {
  line: number;
  column: number;
  byte: number;
}

export interface Edit {
  start: Place;
  end: Place;
  text: string;
}

export interface Fix {
  title: string;
  /** Whether it keeps the meaning of the puzzle. */
  safe: boolean;
  edits: Edit[];
}

/** A diagnostic, as `carom check --format json` writes it. */
export interface Diagnostic {
  file: string;
  puzzle: string | null;
  code: string;
  severity: 'error' | 'warning' | 'hint';
  message: string;
  start: Place;
  end: Place;
  related: { file: string; message: string; start: Place; end: Place }[];
  fixes: Fix[];
  help: string;
}

/** An answer, as `carom solve --format json` writes it. */
export interface Answer {
  file: string;
  /** The line of the puzzle, from 1. */
  line: number;
  name: string | null;
  game: string | null;
  status: 'solved' | 'unsolvable' | 'unknown' | 'failed' | 'invalid';
  /** The fewest moves. Slider has `value` and `plies` instead. */
  moves?: number | null;
  /** With the rule `grouped`: the number of slides. */
  slides?: number;
  value?: 'win' | 'loss' | 'draw' | 'unknown';
  plies?: number | null;
  no_win_within?: number | 'ever';
  no_loss_within?: number | 'ever';
  legal_moves?: Record<string, number>;
  /** With `unknown`: no solution has fewer moves. */
  at_least?: number;
  solution: string | null;
  optimal: boolean;
  optimal_solutions: number | null;
  solutions?: string[];
  identity?: string;
  positions: number;
  seconds: number;
  limit?: 'positions' | 'memory' | 'time';
  reason?: string;
  /** With `failed`: a sentence for a bug report. */
  error?: string;
}

export interface Formatted {
  text: string;
  /** The errors of puzzles that stay as they are until the errors are fixed. */
  errors: Diagnostic[];
}

export interface Hover {
  /** Markdown. */
  markdown: string;
  range: Range;
}

export interface Completion {
  label: string;
  kind: 'game' | 'key' | 'rule' | 'glyph' | 'piece' | 'move' | 'value';
  detail: string | null;
  /** Markdown. */
  documentation: string | null;
  /** The part of the text that `insert` replaces. */
  range: Range;
  insert: string;
}

export interface Token {
  range: Range;
  kind:
    | 'keyword'
    | 'game'
    | 'name'
    | 'comment'
    | 'key'
    | 'piece'
    | 'target'
    | 'block'
    | 'wall'
    | 'rule'
    | 'move'
    | 'number';
}

/** The members of all objects about a puzzle. */
export interface Heading {
  version: number | null;
  range: Range;
  /** The line of the puzzle, from 0. */
  line: number;
  game: string | null;
  name: string | null;
  title: string;
  /** `solving` if the answer is not known and `search` is `false`. */
  state: 'solved' | 'unsolvable' | 'unknown' | 'solving' | 'invalid';
  summary: string;
  /** The faulty squares of a malformed puzzle. */
  faults: { square: string; message: string; glyph: string | null; fix: string | null }[];
  /** A claim that the answer contradicts. */
  claimed: string | null;
  /** The author's notes. */
  notes: string | null;
}

/** The board after a move; the first one is the start. */
export interface Frame {
  move: string | null;
  label: string;
  turn: number;
  description: string;
  text: string;
  svg: string;
  /** What moved, all at once. */
  motions?: Motion[];
}

export interface Solution extends Heading {
  frames: Frame[];
  files: number | null;
  ranks: number | null;
  grid: { x: number; y: number; cell: number } | null;
  /** The ranges of the moves of the file's solution. */
  written: Range[];
  /** The number of the move at the position, from 1. */
  turn: number | null;
}

export interface Piece {
  id: string;
  kind: string;
  square: string;
  label: string;
}

/** A board and everything that can be edited on it. */
export interface Board extends Heading {
  text: string | null;
  svg: string | null;
  description: string | null;
  files: number | null;
  ranks: number | null;
  grid: { x: number; y: number; cell: number } | null;
  pieces: Piece[];
  walls: boolean;
  wall: [string, string][];
  palette: { put: string; label: string; kind: string }[];
  /** The titles of transformations of the whole puzzle. */
  transforms: string[];
  /** Whether rows and columns can be added and removed. */
  resize: boolean;
}

/** A motion of a piece or of the player. */
export interface Motion {
  id: string;
  from: string;
  /** Null if it leaves the board. */
  to: string | null;
  /** The squares where it turns. */
  via?: string[];
}

export interface LegalMove {
  move: string;
  /** What it moves, all at once; nothing for a pass. */
  motions: Motion[];
}

export interface Play extends Heading {
  frames: Frame[];
  /** What moves can change, where it is now. */
  pieces: Piece[];
  legal: LegalMove[];
  refused: { move: string; why: string } | null;
  solved: boolean;
  /** The number of moves, as the rules count them. */
  count: number;
  optimum: number | null;
  left: number | null;
  /** Whether `left` is proved. */
  settled: boolean;
}

/** The answer of a puzzle with one piece on each square. */
export interface PieceMap {
  version: number | null;
  range: Range;
  line: number;
  piece: Piece;
  done: boolean;
  squares: {
    square: string;
    state: 'solved' | 'unsolvable' | 'unknown' | 'pending' | 'taken';
    answer: string | null;
    moves: number | null;
  }[];
  text: string;
}

/** An operation of the board editor. */
export type EditOperation =
  | { move: string; to: string }
  | { wall: readonly [string, string] }
  | { put: string; at: string }
  | { clear: string }
  | { hand: string }
  | { fix: string }
  | { transform: string }
  | { resize: 'top' | 'right' | 'bottom' | 'left'; grows: boolean; count?: number };

export type Edited = { text: string; now: string | null; also: string | null } | { refused: string };

/** A square by its name, or its column and row from 0 at the top left. */
export type Square = string | [number, number];

/** A puzzle of the format `json`; `docs/schemas/puzzle.json` is its schema. */
export interface PuzzleObject {
  game: 'lunar' | 'ricochet' | 'slider' | 'rush' | 'tilt';
  name?: string;
  rules?: string | string[];
  /** Columns and rows. */
  size?: [number, number];
  walls?: { square: Square; side: string }[];
  blocks?: Square[];
  pieces?: { name: string; square: Square }[];
  targets?: (Square | { square: Square; robot?: string })[];
  /** Members of some games, claims, and own members that start with `x-`. */
  [member: string]: unknown;
}

/** A text, or puzzles as objects. */
export type Puzzles = string | PuzzleObject | PuzzleObject[];

export interface ConvertOptions {
  /** The format of the text; detected by default. */
  from?: string;
  /** The format to write. */
  to: string;
  /** The name for puzzles of formats without names. */
  name?: string;
}

export interface Converted {
  from: string;
  /** All puzzles that can be written; `null` for several puzzles if a file of the format holds one. */
  text: string | null;
  /** With the format `json`, each also as an object. */
  puzzles: { name: string | null; text: string; losses: string[]; object?: PuzzleObject }[];
  /** Parts that cannot be read or written. */
  errors: Diagnostic[];
  /** Parts that no puzzle file can hold. */
  warnings: Diagnostic[];
}

export interface Format {
  name: string;
  about: string;
  /** The name of its game; `null` if it holds puzzles of all games. */
  game: string | null;
  extensions: string[];
  reads: boolean;
  writes: boolean;
}

/** The program of a page with or without the solver. The files are in `src/cli/page/assets` of carom's sources. */
export interface PageProgram {
  /** `rules.js` or `solver.js`, and then `page.js`. */
  script: string;
  /** `rules.wasm.deflate` or `solver.wasm.deflate`. */
  core: Uint8Array;
  /** `page.css`. */
  style: string;
  /** `loader.js`. */
  loader: string;
}

export interface PageOptions extends FileOptions {
  /** The title of the page; that of the file by default. */
  title?: string;
  /** The address of a picture, which chats show with a link to the page. */
  image?: string;
}

export interface WrittenPage {
  /** The file; `null` if a puzzle has errors. */
  html: string | null;
  /** The errors of puzzles that a page cannot hold. */
  errors: Diagnostic[];
  /** The puzzles without a proved optimum. */
  warnings: Diagnostic[];
}
