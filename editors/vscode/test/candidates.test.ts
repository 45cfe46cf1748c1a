import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidates, expandSetting, type Surroundings } from '../src/server/candidates.ts';

const around: Surroundings = {
  platform: 'linux',
  env: { PATH: '/usr/bin:bin:/opt/bin:/usr/bin:' },
  home: '/home/ann',
  folders: ['/home/ada/decks'],
  isTrusted: true,
  extension: '/ext',
};

const paths = (surroundings: Surroundings) => candidates(surroundings).map(({ path }) => path);

test('what the extension brings goes first, and the workspace before the PATH', () => {
  assert.deepEqual(paths(around), [
    '/ext/server/carom',
    '/home/ada/decks/target/release/carom',
    '/home/ada/decks/target/debug/carom',
    '/usr/bin/carom',
    '/opt/bin/carom',
    '/home/ann/.cargo/bin/carom',
  ]);
});

test('nothing of a workspace that is not trusted is run', () => {
  const inside = paths({ ...around, isTrusted: false }).filter((path) => path.startsWith('/work'));
  assert.deepEqual(inside, []);
});

test('a relative entry of the PATH is no place', () => {
  assert.ok(paths(around).every((path) => path.startsWith('/')));
});

test('cargo may install elsewhere', () => {
  const env = { ...around.env, CARGO_HOME: '/opt/cargo' };
  assert.ok(paths({ ...around, env }).includes('/opt/cargo/bin/carom'));
});

const onWindows: Surroundings = {
  platform: 'win32',
  env: { Path: 'C:\\tools;"D:\\my tools";bin;' },
  home: 'C:\\Users\\ann',
  folders: ['C:\\decks'],
  isTrusted: true,
  extension: 'C:\\ext',
};

test('Windows has its own names', () => {
  assert.deepEqual(paths(onWindows), [
    'C:\\ext\\server\\carom.exe',
    'C:\\decks\\target\\release\\carom.exe',
    'C:\\decks\\target\\debug\\carom.exe',
    'C:\\tools\\carom.exe',
    'D:\\my tools\\carom.exe',
    'C:\\Users\\ann\\.cargo\\bin\\carom.exe',
  ]);
  const cases = {
    '~\\bin\\carom': 'C:\\Users\\ann\\bin\\carom.exe',
    'D:/tools/carom.exe': 'D:/tools/carom.exe',
    'target\\carom': 'C:\\decks\\target\\carom.exe',
  };
  for (const [setting, expected] of Object.entries(cases)) {
    assert.equal(expandSetting(setting, onWindows), expected, setting);
  }
});

test('a setting may name places by variables', () => {
  const cases = {
    '~/bin/carom': '/home/ann/bin/carom',
    ' /opt/carom ': '/opt/carom',
    '${workspaceFolder}/carom': '/home/ada/decks/carom',
    '${userHome}/carom': '/home/ann/carom',
    'target/carom': '/home/ada/decks/target/carom',
    '/a~/carom': '/a~/carom',
  };
  for (const [setting, expected] of Object.entries(cases)) {
    assert.equal(expandSetting(setting, around), expected, setting);
  }
  assert.equal(expandSetting('carom', { ...around, folders: [] }), '/home/ann/carom');
});
