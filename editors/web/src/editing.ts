/** The meaning of clicks, drags and keys on the board, independent of a page. */

import {
  arrow,
  beside,
  DIRECTIONS,
  type Direction,
  gridOf,
  isSquare,
  place,
  type Spot,
  squareName,
} from './grid.ts';
import type { Board, EditOperation, Fault, Piece, Side } from './protocol.ts';

/** The state of the board editor. */
export interface EditorState {
  /** The square of the keyboard cursor. */
  readonly cursor: string;
  /** The piece that was last selected, whose map can be shown. */
  readonly chosen: string | null;
  /** The lifted piece. */
  readonly held: string | null;
}

/** An effect outside of the state. */
export type Effect =
  | { readonly type: 'edit'; readonly operation: EditOperation }
  | { readonly type: 'menu'; readonly square: string }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'undo' | 'redo' | 'map' };

export interface Step {
  readonly editor: EditorState;
  readonly effect: Effect | null;
}

/** A pressed key. */
export interface Key {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly control: boolean;
}

/** The kinds at the bottom of a square, lowest first; all others are on top. */
const LAYERS = ['target', 'diagonal', 'item'];

const WORDS: Record<Direction, string> = {
  up: 'above',
  right: 'to the right',
  down: 'below',
  left: 'to the left',
};

const layer = ({ kind }: Piece) => LAYERS.indexOf(kind) >>> 0;

/** Returns the pieces on a square, topmost first. */
export function standing(board: Board, square: string): Piece[] {
  return board.pieces.filter((piece) => piece.square === square).sort((a, b) => layer(b) - layer(a));
}

export function find(board: Board, id: string | null): Piece | null {
  return board.pieces.find((piece) => piece.id === id) ?? null;
}

/** Whether there is a wall between two neighbours. */
export function hasWall(board: Board, one: string, other: string): boolean {
  return board.wall.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}

/** Returns the names of the pieces on a square, as in the text. */
function names(board: Board, square: string): string[] {
  const glyph = faultsOn(board, square).find((fault) => fault.glyph !== null)?.glyph;
  return standing(board, square).map(({ id, label }) => (glyph && !id.includes(glyph) ? glyph : label));
}

function faultsOn(board: Board, square: string): Fault[] {
  return (board.faults ?? []).filter((fault) => fault.square === square);
}

/** Describes a square for screen readers: its pieces, faults and walls. */
export function describe(board: Board, square: string): string {
  const grid = gridOf(board);
  const pieces = names(board, square);
  const faults = faultsOn(board, square).map(({ message }) => message);
  const walls = DIRECTIONS.filter((direction) => {
    const other = beside(grid, square, direction);
    return other !== null && hasWall(board, square, other);
  }).map((direction) => WORDS[direction]);
  const wall = walls.length === 0 ? [] : [`wall ${walls.join(' and ')}`];
  return [square, ...(pieces.length === 0 ? ['empty'] : pieces), ...faults, ...wall].join(', ');
}

/** Transfers the state to a new board. A removed piece is neither held nor selected. */
export function onto(editor: EditorState | null, board: Board): EditorState {
  const keep = (id: string | null | undefined) => find(board, id ?? null)?.id ?? null;
  const { files, ranks } = gridOf(board);
  const [file, rank] = editor === null ? [0, ranks - 1] : place(editor.cursor);
  return {
    cursor: squareName(Math.min(file, files - 1), Math.min(rank, ranks - 1)),
    chosen: keep(editor?.chosen),
    held: keep(editor?.held),
  };
}

const only = (editor: EditorState): Step => ({ editor, effect: null });
const say = (editor: EditorState, text: string): Step => ({ editor, effect: { type: 'say', text } });
const edit = (editor: EditorState, operation: EditOperation): Step => ({
  editor,
  effect: { type: 'edit', operation },
});

/** Picks up a piece. */
export function pick({ id, square }: Piece): EditorState {
  return { cursor: square, chosen: id, held: id };
}

/** Puts the lifted piece down. On its old square, this changes nothing. */
export function drop(board: Board, editor: EditorState, square: string | null): Step {
  const piece = find(board, editor.held);
  const down: EditorState = { ...editor, held: null, cursor: square ?? piece?.square ?? editor.cursor };
  return piece === null || square === null || piece.square === square
    ? only(down)
    : edit(down, { move: piece.id, to: square });
}

/** Handles a click. */
export function click(board: Board, editor: EditorState, spot: Spot): Step {
  const there: EditorState = { ...editor, cursor: spot.square };
  if (editor.held !== null) {
    return drop(board, editor, spot.square);
  }
  if (spot.kind === 'edge') {
    return edit(there, { wall: spot.squares });
  }
  const [top] = standing(board, spot.square);
  if (top !== undefined && top.kind !== 'block') {
    return only({ ...there, chosen: top.id });
  }
  return block(board, there) ?? { editor: there, effect: { type: 'menu', square: spot.square } };
}

/** Adds or removes a block at the cursor. Returns null if the game has no blocks. */
function block(board: Board, editor: EditorState): Step | null {
  if (standing(board, editor.cursor).some(({ kind }) => kind === 'block')) {
    return edit(editor, { clear: editor.cursor });
  }
  const putting = board.palette.find(({ kind }) => kind === 'block');
  return putting === undefined ? null : edit(editor, { put: putting.put, at: editor.cursor });
}

