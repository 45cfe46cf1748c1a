import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnough, OLDEST, readVersion } from '../src/server/version.ts';

test('the version is what follows the name', () => {
  assert.equal(readVersion('carom 0.1.0\n'), '0.1.0');
  assert.equal(readVersion('carom 1.20.3-rc.1\r\n'), '1.20.3-rc.1');
});

test('another program has no version', () => {
  for (const output of [
    '',
    'carom\n',
    'carom is great\n',
    'caromel 1.0.0\n',
    '1.0.0\n',
    'usage: carom 1\n',
  ]) {
    assert.equal(readVersion(output), null, output);
  }
});

test('a version is enough from the oldest on, with what leads up to it', () => {
  assert.ok(isEnough(OLDEST));
  const cases: [string, boolean][] = [
    ['1.1.9', false],
    ['1.2.0-dev', true],
    ['1.2.0', true],
    ['1.10.0', true],
    ['0.9.9', false],
    ['2.0.0', true],
  ];
  for (const [version, expected] of cases) {
    assert.equal(isEnough(version, '1.2.0'), expected, version);
  }
});
