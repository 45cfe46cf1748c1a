/**
 * Builds the page of the preview into the sources of the server, which is built without Node. A
 * test compares it with these sources.
 */

import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const OUT = path.resolve(HERE, '../../../src/lsp/preview/page');

/** Returns the files of the page: their paths and contents. */
export async function page(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { preview: path.join(HERE, 'main.ts'), style: path.join(HERE, 'preview.css') },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
    outdir: OUT,
  });
  const files = new Map(outputFiles.map(({ path: file, text }) => [file, text]));
  const icon = path.resolve(HERE, '../../vscode/icons/carom.svg');
  files.set(path.join(OUT, 'icon.svg'), await readFile(icon, 'utf8'));
  files.set(path.join(OUT, 'index.html'), await readFile(path.join(HERE, 'index.html'), 'utf8'));
  return files;
}

if (import.meta.main) {
  for (const [file, text] of await page()) {
    await writeFile(file, text);
  }
}