/** Adds or removes a wall next to the cursor. */
function wall(board: Board, editor: EditorState, direction: Direction): Step {
  const other = beside(gridOf(board), editor.cursor, direction);
  if (!board.walls) {
    return say(editor, 'There are no walls in this game.');
  }
  return other === null
    ? say(editor, 'The border is a wall already.')
    : edit(editor, { wall: [editor.cursor, other] });
}

/** Handles a key on the board. Returns null if the key has no effect. */
export function press(board: Board, editor: EditorState, { key, shift, control }: Key): Step | null {
  const direction = arrow(key);
  if (direction !== null && !control) {
    return shift
      ? wall(board, editor, direction)
      : only({ ...editor, cursor: beside(gridOf(board), editor.cursor, direction) ?? editor.cursor });
  }
  const [file, rank] = place(editor.cursor);
  const { files, ranks } = gridOf(board);
  const to = (file: number, rank: number) => only({ ...editor, cursor: squareName(file, rank) });
  if (control) {
    switch (key.toLowerCase()) {
      case 'z':
        return { editor, effect: { type: shift ? 'redo' : 'undo' } };
      case 'y':
        return { editor, effect: { type: 'redo' } };
      case 'home':
        return to(0, ranks - 1);
      case 'end':
        return to(files - 1, 0);
      default:
        return null;
    }
  }
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'Home':
      return to(0, rank);
    case 'End':
      return to(files - 1, rank);
    case 'PageUp':
      return to(file, ranks - 1);
    case 'PageDown':
      return to(file, 0);
    case 'Enter':
    case ' ':
      return act(board, editor);
    case 't':
      return target(board, editor);
    case 'Escape':
      return editor.held === null ? null : drop(board, editor, null);
    case 'Delete':
    case 'Backspace':
      return edit(editor, { clear: editor.cursor });
    case 'b':
      return block(board, editor) ?? say(editor, 'There are no blocks in this game.');
    case 'p':
    case 'ContextMenu':
      return { editor, effect: { type: 'menu', square: editor.cursor } };
    case 'm':
      return { editor, effect: { type: 'map' } };
    default:
      return null;
  }
}

/** Lifts the piece at the cursor, or puts the lifted piece down. */
function act(board: Board, editor: EditorState): Step {
  if (editor.held !== null) {
    return drop(board, editor, editor.cursor);
  }
  const [top] = standing(board, editor.cursor);
  return top === undefined ? { editor, effect: { type: 'menu', square: editor.cursor } } : only(pick(top));
}

/** Picks up the target at the cursor, even below a piece. */
function target(board: Board, editor: EditorState): Step {
  const found = standing(board, editor.cursor).find(({ kind }) => kind === 'target');
  return found === undefined ? say(editor, 'There is no target here.') : only(pick(found));
}

/** A menu action on a piece: pick it up, or show its map. */
export type OfPiece =
  | { readonly type: 'pick'; readonly id: string }
  | { readonly type: 'chart'; readonly id: string };

/** An item in the menu of a square. */
export interface Entry {
  readonly label: string;
  /** The symbol in the file. */
  readonly glyph: string;
  readonly does: Effect | OfPiece;
}

/** Returns the symbol of a palette item; names of items have none. */
function glyph(put: string): string {
  return put.length > 2 ? '' : put;
}

/** Returns the menu of a square. */
export function entries(board: Board, square: string): Entry[] {
  const pieces = standing(board, square);
  const entry = (label: string, glyph: string, operation: EditOperation): Entry => ({
    label,
    glyph,
    does: { type: 'edit', operation },
  });
  const fixes = new Set(faultsOn(board, square).flatMap(({ fix }) => fix ?? []));
  const sentence = (title: string) => title.charAt(0).toUpperCase() + title.slice(1).replaceAll('`', '');
  return [
    ...[...fixes].map((title) => entry(sentence(title), '', { fix: square })),
    ...pieces.map(
      ({ id, label }): Entry => ({ label: `Pick up ${label}`, glyph: '', does: { type: 'pick', id } }),
    ),
    ...pieces
      .filter(({ kind }) => kind !== 'block')
      .map(({ id, label }): Entry => ({ label: `Map of ${label}`, glyph: '', does: { type: 'chart', id } })),
    ...(pieces.length === 0 ? [] : [entry('Clear this square', '', { clear: square })]),
    ...board.pieces
      .filter((piece) => !isSquare(piece.square))
      .map(({ id, label }) => entry(`Bring ${label} here`, '', { move: id, to: square })),
    ...board.palette.map(({ put, label }) => entry(label, glyph(put), { put, at: square })),
  ];
}

/** Returns the menu of the whole board. */
export function wholeBoard(board: Board): Entry[] {
  const entry = (label: string, operation: EditOperation): Entry => ({
    label,
    glyph: '',
    does: { type: 'edit', operation },
  });
  const sides: readonly Side[] = board.resize ? ['top', 'right', 'bottom', 'left'] : [];
  const line = (side: Side) => (side === 'top' || side === 'bottom' ? 'row' : 'column');
  return [
    ...(board.transforms ?? []).map((title) =>
      entry(title.charAt(0).toUpperCase() + title.slice(1), { transform: title }),
    ),
    ...sides.map((side) => entry(`Add a ${line(side)} at the ${side}`, { resize: side, grows: true })),
    ...sides.map((side) => entry(`Remove the ${line(side)} at the ${side}`, { resize: side, grows: false })),
  ];
}

/** Returns the possible tiles in hand; empty if the game has none. */
export function hands(board: Board): Entry[] {
  return board.palette
    .filter(({ kind }) => kind === 'tile')
    .map(({ put, label }) => ({ label, glyph: put, does: { type: 'edit', operation: { hand: put } } }));
}
