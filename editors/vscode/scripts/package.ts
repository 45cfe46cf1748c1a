/**
 * Packs the extension as `carom.vsix`.
 *
 *   npm run package -- [--out FILE] [--server PROGRAM --target PLATFORM]
 *
 * With `--server` the package brings that carom along, and is only for the
 * platform that it was built for, such as `linux-x64` or `darwin-arm64`.
 */

import { mkdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { build } from './build.ts';

const HERE = path.resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: { out: { type: 'string' }, server: { type: 'string' }, target: { type: 'string' } },
});
if ((values.server === undefined) !== (values.target === undefined)) {
  throw new Error('--server and --target belong together: a program runs on one platform');
}
const out = path.resolve(values.out ?? path.join(HERE, 'carom.vsix'));
const folder = path.join(HERE, 'dist');
await build(folder, values.server && path.resolve(values.server));
await mkdir(path.dirname(out), { recursive: true });
await createVSIX({
  cwd: folder,
  packagePath: out,
  // All is bundled, and there is no public address of the repository.
  dependencies: false,
  allowMissingRepository: true,
  ...(values.target && { target: values.target }),
});
console.log(`${out}: ${Math.ceil((await stat(out)).size / 1024)} KiB`);
