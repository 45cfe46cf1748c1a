/**
 * Puts the whole extension together in `dist`, or in the folder given by
 * `--out`: the bundles, what is declared, and the grammar of the repository.
 */

import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';

const HERE = path.resolve(import.meta.dirname, '..');
const REPOSITORY = path.resolve(HERE, '../..');

/** Files of the extension that are taken as they are. */
const FILES = ['README.md', 'CHANGELOG.md', 'LICENSE', 'language-configuration.json'];
const FOLDERS = ['icons', 'snippets', 'walkthrough'];

/** Files of the repository, which must not stand here a second time. */
const SHARED = ['LICENSE-MIT', 'LICENSE-APACHE', 'grammar/carom.tmLanguage.json'];

/** Members of package.json that only matter to developers. */
const DEVELOPMENT = ['devDependencies', 'private', 'scripts', 'type'];

/** Builds the extension in a folder, with a server in it if one is given. */
export async function build(out: string, server?: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const common = { bundle: true, minify: true, logLevel: 'warning', legalComments: 'inline' } as const;
  await bundle({
    ...common,
    entryPoints: [path.join(HERE, 'src/extension.ts')],
    outfile: path.join(out, 'extension.js'),
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
  });
  await bundle({
    ...common,
    entryPoints: [path.join(HERE, 'src/webview/main.ts'), path.join(HERE, 'src/webview/panel.css')],
    outdir: path.join(out, 'webview'),
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
  });
  for (const file of FILES) {
    await copyFile(path.join(HERE, file), path.join(out, file));
  }
  for (const folder of FOLDERS) {
    await cp(path.join(HERE, folder), path.join(out, folder), { recursive: true });
  }
  for (const file of SHARED) {
    await copyFile(path.join(REPOSITORY, file), path.join(out, path.basename(file)));
  }
  const manifest = JSON.parse(await readFile(path.join(HERE, 'package.json'), 'utf8'));
  for (const member of DEVELOPMENT) {
    delete manifest[member];
  }
  const address = await repository();
  Object.assign(manifest, {
    homepage: address,
    repository: { type: 'git', url: `${address}.git` },
    bugs: { url: `${address}/issues` },
  });
  manifest.engines = { vscode: manifest.engines.vscode };
  // All that is put together here belongs to the extension.
  manifest.files = ['**'];
  await writeFile(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  if (server !== undefined) {
    await mkdir(path.join(out, 'server'));
    const name = server.endsWith('.exe') ? 'carom.exe' : 'carom';
    await cp(server, path.join(out, 'server', name));
  }
}

/** Where carom lives, as Cargo.toml says, which alone says it. */
async function repository(): Promise<string> {
  const cargo = await readFile(path.join(REPOSITORY, 'Cargo.toml'), 'utf8');
  const found = /^repository = "(.+)"$/m.exec(cargo)?.[1];
  if (found === undefined) {
    throw new Error('Cargo.toml names no repository');
  }
  return found;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, server: { type: 'string' } } });
  await build(path.resolve(values.out ?? path.join(HERE, 'dist')), values.server);
}
