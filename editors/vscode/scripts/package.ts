/**
 * Packs the extension as `carom.vsix`.
 *
 *   npm run package -- [--out FILE] [--server PROGRAM --target PLATFORM]
 *
 * With `--server`, the package contains that program and is only for the
 * platform it was built for, such as `linux-x64` or `darwin-arm64`.
 */

import { mkdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { build, repository } from './build.ts';

const HERE = path.resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: { out: { type: 'string' }, server: { type: 'string' }, target: { type: 'string' } },
});
if ((values.server === undefined) !== (values.target === undefined)) {
  console.error('error: --server and --target belong together: a program runs on one platform');
  process.exit(2);
}
/** Resolves a path against the user's folder: npm changes to the folder of the package. */
const meant = (given: string) => path.resolve(process.env.INIT_CWD ?? '.', given);
const out = values.out === undefined ? path.join(HERE, 'carom.vsix') : meant(values.out);
const folder = path.join(HERE, 'dist');
await build(folder, values.server && meant(values.server));
await mkdir(path.dirname(out), { recursive: true });
const address = await repository();
await createVSIX({
  cwd: folder,
  packagePath: out,
  // The bundles contain all dependencies.
  dependencies: false,
  ...(values.target && { target: values.target }),
  // The README names files relative to its folder.
  baseContentUrl: `${address}/blob/HEAD/editors/vscode`,
  baseImagesUrl: `${address}/raw/HEAD/editors/vscode`,
});
console.log(`${out}: ${Math.ceil((await stat(out)).size / 1024)} KiB`);
