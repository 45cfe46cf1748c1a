import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decks, foldersBetween, merged, parted, signLine } from '../src/proofs/decks.ts';
import { icon, STATES } from '../src/proofs/icons.ts';
import type { Fault, Proof, State } from '../src/proofs/protocol.ts';

const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function proof(id: string, state: State, more: Partial<Proof> = {}): Proof {
  const rest = { game: 'lunar', range: RANGE, line: 0, summary: 'x', time: null, claim: null, faults: [] };
  return { id, title: id, state, ...rest, ...more };
}

test('what is told piece by piece is what is told at once', () => {
  const uri = 'file:///a.carom';
  const decks = new Decks();
  const told = (whole: boolean, ...puzzles: Proof[]) => decks.take({ uri, version: 1, whole, puzzles });
  told(true, proof('a', 'stale'), proof('b', 'proving'));
  told(false, proof('b', 'failed'));
  assert.deepEqual(
    decks.of(uri).map(({ id, state }) => [id, state]),
    [
      ['a', 'stale'],
      ['b', 'failed'],
    ],
  );
  told(true, proof('b', 'proved'));
  assert.deepEqual(decks.of(uri), [proof('b', 'proved')]);
  told(true);
  assert.deepEqual(decks.uris, []);
  // Of a deck that is not known, a part says nothing.
  assert.deepEqual(merged([], { uri, version: 1, whole: false, puzzles: [proof('a', 'proved')] }), []);
});

test('the wrong claim is told apart from what else is wrong', () => {
  const fault = (code: string): Fault => ({ range: RANGE, code, message: code });
  const faults = [fault('illegal-move'), fault('moves-mismatch')];
  const claim = { range: RANGE, claimed: 'moves: 2', found: 'moves: 1' };
  const { claimed, others } = parted(proof('a', 'failed', { claim, faults }));
  assert.equal(claimed?.code, 'moves-mismatch');
  assert.deepEqual(others, [fault('illegal-move')]);
  assert.deepEqual(parted(proof('a', 'failed', { faults })), { claimed: undefined, others: faults });
});

test('a file is listed below its folders', () => {
  assert.deepEqual(foldersBetween('/w', '/w/a/b/c.carom'), ['a', 'b']);
  assert.deepEqual(foldersBetween('/w', '/w/c.carom'), []);
});

test('a sign stands within its puzzle, below the button that proves it', () => {
  assert.equal(signLine(proof('a', 'proved')), 0);
  const end = { line: 7, character: 0 };
  assert.equal(signLine(proof('a', 'proved', { line: 2, range: { ...RANGE, end } })), 3);
});

test('states differ in shape, not in colour alone', () => {
  for (const ground of ['light', 'dark', 'light-contrast', 'dark-contrast'] as const) {
    const shapes = STATES.map((state) => icon(state, ground).replaceAll(/#[0-9a-f]{6}/g, ''));
    assert.equal(new Set(shapes).size, STATES.length);
  }
});
