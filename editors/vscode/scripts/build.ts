/**
 * Builds the extension in `dist`, or in the folder given by `--out`: bundles
 * the code, writes the manifest, and copies the grammar of the repository.
 */

import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';

const HERE = path.resolve(import.meta.dirname, '..');
const REPOSITORY = path.resolve(HERE, '../..');

/** Files of the extension that are copied unchanged. */
const FILES = ['README.md', 'CHANGELOG.md', 'LICENSE', 'language-configuration.json'];
const FOLDERS = ['icons', 'walkthrough'];

/** Files that are copied from the repository, so that they exist only once. */
const SHARED = ['LICENSE-MIT', 'LICENSE-APACHE', 'grammar/carom.tmLanguage.json'];

/** Members of package.json that only developers need. */
const DEVELOPMENT = ['devDependencies', 'private', 'scripts', 'type'];

/** Builds the extension in a folder, including the given server, if any. */
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
  // The package contains everything in this folder.
  manifest.files = ['**'];
  await writeFile(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  if (server !== undefined) {
    await mkdir(path.join(out, 'server'));
    const name = server.endsWith('.exe') ? 'carom.exe' : 'carom';
    await cp(server, path.join(out, 'server', name));
  }
}

/** Returns the URL of the repository. Cargo.toml is the only place that has it. */
export async function repository(): Promise<string> {
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
