/**
 * Builds the page of `carom page` into the sources of the program, which is built without Node.
 *
 *   build.ts [--check] [CORE]
 *
 * CORE is the output of `packaging/wasm/page/build`; by default, it is built first. With
 * `--check`, the scripts and the style are compared with those in the sources, and nothing is
 * written. The hash of the rules' sources is written next to them, and a test of the program compares it.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { hashOfSources } from './sources.ts';

const HERE = import.meta.dirname;
const ASSETS = path.resolve(HERE, '../../../src/cli/page/assets');
const ROOT = path.resolve(HERE, '../../..');
const WASM = path.join(ROOT, 'packaging/wasm');
const SCRIPT = path.join(WASM, 'page/build');
/** The build folder of the core, which `SCRIPT` uses too. */
const TARGET = path.join(path.resolve(WASM, process.env.CARGO_TARGET_DIR ?? '../../target'), 'wasm');
/** Zopfli, whose output is 5 % smaller than that of zlib. */
const DEFLATE = ['run', '--quiet', '--locked', '--package', 'bindgen', '--bin', 'deflate', '--'];

/** What the page calls in both variants of the rules. */
const FUNCTIONS = 'initSync, board, guide, solution, play';

/** The module `carom-core` is the global variable of the script before that of the page. */
const CORE: Plugin = {
  name: 'carom-core',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^carom-core$/ }, ({ path }) => ({ path, namespace: path }));
    onLoad({ filter: /.*/, namespace: 'carom-core' }, () => ({ contents: 'module.exports = caromCore' }));
  },
};

/** Builds the rules, with and without the solver. Returns their folder. */
function buildCore(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'carom-page-'));
  execFileSync(SCRIPT, [folder], { stdio: 'inherit' });
  return folder;
}

/** Returns the scripts and the style by name, for the rules in a folder. */
async function bundle(core: string): Promise<Map<string, string>> {
  const bindings = (kind: string, names: string) => {
    const contents = `export { ${names} } from './carom.js'`;
    return bundled({ stdin: { contents, resolveDir: path.join(core, kind) }, globalName: 'caromCore' });
  };
  return new Map([
    ['page.css', await bundled(entry('page.css'))],
    ['loader.js', await bundled(entry('loader.ts'))],
    ['page.js', await bundled(entry('main.ts'))],
    ['rules.js', await bindings('rules', FUNCTIONS)],
    ['solver.js', await bindings('solver', `${FUNCTIONS}, remaining`)],
  ]);
}

const entry = (name: string) => ({ entryPoints: [path.join(HERE, name)] });

/** Returns a file with all that it imports. */
async function bundled(source: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
    charset: 'utf8',
    plugins: [CORE],
  });
  return outputFiles?.[0]?.text ?? '';
}

async function write(core: string): Promise<void> {
  for (const [name, text] of await bundle(core)) {
    await writeFile(path.join(ASSETS, name), text);
  }
  for (const kind of ['rules', 'solver']) {
    const wasm = path.join(core, kind, 'carom_bg.wasm');
    const env = { ...process.env, CARGO_TARGET_DIR: TARGET };
    execFileSync('cargo', [...DEFLATE, path.resolve(wasm)], { cwd: WASM, env, stdio: 'inherit' });
    await copyFile(`${wasm}.deflate`, path.join(ASSETS, `${kind}.wasm.deflate`));
  }
  await writeFile(path.join(ASSETS, 'sources.crc32'), `${hashOfSources(ROOT)}\n`);
}

async function check(core: string): Promise<void> {
  for (const [name, text] of await bundle(core)) {
    assert.ok((await readFile(path.join(ASSETS, name), 'utf8')) === text, `${name} is old: npm run page`);
  }
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
});
const core = positionals[0] ?? buildCore();
await (values.check ? check(core) : write(core));
