import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readLine } from '../src/client/logging.ts';
import { servedSchemes } from '../src/client/schemes.ts';
import { Searches } from '../src/client/searches.ts';
import { serverSettings } from '../src/client/settings.ts';
import { summary } from '../src/summary.ts';

test('the server gets its own settings and no others', () => {
  const settings = {
    lints: { 'duplicate-name': 'allow' },
    limits: { maxPositions: 5, maxMemory: null },
    require: { moves: '6..15', unique: true, allRobots: false, keys: [] },
    format: { lineEnding: 'lf' },
    hoverMap: true,
    showUnfinished: true,
    log: null,
    server: { path: '/x' },
    trace: { server: 'off' },
  };
  assert.deepEqual(serverSettings(settings), {
    lints: settings.lints,
    limits: { maxPositions: 5 },
    require: { moves: '6..15', unique: true },
    format: { lineEnding: 'lf' },
    hoverMap: true,
    showUnfinished: true,
  });
  assert.deepEqual(serverSettings(undefined), {});
});

test('what the settings page shows where nothing is set is not sent', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const properties = manifest.contributes.configuration.properties;
  const shown: Record<string, Record<string, unknown> | unknown> = {};
  for (const [name, { type, default: value }] of Object.entries<{ type: string; default: unknown }>(
    properties,
  )) {
    // The settings page can edit a list of types, or null, only as JSON.
    assert.ok(['string', 'integer', 'boolean', 'array', 'object'].includes(type), `${name}: ${type}`);
    const [, first = '', second] = name.split('.');
    shown[first] = second === undefined ? value : { ...(shown[first] as object), [second]: value };
  }
  const unset = { lints: {}, limits: {}, require: {}, answers: 'lens' };
  assert.deepEqual(serverSettings(shown), unset);
});

test('documents that cannot be written are not the server’s', () => {
  const isWritable = (scheme: string) => ({ memfs: true, git: false })[scheme];
  const served = servedSchemes(['file', 'memfs', 'git', 'later'], isWritable);
  assert.deepEqual(served, ['file', 'untitled', 'vscode-vfs', 'vscode-remote', 'memfs', 'later']);
  assert.ok(!servedSchemes([], () => true).includes('git'));
});

test('a line of the log keeps its level', () => {
  assert.deepEqual(readLine('2026-01-01T00:00:00.5Z  WARN carom::lsp: late'), {
    level: 'warn',
    text: 'carom::lsp: late',
  });
  assert.equal(readLine('2026-01-01T00:00:00Z DEBUG x').level, 'debug');
  assert.deepEqual(readLine('thread panicked'), { level: 'error', text: 'thread panicked' });
});

test('stopping all stops what runs and what comes until all is quiet', () => {
  const stopped: (string | number)[] = [];
  const searches = new Searches((token) => stopped.push(token));
  searches.update({ open: 3, running: 2, titles: ['a', 'b'] });
  searches.report('one', 'at least 3 moves');
  searches.report('one', undefined);
  assert.deepEqual(searches.messages, ['at least 3 moves']);
  searches.stopAll();
  searches.report('two', 'at least 1 move');
  searches.report('two', 'at least 2 moves');
  assert.deepEqual(stopped, ['one', 'two']);
  searches.end('one');
  searches.end('two');
  searches.update({ open: 0, running: 0, titles: [] });
  searches.update({ open: 1, running: 1, titles: ['c'] });
  searches.report('three', '');
  assert.deepEqual(stopped, ['one', 'two']);
});

test('the status names what is solved, and counts the rest', () => {
  const server = { path: '/a/carom', origin: 'the PATH', version: '1.0.0' };
  const running = { kind: 'running', server } as const;
  const busy = summary(running, { open: 5, running: 2, titles: ['First', 'Second'] }, ['9 positions']);
  assert.equal(busy.text, 'carom: solving 5');
  assert.equal(
    busy.detail,
    'Solving First, Second, 3 more\n9 positions\nClick for a menu with “Stop Solving”.',
  );
  const wrong = [{ setting: 'carom.limits.maxMemory', message: 'expected bytes' }];
  const bad = summary(running, { open: 0, running: 0, titles: [] }, [], wrong);
  assert.equal(bad.text, 'carom: wrong setting');
  assert.match(bad.detail, /carom\.limits\.maxMemory: expected bytes/);
  const idle = summary(running, { open: 0, running: 0, titles: [] }, []);
  assert.equal(idle.text, 'carom');
  assert.match(idle.detail, /carom 1\.0\.0/);
  const none = { server: null, setting: null, places: [], refused: [] };
  const missing = summary({ kind: 'missing', search: none }, searchesIdle, []);
  // An editor without carom stays quiet; a program that does not run is a mistake.
  assert.ok(!missing.isWrong);
  assert.equal(missing.text, 'carom: not found');
  const place = { path: '/a/carom', origin: 'the PATH' };
  const old = { ...none, refused: [{ ...place, fault: { kind: 'old', version: '0.0.1' } as const }] };
  assert.equal(summary({ kind: 'missing', search: old }, searchesIdle, []).text, 'carom: too old');
  const broken = { ...none, refused: [{ ...place, fault: { kind: 'broken', reason: 'x' } as const }] };
  const failing = summary({ kind: 'missing', search: broken }, searchesIdle, []);
  assert.equal(failing.text, 'carom: does not run');
  assert.ok(failing.isWrong);
});

const searchesIdle = { open: 0, running: 0, titles: [] };
