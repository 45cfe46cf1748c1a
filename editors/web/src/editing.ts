/** What gestures and keys on the board mean, without a page. */

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

/** What the user is doing on the board. */
export interface Desk {
  /** The square of the keyboard's cursor. */
  readonly cursor: string;
  /** The piece that was last touched, of which a map can be shown. */
  readonly chosen: string | null;
  /** The piece that is in the air. */
  readonly held: string | null;
}

/** What has to be done beside. */
export type Effect =
  | { readonly type: 'edit'; readonly gesture: EditOperation }
  | { readonly type: 'menu'; readonly square: string }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'undo' | 'redo' | 'map' };

export interface Step {
  readonly desk: Desk;
  readonly effect: Effect | null;
}

/** A key as it is pressed. */
export interface Key {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly control: boolean;
}

/** Who lies above whom, where several stand on a square. */
const LAYERS = ['target', 'diagonal', 'item'];

const WORDS: Record<Direction, string> = {
  up: 'above',
  right: 'to the right',
  down: 'below',
  left: 'to the left',
};

const layer = ({ kind }: Piece) => LAYERS.indexOf(kind) >>> 0;

/** What stands on a square, the uppermost first. */
export function standing(board: Board, square: string): Piece[] {
  return board.pieces.filter((piece) => piece.square === square).sort((a, b) => layer(b) - layer(a));
}

export function find(board: Board, id: string | null): Piece | null {
  return board.pieces.find((piece) => piece.id === id) ?? null;
}

/** Whether a wall stands between two neighbours. */
export function hasWall(board: Board, one: string, other: string): boolean {
  return board.wall.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}

/** The names of what stands on a square, as the text has them. */
function names(board: Board, square: string): string[] {
  const glyph = faultsOn(board, square).find((fault) => fault.glyph !== null)?.glyph;
  return standing(board, square).map(({ id, label }) => (glyph && !id.includes(glyph) ? glyph : label));
}

function faultsOn(board: Board, square: string): Fault[] {
  return (board.faults ?? []).filter((fault) => fault.square === square);
}

/** A square for those who do not see it: what stands there, its faults, and the walls around. */
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

/** The desk on a board that has come anew; what is gone is neither held nor chosen. */
export function onto(desk: Desk | null, board: Board): Desk {
  const keep = (id: string | null | undefined) => find(board, id ?? null)?.id ?? null;
  const { files, ranks } = gridOf(board);
  const [file, rank] = desk === null ? [0, ranks - 1] : place(desk.cursor);
  return {
    cursor: squareName(Math.min(file, files - 1), Math.min(rank, ranks - 1)),
    chosen: keep(desk?.chosen),
    held: keep(desk?.held),
  };
}

const only = (desk: Desk): Step => ({ desk, effect: null });
const say = (desk: Desk, text: string): Step => ({ desk, effect: { type: 'say', text } });
const edit = (desk: Desk, gesture: EditOperation): Step => ({ desk, effect: { type: 'edit', gesture } });

/** A piece goes into the air. */
export function pick({ id, square }: Piece): Desk {
  return { cursor: square, chosen: id, held: id };
}

/** The piece in the air comes down; on the square that it came from, nothing has happened. */
export function drop(board: Board, desk: Desk, square: string | null): Step {
  const piece = find(board, desk.held);
  const down: Desk = { ...desk, held: null, cursor: square ?? piece?.square ?? desk.cursor };
  return piece === null || square === null || piece.square === square
    ? only(down)
    : edit(down, { move: piece.id, to: square });
}

/** A click without a drag. */
export function click(board: Board, desk: Desk, spot: Spot): Step {
  const there: Desk = { ...desk, cursor: spot.square };
  if (desk.held !== null) {
    return drop(board, desk, spot.square);
  }
  if (spot.kind === 'edge') {
    return edit(there, { wall: spot.squares });
  }
  const [top] = standing(board, spot.square);
  if (top !== undefined && top.kind !== 'block') {
    return only({ ...there, chosen: top.id });
  }
  return block(board, there) ?? { desk: there, effect: { type: 'menu', square: spot.square } };
}

/** A block under the cursor comes or goes; null where there are none in the game. */
function block(board: Board, desk: Desk): Step | null {
  if (standing(board, desk.cursor).some(({ kind }) => kind === 'block')) {
    return edit(desk, { clear: desk.cursor });
  }
  const putting = board.palette.find(({ kind }) => kind === 'block');
  return putting === undefined ? null : edit(desk, { put: putting.put, at: desk.cursor });
}

