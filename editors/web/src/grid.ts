/** Squares, the lines between them, and their positions in the drawing. */

import type { Board, Solution } from './protocol.ts';

export interface Grid {
  readonly files: number;
  readonly ranks: number;
  /** The top left corner and the side length of a square, in units of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly cell: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Direction = 'up' | 'right' | 'down' | 'left';

export const DIRECTIONS: readonly Direction[] = ['up', 'right', 'down', 'left'];

/** The target of a pointer: a square, or the line between two squares. */
export type Spot =
  | { readonly kind: 'square'; readonly square: string }
  | { readonly kind: 'edge'; readonly square: string; readonly squares: readonly [string, string] };

/** The distance from a line between squares that counts as the line, in squares. */
const NEAR = 0.15;

const STEPS = { up: [0, 1], right: [1, 0], down: [0, -1], left: [-1, 0] } as const;

/** A grid without squares. */
export const NO_GRID: Grid = { files: 0, ranks: 0, x: 0, y: 0, cell: 1 };

/** Returns the grid of a board. A board that cannot be drawn has no squares. */
export function gridOf({ files, ranks, grid }: Board | Solution): Grid {
  return { ...NO_GRID, ...grid, files: files ?? 0, ranks: ranks ?? 0 };
}

/** Returns the name of a square; file and rank start at 0. */
export function squareName(file: number, rank: number): string {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/** Returns the file and rank of a square, both from 0. */
export function place(square: string): readonly [number, number] {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/** Whether a place is a square, and not a hand. */
export function isSquare(name: string): boolean {
  return /^[a-z]\d+$/.test(name);
}

/** Whether a square is on the board. */
export function isWithin(grid: Grid, square: string): boolean {
  const [file, rank] = place(square);
  return named(grid, file, rank) !== null;
}

/** Returns the squares in reading order: from the highest rank down, each from left to right. */
export function rows(grid: Grid): string[][] {
  return Array.from({ length: grid.ranks }, (_, row) =>
    Array.from({ length: grid.files }, (_, file) => squareName(file, grid.ranks - 1 - row)),
  );
}

/** Returns the top left corner of a square. */
export function corner(grid: Grid, square: string): Point {
  const [file, rank] = place(square);
  return { x: grid.x + file * grid.cell, y: grid.y + (grid.ranks - 1 - rank) * grid.cell };
}

export function middle(grid: Grid, square: string): Point {
  const { x, y } = corner(grid, square);
  return { x: x + grid.cell / 2, y: y + grid.cell / 2 };
}

/** Returns the square some steps away in a direction, or null beyond the border. */
export function beside(grid: Grid, square: string, direction: Direction, steps = 1): string | null {
  const [file, rank] = place(square);
  const [right, up] = STEPS[direction];
  return named(grid, file + steps * right, rank + steps * up);
}

function named(grid: Grid, file: number, rank: number): string | null {
  const isInside = file >= 0 && file < grid.files && rank >= 0 && rank < grid.ranks;
  return isInside ? squareName(file, rank) : null;
}

/** Returns the square at a point. */
export function squareAt(grid: Grid, { x, y }: Point): string | null {
  const file = Math.floor((x - grid.x) / grid.cell);
  return named(grid, file, grid.ranks - 1 - Math.floor((y - grid.y) / grid.cell));
}

/** Returns what is at a point. Near a corner, this is the square, because the line is ambiguous. */
export function spotAt(grid: Grid, point: Point, hasWalls: boolean): Spot | null {
  const square = squareAt(grid, point);
  if (square === null) {
    return null;
  }
  const { x, y } = corner(grid, square);
  const [right, down] = [(point.x - x) / grid.cell, (point.y - y) / grid.cell];
  const distance = { up: down, right: 1 - right, down: 1 - down, left: right };
  const near = DIRECTIONS.filter((direction) => distance[direction] < NEAR);
  const [only] = near;
  const other = only !== undefined && near.length === 1 ? beside(grid, square, only) : null;
  return hasWalls && other !== null
    ? { kind: 'edge', square, squares: [square, other] }
    : { kind: 'square', square };
}

/** Returns the ends of the line between two neighbours. */
export function line(grid: Grid, [one, other]: readonly [string, string]): readonly [Point, Point] {
  const [a, b] = [corner(grid, one), corner(grid, other)];
  const start = { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) };
  const isUpright = a.y === b.y;
  const end = isUpright ? { x: start.x, y: start.y + grid.cell } : { x: start.x + grid.cell, y: start.y };
  return [start, end];
}

/** Returns the direction from one point to another, or null if they are closer than `least`. */
export function towards(from: Point, to: Point, least: number): Direction | null {
  const [right, down] = [to.x - from.x, to.y - from.y];
  if (Math.max(Math.abs(right), Math.abs(down)) < least) {
    return null;
  }
  if (Math.abs(right) > Math.abs(down)) {
    return right > 0 ? 'right' : 'left';
  }
  return down > 0 ? 'down' : 'up';
}

/** Returns the direction of an arrow key. */
export function arrow(key: string): Direction | null {
  const found = /^Arrow(Up|Right|Down|Left)$/.exec(key)?.[1]?.toLowerCase();
  return DIRECTIONS.find((direction) => direction === found) ?? null;
}
