import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../src/outcome.ts';

test('only a refusal has a text', () => {
  assert.equal(refused({ refused: 'd1 is taken' }), 'Not possible: d1 is taken.');
  const moved = { applied: true, moved: 'R', from: 'a1', to: 'c4', before: 6, after: 9 };
  for (const other of [null, undefined, 'text', [], moved, [{ form: 'x', text: 'y' }]]) {
    assert.equal(refused(other), null);
  }
});
