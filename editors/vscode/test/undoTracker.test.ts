import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UndoTracker } from '../src/solution/undoTracker.ts';

const URI = 'file:///one.carom';

/** Returns what can be undone and redone after changes: `e` is an edit, `u` an undo, `r` a redo. */
function after(changes: string, version = 1): string {
  const tracker = new UndoTracker();
  tracker.opened(URI, version);
  for (const change of changes) {
    tracker.changed(URI, change === 'u' ? 'undo' : change === 'r' ? 'redo' : null);
  }
  const { canUndo, canRedo } = tracker.state(URI);
  return [canUndo && 'undo', canRedo && 'redo'].filter(Boolean).join(' ');
}

test('a fresh document has nothing to undo or redo', () => {
  assert.equal(after(''), '');
});

test('edits are undone and redone to their ends, and an edit ends redo', () => {
  assert.equal(after('e'), 'undo');
  assert.equal(after('eu'), 'redo');
  assert.equal(after('eeu'), 'undo redo');
  assert.equal(after('eeuu'), 'redo');
  assert.equal(after('eeuur'), 'undo redo');
  assert.equal(after('eeuurr'), 'undo');
  assert.equal(after('eeue'), 'undo');
});

test('undo and redo stay enabled if changes may have been missed', () => {
  assert.equal(after('', 7), 'undo redo');
  assert.equal(after('uu', 7), 'undo redo');
  assert.equal(after('e', 7), 'undo');
  assert.equal(after('eu', 7), 'undo redo');
});

test('one step of undo may take several changes back', () => {
  // Two typed letters were undone in one step: a second undo might still do something.
  assert.equal(after('eeu'), 'undo redo');
});

test('a document that is opened again keeps its steps, unless it is fresh', () => {
  const tracker = new UndoTracker();
  tracker.opened(URI, 1);
  tracker.changed(URI, null);
  tracker.opened(URI, 2);
  assert.deepEqual(tracker.state(URI), { canUndo: true, canRedo: false });
  tracker.opened(URI, 1);
  assert.deepEqual(tracker.state(URI), { canUndo: false, canRedo: false });
  assert.deepEqual(tracker.state('file:///other.carom'), { canUndo: true, canRedo: true });
});