/** A wall beside the cursor comes or goes. */
function wall(board: Board, desk: Desk, direction: Direction): Step {
  const other = beside(gridOf(board), desk.cursor, direction);
  if (!board.walls) {
    return say(desk, 'There are no walls in this game.');
  }
  return other === null
    ? say(desk, 'The border is a wall already.')
    : edit(desk, { wall: [desk.cursor, other] });
}

/** A key on the board; null where it means nothing there. */
export function press(board: Board, desk: Desk, { key, shift, control }: Key): Step | null {
  const direction = arrow(key);
  if (direction !== null && !control) {
    return shift
      ? wall(board, desk, direction)
      : only({ ...desk, cursor: beside(gridOf(board), desk.cursor, direction) ?? desk.cursor });
  }
  const [file, rank] = place(desk.cursor);
  const { files, ranks } = gridOf(board);
  const to = (file: number, rank: number) => only({ ...desk, cursor: squareName(file, rank) });
  if (control) {
    switch (key.toLowerCase()) {
      case 'z':
        return { desk, effect: { type: shift ? 'redo' : 'undo' } };
      case 'y':
        return { desk, effect: { type: 'redo' } };
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
      return act(board, desk);
    case 't':
      return target(board, desk);
    case 'Escape':
      return desk.held === null ? null : drop(board, desk, null);
    case 'Delete':
    case 'Backspace':
      return edit(desk, { clear: desk.cursor });
    case 'b':
      return block(board, desk) ?? say(desk, 'There are no blocks in this game.');
    case 'p':
    case 'ContextMenu':
      return { desk, effect: { type: 'menu', square: desk.cursor } };
    case 'm':
      return { desk, effect: { type: 'map' } };
    default:
      return null;
  }
}

/** Picks up what is under the cursor, or puts down what is in the air. */
function act(board: Board, desk: Desk): Step {
  if (desk.held !== null) {
    return drop(board, desk, desk.cursor);
  }
  const [top] = standing(board, desk.cursor);
  return top === undefined ? { desk, effect: { type: 'menu', square: desk.cursor } } : only(pick(top));
}

/** Picks up the target under the cursor, even where a piece stands on it. */
function target(board: Board, desk: Desk): Step {
  const found = standing(board, desk.cursor).find(({ kind }) => kind === 'target');
  return found === undefined ? say(desk, 'There is no target here.') : only(pick(found));
}

/** What a menu can do with a piece: pick it up, or show its map. */
export type OfPiece =
  | { readonly type: 'pick'; readonly id: string }
  | { readonly type: 'chart'; readonly id: string };

/** An entry of the menu of a square. */
export interface Entry {
  readonly label: string;
  /** As it is written in the file. */
  readonly glyph: string;
  readonly does: Effect | OfPiece;
}

/** How the palette's word looks on the board; names of items have no glyph. */
function glyph(put: string): string {
  return put.length > 2 ? '' : put;
}

/** What can be done on a square. */
export function entries(board: Board, square: string): Entry[] {
  const pieces = standing(board, square);
  const gesture = (label: string, glyph: string, gesture: EditOperation): Entry => ({
    label,
    glyph,
    does: { type: 'edit', gesture },
  });
  const fixes = new Set(faultsOn(board, square).flatMap(({ fix }) => fix ?? []));
  const sentence = (title: string) => title.charAt(0).toUpperCase() + title.slice(1).replaceAll('`', '');
  return [
    ...[...fixes].map((title) => gesture(sentence(title), '', { fix: square })),
    ...pieces.map(
      ({ id, label }): Entry => ({ label: `Pick up ${label}`, glyph: '', does: { type: 'pick', id } }),
    ),
    ...pieces
      .filter(({ kind }) => kind !== 'block')
      .map(({ id, label }): Entry => ({ label: `Map of ${label}`, glyph: '', does: { type: 'chart', id } })),
    ...(pieces.length === 0 ? [] : [gesture('Take away what stands here', '', { clear: square })]),
    ...board.pieces
      .filter((piece) => !isSquare(piece.square))
      .map(({ id, label }) => gesture(`Bring ${label} here`, '', { move: id, to: square })),
    ...board.palette.map(({ put, label }) => gesture(label, glyph(put), { put, at: square })),
  ];
}

/** What can be done with the whole board. */
export function wholeBoard(board: Board): Entry[] {
  const entry = (label: string, gesture: EditOperation): Entry => ({
    label,
    glyph: '',
    does: { type: 'edit', gesture },
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

/** What the tile in hand can be; empty where the game has none. */
export function hands(board: Board): Entry[] {
  return board.palette
    .filter(({ kind }) => kind === 'tile')
    .map(({ put, label }) => ({ label, glyph: put, does: { type: 'edit', gesture: { hand: put } } }));
}
