import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { advice, describe } from '../src/server/advice.ts';
import type { Surroundings } from '../src/server/candidates.ts';
import { type Fault, locate, probe } from '../src/server/locate.ts';

const around: Surroundings = {
  platform: 'linux',
  env: { PATH: '/a:/b' },
  home: '/home/ann',
  folders: [],
  isTrusted: true,
  extension: '/ext',
};

type World = Record<string, { version: string } | Fault>;

const look = (world: World, setting: string | null = null) =>
  locate(setting, around, async (path) => world[path] ?? { kind: 'absent' });

test('the first that is new enough is taken, and the others are remembered', async () => {
  const found = await look({
    '/a/carom': { version: '0.0.9' },
    '/b/carom': { kind: 'broken', reason: 'no permission' },
    '/home/ann/.cargo/bin/carom': { version: '0.1.0' },
  });
  assert.equal(found.server?.path, '/home/ann/.cargo/bin/carom');
  assert.equal(found.server?.version, '0.1.0');
  assert.deepEqual(
    found.refused.map(({ path, fault }) => [path, fault.kind]),
    [
      ['/a/carom', 'old'],
      ['/b/carom', 'broken'],
    ],
  );
});

test('a setting means that place and no other', async () => {
  const world: World = { '/a/carom': { version: '9.0.0' } };
  const found = await look(world, '/elsewhere/carom');
  assert.equal(found.server, null);
  assert.match(advice(found).message, /setting carom\.server\.path.*\/elsewhere\/carom.*no such file/);
  const folder = await look({ '/a': { kind: 'folder' } }, '/a');
  assert.match(advice(folder).message, /setting carom\.server\.path.*\/a .*it is a folder/);
  assert.equal((await look(world, '/a/carom')).server?.version, '9.0.0');
  assert.equal((await look(world, '  ')).server?.version, '9.0.0');
});

test('the advice names what was found, and each kind has a way out', async () => {
  const nothing = advice(await look({}));
  assert.match(nothing.message, /not found.*Install it/s);
  const old = advice(await look({ '/b/carom': { version: '0.0.1' } }));
  assert.match(old.message, /too old: \/b\/carom.*0\.0\.1.*needs/);
  const broken = advice(await look({ '/b/carom': { kind: 'broken', reason: 'no permission' } }));
  assert.match(broken.message, /\/b\/carom.*no permission/);
  for (const { remedies } of [nothing, old, broken]) {
    assert.ok(remedies.includes('install') && remedies.includes('choose') && remedies.includes('retry'));
  }
});

test('a program is asked for its version', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'carom-'));
  context.after(() => rm(folder, { recursive: true }));
  const program = async (name: string, script: string, mode = 0o755) => {
    const file = path.join(folder, name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, mode);
    return probe(file);
  };
  assert.deepEqual(await program('good', 'echo carom 1.2.3'), { version: '1.2.3' });
  assert.deepEqual(await probe(path.join(folder, 'none')), { kind: 'absent' });
  assert.deepEqual(await probe(folder), { kind: 'folder' });
  for (const [name, script, mode] of [
    ['other', 'echo I am another program', 0o755],
    ['failing', 'echo carom 1.2.3; exit 3', 0o755],
    ['shut', 'echo carom 1.2.3', 0o644],
  ] as const) {
    const answer = await program(name, script, mode);
    assert.ok('kind' in answer && answer.kind === 'broken', name);
    assert.match(describe({ path: name, origin: 'the PATH', fault: answer }), /cannot be run: ./);
  }
});
