/** Tests the list of a page, without a page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PagePuzzle, par } from '../page/data.ts';
import { rulesInWords } from '../page/guide.ts';
import { type Filter, fits, solvedIn } from '../page/list.ts';

const PUZZLE: PagePuzzle = {
  identity: '0',
  fragment: 'one-slide',
  title: 'One Slide',
  author: 'Ann',
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

test('the rules of a puzzle are told in words', () => {
  const words = (text: string) => rulesInWords({ ...PUZZLE, game: /\w+$/m.exec(text)?.[0] ?? '', text });
  const turns = 'must turn at least once before it stops on its target.';
  assert.equal(words('puzzle ricochet\n  board:\n    R . r\n'), `Red ${turns}`);
  assert.equal(words('puzzle ricochet\n  target: q c1\n  board:\n    Q . .\n'), `Robot Q ${turns}`);
  assert.equal(words('puzzle ricochet\n  target: blue-star\n  tiles: 1A 2A 3A 4A\n'), `Blue ${turns}`);
  assert.equal(words('puzzle ricochet\n  board:\n    R . *\n'), `The robot ${turns}`);
  assert.equal(words('puzzle ricochet\n  rules: direct\n  board:\n    R . r\n'), '');
  assert.equal(
    words('puzzle ricochet\n  rules: direct no-rebound grouped\n  board:\n    R . r\n'),
    'No robot may slide straight back to where it came from. Consecutive slides of one piece count as one move.',
  );
  assert.match(words('puzzle lunar\n  rules: stay\n  board:\n    @ + A\n'), /^Humans stay/);
  assert.equal(words('puzzle lunar\n  board:\n    @ + A\n'), '');
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
