import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparison, directionOf, lettered, movers, movesFrom, next, slide, typed } from '../src/hand.ts';
import type { LegalMove, Play } from '../src/protocol.ts';
import { board } from './board.ts';

const legal: LegalMove[] = [
  { move: 'R^', motions: [{ id: 'R', from: 'a1', to: 'a3' }] },
  { move: 'R>', motions: [{ id: 'R', from: 'a1', to: 'c1' }] },
  { move: 'Gv', motions: [{ id: 'G', from: 'c3', to: 'c1' }] },
  { move: '@<', motions: [{ id: '@', from: 'b2', to: null }] },
  { move: '--', motions: [] },
];

test('a piece slides where a move of it goes, and nowhere else', () => {
  assert.equal(slide(legal, 'a1', 'up')?.move, 'R^');
  assert.equal(slide(legal, 'b2', 'left')?.move, '@<');
  assert.equal(slide(legal, 'a1', 'left'), null);
  assert.equal(slide(legal, null, 'up'), null);
  assert.deepEqual(legal.map(directionOf), ['up', 'right', 'down', 'left', null]);
});

test('a move of the whole board needs no piece, and moves each of its pieces', () => {
  const up = [
    { id: 'G@a1', from: 'a1', to: 'a3' },
    { id: 'G@b1', from: 'b1', to: 'b2' },
  ];
  const tilts: LegalMove[] = [
    { move: '^', motions: up },
    { move: '>', motions: up.slice(1) },
  ];
  for (const from of [null, 'a1', 'b1', 'c1']) {
    assert.equal(slide(tilts, from, 'right')?.move, '>');
    assert.equal(slide(tilts, from, 'left'), null);
  }
  assert.deepEqual(movers(tilts), ['a1', 'b1']);
  assert.deepEqual(
    movesFrom(tilts, 'b1').map(([{ move }, { to }]) => [move, to]),
    [
      ['^', 'b2'],
      ['>', 'b2'],
    ],
  );
});

test('the pieces that can move are chosen in turn, or by their letters', () => {
  assert.deepEqual(movers(legal), ['a1', 'c3', 'b2']);
  assert.equal(next(legal, null, 1), 'a1');
  assert.equal(next(legal, null, -1), 'b2');
  assert.equal(next(legal, 'b2', 1), 'a1');
  assert.equal(next(legal, 'a1', -1), 'b2');
  assert.equal(next(legal, 'c1', 1), 'a1');
  assert.equal(next([], 'a1', 1), null);
  assert.deepEqual(
    ['r', 'G', '@', 'x'].map((letter) => lettered(legal, letter)),
    ['a1', 'c3', 'b2', null],
  );
});

const play = (parts: Partial<Play>): Play => ({
  ...board(),
  frames: [],
  legal,
  refused: null,
  solved: false,
  optimum: 6,
  pieces: [],
  count: 0,
  left: null,
  settled: false,
  ...parts,
});

test('what was played is compared with the optimum', () => {
  const says = (parts: Partial<Play>, played: number) => comparison(play({ ...parts, count: played }));
  assert.equal(says({ left: 6 }, 0), 'No moves yet, 6 is optimal.');
  assert.equal(says({ left: 2 }, 4), '4 moves so far, 6 is optimal, 2 left.');
  assert.equal(says({ left: 5 }, 3), '3 moves so far, 6 is optimal, 5 left, 8 in all.');
  assert.equal(says({ state: 'solving' }, 1), '1 move so far, 6 is optimal; searching for the moves left.');
  assert.equal(says({ settled: true }, 1), '1 move so far, 6 is optimal; there is no way on from here.');
  assert.equal(
    says({ game: 'slider', optimum: null, settled: true }, 1),
    '1 move so far; best play is a draw.',
  );
  assert.equal(says({}, 1), '1 move so far, 6 is optimal; no way on from here is known.');
  assert.equal(says({ optimum: null }, 1), '1 move so far.');
  assert.equal(says({ solved: true, left: 0 }, 6), 'Solved in 6 moves, which is optimal.');
  assert.equal(says({ solved: true, left: 0 }, 7), 'Solved in 7 moves; 6 is optimal.');
  assert.equal(says({ solved: true, optimum: null }, 7), 'Solved in 7 moves.');
  const end = { move: 'd4^', label: 'd4^', turn: 2, text: '', svg: '' };
  const frames = [{ ...end, description: 'V leaves the board up from d4' }];
  assert.equal(says({ game: 'slider', solved: true, optimum: 1, frames }, 2), 'V has won after 2 moves.');
  assert.equal(says({ left: 0 }, 6), '6 moves so far, 6 is optimal; the last turn is not over.');
  assert.equal(says({ state: 'unsolvable', optimum: null }, 2), '2 moves so far; there is no solution.');
});

test('moves are typed with blanks between', () => {
  assert.deepEqual(typed('  R>  G^\t3>:^^ '), ['R>', 'G^', '3>:^^']);
  assert.deepEqual(typed('  '), []);
});
