/** Dragging the border of the board, to add or remove rows and columns. */

import type { Grid, Point } from './grid.ts';
import type { EditOperation, Side } from './protocol.ts';

export const SIDES: readonly Side[] = ['top', 'right', 'bottom', 'left'];

/** The most rows and columns of a board. */
const MOST = 16;

/** How far outside the border still counts as the border, in squares. */
const OUTSIDE = 0.5;

/** How far inside the border counts as the border, in squares: on a free square, and on a piece. */
const INSIDE = 0.3;
const INSIDE_PIECE = 0.12;

/** A part of the drawing, in its units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How many pixels of a drag are one row or column. */
export interface Pace {
  readonly growing: number;
  readonly shrinking: number;
}

export function isUpright(side: Side): boolean {
  return side === 'left' || side === 'right';
}

/**
 * The side whose border a point is on. `reach` is how far from the border a pointer may be in any
 * case, in units of the drawing; it does not count on a piece.
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
 * The pace of a drag. A square is as large as on the screen, unless the window ends before four
 * more of them: a finger has little room beside a board on a phone.
 */
export function pace(cell: number, room: number): Pace {
  return { growing: Math.min(cell, Math.max(5, room / 4)), shrinking: cell };
}

/** How many rows or columns a drag by a number of pixels adds; below zero it removes them. */
export function added(grid: Grid, side: Side, by: Point, { growing, shrinking }: Pace): number {
  const outwards = { top: -by.y, right: by.x, bottom: by.y, left: -by.x }[side];
  const count = Math.round(outwards / (outwards > 0 ? growing : shrinking));
  const now = isUpright(side) ? grid.files : grid.ranks;
  return Math.max(1 - now, Math.min(MOST - now, count)) + 0;
}

/** The outline of the board with more rows or columns at a side. */
export function outline(grid: Grid, side: Side, count: number): Box {
  const by = count * grid.cell;
  return {
    x: grid.x - (side === 'left' ? by : 0),
    y: grid.y - (side === 'top' ? by : 0),
    width: grid.files * grid.cell + (isUpright(side) ? by : 0),
    height: grid.ranks * grid.cell + (isUpright(side) ? 0 : by),
  };
}

/** The size of the board with more rows or columns, as people write it. */
export function sizeText(grid: Grid, side: Side, count: number): string {
  const [files, ranks] = isUpright(side)
    ? [grid.files + count, grid.ranks]
    : [grid.files, grid.ranks + count];
  return `${files} × ${ranks}`;
}

/** The operation of a drag; null if the size stays. */
export function resizing(side: Side, count: number): EditOperation | null {
  return count === 0 ? null : { resize: side, grows: count > 0, count: Math.abs(count) };
}
