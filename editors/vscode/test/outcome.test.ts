import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcome } from '../src/client/outcome.ts';

test('a refusal and a new start are told, and nothing else', () => {
  assert.deepEqual(outcome({ refused: 'd1 is taken' }), {
    kind: 'refused',
    text: 'Not possible: d1 is taken.',
  });
  const moved = { applied: true, moved: 'R', from: 'a1', to: 'c4', before: 6, after: 9 };
  assert.deepEqual(outcome(moved), { kind: 'moved', text: 'Moved from a1 to c4: 9 moves, before 6.' });
  for (const other of [
    null,
    undefined,
    'text',
    [],
    { applied: true, now: 'R' },
    [{ form: 'x', text: 'y' }],
  ]) {
    assert.equal(outcome(other), null);
  }
});
