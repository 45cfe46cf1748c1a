/** Tests the list of a page, without a page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReached, numberOf, type PagePuzzle, par, puzzleOf, scripted } from '../page/data.ts';
import { type Filter, fits, solvedIn } from '../page/list.ts';

const PUZZLE: PagePuzzle = {
  identity: '0',
  fragment: 'one-slide',
  section: 'One',
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
  const on = (daily: string | null, day: string) => puzzleOf({ title: '', daily, puzzles }, day)?.title;
  assert.equal(on('2026-12-30', '2026-12-30'), 'a');
  assert.equal(on('2026-12-30', '2026-12-31'), 'b');
  assert.equal(on('2026-12-30', '2027-01-01'), 'c');
  assert.equal(on('2026-12-30', '2027-01-02'), 'a');
  assert.equal(on('2026-12-30', '2026-12-29'), 'c');
  assert.equal(on(null, '2026-12-30'), undefined);
  assert.equal(numberOf({ title: '', daily: '2026-12-30', puzzles }, '2027-01-02'), 4);
});

test('the puzzle of a day can be solved', () => {
  const puzzles = [PUZZLE, { ...PUZZLE, state: 'unsolvable' as const }, { ...PUZZLE, title: 'c' }];
  const data = { title: '', daily: '2026-12-30', puzzles };
  assert.equal(puzzleOf(data, '2026-12-31')?.title, 'c');
  assert.equal(puzzleOf({ ...data, puzzles: puzzles.slice(1, 2) }, '2026-12-31'), null);
});

test('a game counts if the side that plays first reaches the proved result', () => {
  const slider = (summary: string, moves: number | null): PagePuzzle => ({
    ...PUZZLE,
    game: 'slider',
    summary,
    moves,
  });
  const is = (puzzle: PagePuzzle, count: number, solved = true) => isReached(puzzle, { solved, count });
  assert.ok(is(slider('win 1', 1), 1));
  // The other side made the last move.
  assert.ok(!is(slider('win 1', 1), 2));
  assert.ok(is(slider('loss 4', 4), 4));
  assert.ok(!is(slider('loss 4', 4), 2));
  assert.ok(is(slider('draw', null), 9));
  assert.ok(!is(slider('draw', null), 8));
  assert.ok(is(PUZZLE, 7));
  assert.ok(!is(PUZZLE, 7, false));
  // It was solved before any move.
  assert.ok(!is({ ...PUZZLE, moves: 0 }, 0));
});

test('the pushes of a scripted opponent are known', () => {
  const puzzle = { ...PUZZLE, game: 'rush', text: 'puzzle rush\n  opponent: 4> cv\n' };
  assert.deepEqual(
    [0, 1, 2].map((moves) => scripted(puzzle, moves)),
    ['4>', 'cv', null],
  );
  assert.equal(scripted(PUZZLE, 0), null);
});

test('par is shown only if it is proved', () => {
  assert.equal(par(PUZZLE), 'par 4');
  assert.equal(
    par({ ...PUZZLE, state: 'unknown', summary: 'at least 7 moves', moves: null }),
    'par unknown (at least 7 moves)',
  );
  assert.equal(par({ ...PUZZLE, state: 'unsolvable', moves: null }), 'no solution');
  const slider = { ...PUZZLE, game: 'slider', summary: 'win 9', moves: 9 };
  assert.equal(par(slider), 'H wins in 9 moves');
  assert.equal(par({ ...slider, summary: 'loss 1', moves: 1 }), 'V wins in 1 move');
  assert.equal(par({ ...slider, text: 'puzzle slider\n  to-move: V\n' }), 'V wins in 9 moves');
  assert.equal(solvedIn(PUZZLE, { moves: 4, helped: false }), '★★★ solved at par');
  assert.equal(solvedIn(PUZZLE, { moves: 6, helped: true }), '★★☆ solved in 6 💡');
});
