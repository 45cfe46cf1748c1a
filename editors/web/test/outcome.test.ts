import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused, suggestion } from '../src/outcome.ts';

test('only a refusal has a text', () => {
  assert.equal(refused({ refused: 'd1 is taken' }), 'Not possible: d1 is taken.');
  const moved = { applied: true, moved: 'R', from: 'a1', to: 'c4', before: 6, after: 9 };
  for (const other of [null, undefined, 'text', [], moved, [{ form: 'x', text: 'y' }]]) {
    assert.equal(refused(other), null);
  }
});

test('a suggestion says whether it is the best of all changes', () => {
  const best = {
    applied: true,
    moved: 'R',
    label: 'red robot R',
    from: 'a1',
    to: 'c4',
    before: 6,
    after: 9,
    complete: true,
    unknown: 0,
  } as const;
  const moved = 'Moved red robot R from a1 to c4: 9 moves instead of 6.';
  assert.equal(suggestion(best), moved);
  assert.equal(
    suggestion({ ...best, complete: false, unknown: 512 }),
    `${moved} It is the best so far: 512 other changes have no answer. Search again to go on from here.`,
  );
});
