/** Drags of the board's border, which add or remove rows and columns. */

import type { Grid, Point } from './grid.ts';
import type { EditOperation, Side } from './protocol.ts';

export const SIDES: readonly Side[] = ['top', 'right', 'bottom', 'left'];

/** The maximum number of rows and of columns. */
const MOST = 16;

/** The distance outside the border that counts as the border, in squares. */
const OUTSIDE = 0.5;

/**
 * The distance inside the border that counts as the border, in squares: on a free square, and
 * on a piece.
 */
const INSIDE = 0.3;
const INSIDE_PIECE = 0.12;

/** A rectangle in units of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How many pixels of a drag add or remove one row or column. */
export interface Pace {
  readonly growing: number;
  readonly shrinking: number;
}

export function isUpright(side: Side): boolean {
  return side === 'left' || side === 'right';
}

/**
 * Returns the side whose border is at a point. `reach` is the minimum distance that counts, in
 * units of the drawing; inside the board, it does not apply to pieces.
 */
export function sideAt(grid: Grid, { x, y }: Point, reach: number, isPiece: boolean): Side | null {
  const [right, bottom] = [grid.x + grid.files * grid.cell, grid.y + grid.ranks * grid.cell];
  // How far outside of each side the point is.
  const beyond = { top: grid.y - y, right: x - right, bottom: y - bottom, left: grid.x - x };
  const outside = Math.max(OUTSIDE * grid.cell, reach);
  const inside = isPiece ? INSIDE_PIECE * grid.cell : Math.max(INSIDE * grid.cell, reach);
  if (grid.files === 0 || SIDES.some((side) => beyond[side] > outside)) {
    return null;
  }
  const nearest = SIDES.reduce((best, side) => (beyond[side] > beyond[best] ? side : best));
  return beyond[nearest] >= -inside ? nearest : null;
}

/**
 * Returns the pace of a drag. A row or column is one square on the screen, or less if the
 * window has no room for four more of them, as on a phone.
 */
export function pace(cell: number, room: number): Pace {
  return { growing: Math.min(cell, Math.max(5, room / 4)), shrinking: cell };
}

/** Returns how many rows or columns a drag by a number of pixels adds; negative if it removes them. */
export function added(grid: Grid, side: Side, by: Point, { growing, shrinking }: Pace): number {
  const outwards = { top: -by.y, right: by.x, bottom: by.y, left: -by.x }[side];
  const count = Math.round(outwards / (outwards > 0 ? growing : shrinking));
  const now = isUpright(side) ? grid.files : grid.ranks;
  return Math.max(1 - now, Math.min(MOST - now, count)) + 0;
}

/** Returns the outline of the board with more rows or columns on a side. */
export function outline(grid: Grid, side: Side, count: number): Box {
  const by = count * grid.cell;
  return {
    x: grid.x - (side === 'left' ? by : 0),
    y: grid.y - (side === 'top' ? by : 0),
    width: grid.files * grid.cell + (isUpright(side) ? by : 0),
    height: grid.ranks * grid.cell + (isUpright(side) ? 0 : by),
  };
}

/** Returns the text for the size of the board with more rows or columns. */
export function sizeText(grid: Grid, side: Side, count: number): string {
  const [files, ranks] = isUpright(side)
    ? [grid.files + count, grid.ranks]
    : [grid.files, grid.ranks + count];
  return `${files} × ${ranks}`;
}

/** Returns the operation of a drag; null if the size is unchanged. */
export function resizing(side: Side, count: number): EditOperation | null {
  return count === 0 ? null : { resize: side, grows: count > 0, count: Math.abs(count) };
}
