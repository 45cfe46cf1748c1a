/** Compares the extension with the real server. `CAROM` names the program. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { test } from 'node:test';
import { page, readLints } from '../../src/lints/explain.ts';
import { probe } from '../../src/server/locate.ts';
import { isEnough } from '../../src/server/version.ts';
import { expand } from './expand.ts';

const here = path.resolve(import.meta.dirname, '../..');
const carom = process.env.CAROM ?? assert.fail('CAROM does not name the program');
const manifest = JSON.parse(await readFile(path.join(here, 'package.json'), 'utf8'));

/** Runs carom on a text. Its diagnostics are on standard output. */
function run(args: string[], input = '') {
  const { status, stdout } = spawnSync(carom, args, { input, encoding: 'utf8' });
  return { status, output: stdout };
}

test('the server of this repository is new enough', async () => {
  const answer = await probe(carom);
  assert.ok('version' in answer && isEnough(answer.version));
});

test('every lint has its setting, with its level and its page’s first line', () => {
  const { output } = run(['explain']);
  // The pages of the manual follow after a blank line.
  const [listed = '', pages = ''] = output.trimEnd().split('\n\n');
  assert.match(pages, /^introduction +page /);
  const lines = listed.split('\n');
  const lints = lines.map((line) => /^(\S+)\s+(\S+)\s+(.*)$/.exec(line)?.slice(1) ?? assert.fail(line));
  const declared = manifest.contributes.configuration.properties['carom.lints'].properties;
  const settings = Object.entries<{ default: string; markdownDescription: string }>(declared).map(
    ([code, setting]) => [code, setting.default, setting.markdownDescription],
  );
  assert.deepEqual(settings, lints);
  const read = readLints(output).map(({ code, level, summary }) => [code, level, summary]);
  assert.deepEqual(read, lints);
});

test('every lint has its page, and nothing else has', async () => {
  for (const { code } of readLints(run(['explain']).output)) {
    assert.match(await page(carom, code), new RegExp(`^# ${code}\n`));
  }
  await assert.rejects(page(carom, 'no-such-lint'));
  await assert.rejects(page(carom, '--help'), /no lint/);
});

const snippets = JSON.parse(await readFile(path.join(here, 'snippets/carom.json'), 'utf8'));

test('each game has a snippet', () => {
  const prefixes = Object.values<{ prefix: string }>(snippets).map(({ prefix }) => prefix);
  // With several prefixes, the snippet would be offered several times.
  assert.deepEqual(
    prefixes,
    ['lunar', 'ricochet', 'slider', 'rush', 'tilt'].map((game) => `puzzle ${game}`),
  );
});

for (const [name, snippet] of Object.entries<{ body: string[] }>(snippets)) {
  // Every choice must be valid, so try each expansion.
  for (const [number, text] of expand(snippet.body.join('\n')).entries()) {
    test(`the snippet ${name}, expansion ${number + 1}, has no fault`, () => {
      const file = `title: New\n\n${text}`;
      // A snippet may contain a wall just to show the syntax.
      const checked = run(['check', '--hints', '--allow', 'idle-wall', '-'], file);
      assert.deepEqual(checked, { status: 0, output: '' }, text);
      assert.equal(run(['fmt', '--check', '-'], file).status, 0, 'the layout is not the standard one');
    });
  }
}

test('the example file has one error, to be fixed in the walkthrough', async () => {
  const deck = await readFile(path.join(here, 'walkthrough/deck.carom'), 'utf8');
  const { output } = run(['check', '--format', 'json', '--hints', '--allow', 'idle-wall', '-'], deck);
  const codes = [...output.matchAll(/"code":"([a-z-]+)"/g)].map(([, code]) => code);
  assert.deepEqual(codes, ['moves-mismatch']);
  const solved = run(['solve', '--format', 'json', '-'], deck);
  assert.equal(solved.status, 0, solved.output);
});
