import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldersBetween, ProvedFiles, parted, signLine, verdict } from '../src/proofs/files.ts';
import { icon, STATES } from '../src/proofs/icons.ts';
import type { Fault, Proof, State } from '../src/proofs/protocol.ts';

const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function proof(id: string, state: State, more: Partial<Proof> = {}): Proof {
  const rest = { game: 'lunar', range: RANGE, line: 0, summary: 'x', time: null, claim: null, faults: [] };
  return { id, title: id, state, ...rest, ...more };
}

test('a notification replaces the puzzles of its document', () => {
  const uri = 'file:///a.carom';
  const files = new ProvedFiles();
  const take = (...puzzles: Proof[]) => files.take({ uri, version: 1, puzzles });
  take(proof('a', 'stale'), proof('b', 'proving'));
  take(proof('b', 'proved'));
  assert.deepEqual(files.of(uri), [proof('b', 'proved')]);
  take();
  assert.deepEqual(files.uris, []);
});

test('the wrong claim is separated from other errors', () => {
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

test('a sign is within its puzzle, below the button that proves it', () => {
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

test('a verdict changes with the diagnostics of the puzzle', () => {
  const range = { start: { line: 7, character: 0 }, end: { line: 7, character: 9 } };
  const claim = { range: RANGE, claimed: 'moves: 2', found: 'moves: 1' };
  const fault = { range: RANGE, code: 'moves-mismatch', message: 'x' };
  const one = proof('a', 'failed', { claim, faults: [fault] });
  const moved = { line: 7, range, time: 5, claim: { ...claim, range }, faults: [{ ...fault, range }] };
  assert.equal(verdict({ ...one, ...moved }), verdict(one));
  const others: Partial<Proof>[] = [
    { state: 'invalid' },
    { summary: 'y' },
    { claim: null },
    { claim: { ...claim, found: 'moves: 3' } },
    { faults: [] },
    { faults: [{ ...fault, message: 'y' }] },
  ];
  for (const other of others) {
    assert.notEqual(verdict({ ...one, ...other }), verdict(one));
  }
});
