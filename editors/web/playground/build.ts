/** Builds the site: `node build.ts --out FOLDER`. Requires the installed package carom-wasm. */

import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = path.resolve(values.out ?? path.join(HERE, 'dist'));

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  entryPoints: ['main.ts', 'worker.ts', 'page.css'].map((name) => path.join(HERE, 'src', name)),
  bundle: true,
  minify: true,
  outdir: out,
  format: 'esm',
  target: 'es2022',
  legalComments: 'linked',
  loader: { '.carom': 'text' },
  logLevel: 'warning',
});
await copyFile(path.join(HERE, 'src/index.html'), path.join(out, 'index.html'));
const wasm = path.join(path.dirname(fileURLToPath(import.meta.resolve('carom-wasm'))), 'carom_bg.wasm');
await copyFile(wasm, path.join(out, 'carom_bg.wasm'));
// The program of the pages that the playground can save.
await cp(path.join(HERE, '../../../src/cli/page/assets'), path.join(out, 'page'), { recursive: true });

// Everything but the programs of saved pages works offline.
const names = (await readdir(out, { withFileTypes: true })).filter((entry) => entry.isFile());
const files = names.map(({ name }) => name).sort();
const hash = createHash('sha256');
for (const name of files) {
  hash.update(await readFile(path.join(out, name)));
}
await build({
  entryPoints: [path.join(HERE, 'src/offline.ts')],
  bundle: true,
  minify: true,
  outdir: out,
  target: 'es2022',
  define: {
    FILES: JSON.stringify(['./', ...files]),
    VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
  },
});
