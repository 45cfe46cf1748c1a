/**
 * Installs what packing needs, so that one command is enough on a clean clone.
 * Plain JavaScript, so that an older Node can still print the advice.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));

const needed = /\d+\.\d+/.exec(manifest.engines.node)?.[0] ?? '0.0';
const [major, minor] = needed.split('.').map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `error: this is Node.js ${process.versions.node}; get ${needed} or newer from https://nodejs.org`,
  );
  process.exit(1);
}

/** Returns the modification time of a file, or 0 if it does not exist. */
const time = (file) => statSync(path.join(here, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (time('node_modules/.package-lock.json') < time('package-lock.json')) {
  const options = { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' };
  process.exit(spawnSync('npm', ['ci', '--no-audit', '--no-fund'], options).status ?? 1);
}
