import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrow,
  beside,
  corner,
  DIRECTIONS,
  type Grid,
  line,
  middle,
  place,
  rows,
  spotAt,
  squareAt,
  squareName,
  towards,
} from '../src/grid.ts';

const GRIDS: Grid[] = [
  { files: 5, ranks: 3, x: 28, y: 12, cell: 40 },
  { files: 1, ranks: 1, x: 0, y: 0, cell: 10 },
  { files: 16, ranks: 16, x: 44, y: 26, cell: 40 },
];

test('every square is where it is drawn, and is found there', () => {
  for (const grid of GRIDS) {
    const squares = rows(grid);
    assert.equal(squares.length, grid.ranks);
    assert.equal(squares[0]?.[0], `a${grid.ranks}`);
    assert.equal(new Set(squares.flat()).size, grid.files * grid.ranks);
    for (const square of squares.flat()) {
      assert.equal(squareName(...place(square)), square);
      assert.equal(squareAt(grid, middle(grid, square)), square);
      assert.equal(squareAt(grid, corner(grid, square)), square);
    }
    assert.equal(squareAt(grid, { x: grid.x - 1, y: grid.y + 1 }), null);
    assert.equal(squareAt(grid, { x: grid.x + 1, y: grid.y + grid.ranks * grid.cell }), null);
  }
});

test('each line between neighbours is hit from both sides, and only there', () => {
  for (const grid of GRIDS) {
    for (const square of rows(grid).flat()) {
      const at = middle(grid, square);
      assert.deepEqual(spotAt(grid, at, true), { kind: 'square', square });
      for (const direction of DIRECTIONS) {
        const other = beside(grid, square, direction);
        const outside = beside(grid, square, direction, 16);
        assert.equal(outside, null);
        const [right, down] = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] }[direction] as [
          number,
          number,
        ];
        const reach = grid.cell * 0.45;
        const point = { x: at.x + right * reach, y: at.y + down * reach };
        const spot = spotAt(grid, point, true);
        if (other === null) {
          assert.deepEqual(spot, { kind: 'square', square });
        } else {
          assert.deepEqual(spot, { kind: 'edge', square, squares: [square, other] });
          const [start, end] = line(grid, [square, other]);
          assert.deepEqual(line(grid, [other, square]), [start, end]);
          // The line runs halfway between the two, and is as long as a side.
          assert.equal((start.x + end.x) / 2, (at.x + middle(grid, other).x) / 2);
          assert.equal((start.y + end.y) / 2, (at.y + middle(grid, other).y) / 2);
          assert.equal(Math.abs(start.x - end.x) + Math.abs(start.y - end.y), grid.cell);
        }
        assert.deepEqual(spotAt(grid, point, false), { kind: 'square', square });
      }
      // In a corner, the line is ambiguous.
      const near = { x: corner(grid, square).x + 1, y: corner(grid, square).y + 1 };
      assert.equal(spotAt(grid, near, true)?.kind, 'square');
    }
  }
});

test('a drag has a direction as soon as it is long enough', () => {
  const start = { x: 50, y: 50 };
  assert.equal(towards(start, { x: 57, y: 52 }, 8), null);
  assert.equal(towards(start, { x: 60, y: 52 }, 8), 'right');
  assert.equal(towards(start, { x: 40, y: 52 }, 8), 'left');
  assert.equal(towards(start, { x: 52, y: 38 }, 8), 'up');
  assert.equal(towards(start, { x: 52, y: 62 }, 8), 'down');
  assert.deepEqual(['ArrowUp', 'ArrowLeft', 'Enter', 'Up'].map(arrow), ['up', 'left', null, null]);
});
