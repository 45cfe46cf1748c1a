/** Tests the list of a page, without a page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PagePuzzle, par, puzzleOf } from '../page/data.ts';
import { type Filter, fits, solvedIn } from '../page/list.ts';

const PUZZLE: PagePuzzle = {
  identity: '0',
  fragment: 'one-slide',
  title: 'One Slide',
  author: 'Ann',
  rules: '',
  notes: null,
  difficulty: 'hard',
  game: 'lunar',
  game_title: 'Lunar Lockout',
  text: '',
  solution: '',
  state: 'solved',
  summary: '4 moves',
  moves: 4,
};

test('a filter keeps what fits all its parts', () => {
  const fitting: Partial<Filter>[] = [
    {},
    { game: 'lunar' },
    { name: ' slide' },
    { name: 'ann' },
    { least: '4', most: '4' },
    { difficulty: 'hard', unsolved: '1' },
  ];
  const others: Partial<Filter>[] = [
    { game: 'rush' },
    { name: 'two' },
    { least: '5' },
    { difficulty: 'easy' },
    { most: '3' },
    { game: 'rush', name: 'slide' },
  ];
  for (const filter of fitting) {
    assert.ok(fits(PUZZLE, filter, false), JSON.stringify(filter));
  }
  for (const filter of others) {
    assert.ok(!fits(PUZZLE, filter, false), JSON.stringify(filter));
  }
  assert.ok(!fits(PUZZLE, { unsolved: '1' }, true));
  assert.ok(!fits({ ...PUZZLE, moves: null }, { most: '9' }, false));
});

test('each day has the next puzzle, and the first follows the last', () => {
  const titles = ['a', 'b', 'c'];
  const puzzles = titles.map((title) => ({ ...PUZZLE, title }));
  const on = (daily: string | null, ...day: [number, number, number, number]) =>
    puzzleOf({ title: '', daily, puzzles }, new Date(...day))?.title;
  assert.equal(on('2026-12-30', 2026, 11, 30, 0), 'a');
  assert.equal(on('2026-12-30', 2026, 11, 31, 23), 'b');
  assert.equal(on('2026-12-30', 2027, 0, 1, 12), 'c');
  assert.equal(on('2026-12-30', 2027, 0, 2, 12), 'a');
  assert.equal(on('2026-12-30', 2026, 11, 29, 12), 'c');
  assert.equal(on(null, 2026, 11, 30, 0), undefined);
});

test('par is shown only if it is proved', () => {
  assert.equal(par(PUZZLE), 'par 4');
  assert.equal(
    par({ ...PUZZLE, state: 'unknown', summary: 'at least 7 moves', moves: null }),
    'par unknown (at least 7 moves)',
  );
  assert.equal(par({ ...PUZZLE, state: 'unsolvable', moves: null }), 'no solution');
  assert.equal(par({ ...PUZZLE, game: 'slider', summary: 'win 9', moves: 9 }), 'win 9');
  assert.equal(solvedIn(PUZZLE, 4), '★★★ solved at par');
  assert.equal(solvedIn(PUZZLE, 6), '★★☆ solved in 6');
});
