import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridOf } from '../src/grid.ts';
import { added, outline, pace, resizing, sideAt, sizeText } from '../src/resizing.ts';
import { board } from './board.ts';

/** Three by three squares of 40 units, from 28 to 148 and from 12 to 132. */
const GRID = gridOf(board());

test('a point on the border belongs to the nearest side, and one in the middle to none', () => {
  const side = (x: number, y: number) => sideAt(GRID, { x, y }, 5, false);
  assert.equal(side(88, 12), 'top');
  assert.equal(side(148, 72), 'right');
  assert.equal(side(88, 132), 'bottom');
  assert.equal(side(28, 72), 'left');
  assert.equal(side(88, 72), null);
  // Closer to the right side than to the top.
  assert.equal(side(146, 18), 'right');
  // Up to half a square outside.
  assert.equal(side(166, 72), 'right');
  assert.equal(side(170, 72), null);
  assert.equal(side(166, 160), null);
});

test('a finger reaches farther than a mouse, but a piece on the border stays within reach', () => {
  const at = { x: 130, y: 72 };
  assert.equal(sideAt(GRID, at, 5, false), null);
  assert.equal(sideAt(GRID, at, 25, false), 'right');
  assert.equal(sideAt(GRID, at, 25, true), null);
  assert.equal(sideAt(GRID, { x: 145, y: 72 }, 25, true), 'right');
});

test('a drag adds a row or column for each square, outwards on each side', () => {
  const speed = { growing: 40, shrinking: 40 };
  const by = (side: 'top' | 'right' | 'bottom' | 'left', x: number, y: number) =>
    added(GRID, side, { x, y }, speed);
  assert.equal(by('right', 85, 300), 2);
  assert.equal(by('left', -85, 300), 2);
  assert.equal(by('bottom', 300, 85), 2);
  assert.equal(by('top', 300, -85), 2);
  assert.equal(by('top', 0, 45), -1);
  assert.equal(by('right', 19, 0), 0);
  assert.equal(by('right', -19, 0), 0);
  // A board has 1 to 16 rows and columns.
  assert.equal(by('right', 9_999, 0), 13);
  assert.equal(by('right', -9_999, 0), -2);
});

test('there is room for four more columns where the window ends', () => {
  const speed = pace(36, 24);
  assert.equal(added(GRID, 'right', { x: 24, y: 0 }, speed), 4);
  assert.equal(added(GRID, 'right', { x: -36, y: 0 }, speed), -1);
  assert.deepEqual(pace(36, 500), { growing: 36, shrinking: 36 });
});

test('the outline and the size are those of the new board', () => {
  assert.deepEqual(outline(GRID, 'left', 2), { x: -52, y: 12, width: 200, height: 120 });
  assert.deepEqual(outline(GRID, 'bottom', -1), { x: 28, y: 12, width: 120, height: 80 });
  assert.deepEqual(outline(GRID, 'top', 1), { x: 28, y: -28, width: 120, height: 160 });
  assert.equal(sizeText(GRID, 'left', 4), '7 × 3');
  assert.equal(sizeText(GRID, 'top', -1), '3 × 2');
});

test('a drag is one operation, and none if the size stays', () => {
  assert.deepEqual(resizing('left', 3), { resize: 'left', grows: true, count: 3 });
  assert.deepEqual(resizing('top', -2), { resize: 'top', grows: false, count: 2 });
  assert.equal(resizing('top', 0), null);
});
