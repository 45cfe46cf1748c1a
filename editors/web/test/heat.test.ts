import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heat, mapSummary, short } from '../src/heat.ts';
import type { MapSquare, PieceMap } from '../src/protocol.ts';
import { piece } from './board.ts';

const solved = (square: string, moves: number): MapSquare => ({
  square,
  state: 'solved',
  answer: moves === 1 ? '1 move' : `${moves} moves`,
  moves,
});
const other = (square: string, state: MapSquare['state']): MapSquare => ({
  square,
  state,
  answer: null,
  moves: null,
});
const map = (...squares: MapSquare[]): PieceMap => ({
  version: 1,
  line: 0,
  piece: piece('R', 'robot', 'a1'),
  done: squares.every(({ state }) => state !== 'pending'),
  squares,
  text: '',
});

test('each answer is shown as a number or a mark, never by its shade alone', () => {
  const cells = heat(
    map(
      solved('a1', 2),
      solved('b1', 6),
      solved('c1', 4),
      other('a2', 'unsolvable'),
      other('b2', 'unknown'),
      other('c2', 'pending'),
      other('a3', 'taken'),
    ),
  );
  const texts = [...cells].map(([square, { text }]) => `${square} ${text}`);
  assert.deepEqual(texts, ['a1 2', 'b1 6', 'c1 4', 'a2 ×', 'b2 ?', 'c2 ·', 'a3 ']);
  assert.deepEqual(
    [...cells.values()].map(({ shade }) => shade),
    [0, 1, 0.5, null, null, null, null],
  );
  assert.deepEqual(
    [...cells].filter(([, { isMost }]) => isMost).map(([square]) => square),
    ['b1'],
  );
  for (const { label } of cells.values()) {
    assert.notEqual(label, '');
  }
});

test('where all are alike no square stands out, and nothing known is no fault', () => {
  const alike = [...heat(map(solved('a1', 3), solved('b1', 3))).values()];
  assert.deepEqual(
    alike.map(({ shade, isMost }) => [shade, isMost]),
    [
      [0.5, false],
      [0.5, false],
    ],
  );
  const none = [...heat(map(other('a1', 'pending'))).values()];
  assert.deepEqual(
    none.map(({ shade, isMost }) => [shade, isMost]),
    [[null, false]],
  );
});

test('an answer that is not a number of moves keeps its first letter', () => {
  assert.deepEqual(['9 moves', '1 move', 'win 5', 'loss 12', 'draw'].map(short), [
    '9',
    '1',
    'W5',
    'L12',
    'D',
  ]);
});

test('the line below the map says how far it is, and where the most moves are', () => {
  assert.equal(
    mapSummary(map(solved('a1', 2), solved('b1', 6), other('c1', 'taken'))),
    'Map of robot R: all 2 squares, 2 to 6 moves; the most on b1.',
  );
  assert.equal(
    mapSummary(map(solved('a1', 2), other('b1', 'pending'), other('c1', 'unsolvable'))),
    'Map of robot R: 2 of 3 squares, 2 moves; the most on a1.',
  );
  assert.equal(mapSummary(map(other('a1', 'pending'))), 'Map of robot R: 0 of 1 squares.');
  const many = ['a1', 'b1', 'c1', 'd1', 'e1'].map((square) => solved(square, 7));
  assert.match(mapSummary(map(solved('a2', 1), ...many)), /the most on a1, b1, c1 and 2 more\.$/);
});
