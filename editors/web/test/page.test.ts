/** Tests the list of a page, without a page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PagePuzzle, par } from '../page/data.ts';
import { type Filter, fits, solvedIn } from '../page/list.ts';

const PUZZLE: PagePuzzle = {
  identity: '0',
  fragment: 'one-slide',
  title: 'One Slide',
  author: 'Ann',
  game: 'lunar',
  game_title: 'Lunar Lockout',
  text: '',
  solution: '',
  state: 'solved',
  summary: '4 moves',
  moves: 4,
};
const ALL: Filter = { game: '', name: '', least: null, most: null };

test('a filter keeps what fits all its parts', () => {
  const fitting: Partial<Filter>[] = [
    {},
    { game: 'lunar' },
    { name: ' slide' },
    { name: 'ann' },
    { least: 4, most: 4 },
  ];
  const others: Partial<Filter>[] = [
    { game: 'rush' },
    { name: 'two' },
    { least: 5 },
    { most: 3 },
    { game: 'rush', name: 'slide' },
  ];
  for (const filter of fitting) {
    assert.ok(fits(PUZZLE, { ...ALL, ...filter }), JSON.stringify(filter));
  }
  for (const filter of others) {
    assert.ok(!fits(PUZZLE, { ...ALL, ...filter }), JSON.stringify(filter));
  }
  assert.ok(!fits({ ...PUZZLE, moves: null }, { ...ALL, most: 9 }));
});

test('par is shown only if it is proved', () => {
  assert.equal(par(PUZZLE), 'par 4');
  assert.equal(
    par({ ...PUZZLE, state: 'unknown', summary: 'at least 7 moves', moves: null }),
    'par unknown (at least 7 moves)',
  );
  assert.equal(par({ ...PUZZLE, state: 'unsolvable', moves: null }), 'no solution');
  assert.equal(par({ ...PUZZLE, game: 'slider', summary: 'win 9', moves: 9 }), 'win 9');
  assert.equal(solvedIn(PUZZLE, 4), '★ solved at par');
  assert.equal(solvedIn(PUZZLE, 6), '✓ solved in 6');
});
