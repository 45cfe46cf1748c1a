import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldersBetween, ProvedFiles, parted, signLine, verdict } from '../src/proofs/files.ts';
import { icon, STATES } from '../src/proofs/icons.ts';
import type { Change, Fault, Proof, State } from '../src/proofs/protocol.ts';

const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function proof(id: string, state: State, more: Partial<Proof> = {}): Proof {
  const rest = { game: 'lunar', range: RANGE, line: 0, summary: 'x', time: null, claim: null, faults: [] };
  return { id, title: id, state, ...rest, ...more };
}

test('partial updates give the same list as a full one', () => {
  const uri = 'file:///a.carom';
  const files = new ProvedFiles();
  const update = (whole: boolean, ...changes: Change[]) => files.take({ uri, version: 1, whole, changes });
  const change = (start: number, removed: number, moved: number, ...puzzles: Proof[]) => ({
    start,
    removed,
    puzzles,
    moved,
  });
  update(true, change(0, 0, 0, proof('a', 'stale'), proof('b', 'proving')));
  update(false, change(1, 1, 0, proof('b', 'failed')));
  assert.deepEqual(
    files.of(uri).map(({ id, state }) => [id, state]),
    [
      ['a', 'stale'],
      ['b', 'failed'],
    ],
  );
  update(true, change(0, 0, 0, proof('b', 'proved')));
  assert.deepEqual(files.of(uri), [proof('b', 'proved')]);
  // Some puzzles are added, some removed, and some moved.
  update(
    false,
    change(0, 0, 2, proof('a', 'stale')),
    change(1, 0, 0, proof('c', 'stale'), proof('d', 'stale')),
  );
  update(false, change(2, 1, 3), change(4, 0, 0, proof('e', 'stale')));
  const lines = files.of(uri).map(({ id, line, range }) => [id, line, range.end.line]);
  assert.deepEqual(lines, [
    ['a', 0, 0],
    ['b', 2, 2],
    ['d', 3, 3],
    ['e', 0, 0],
  ]);
  update(true);
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
