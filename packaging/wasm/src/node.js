/** The entry point for Node: loads the module at once, so `init` need not be called. */

import { readFileSync } from 'node:fs';
import { initSync } from './index.js';

const loaded = initSync({ module: readFileSync(new URL('carom_bg.wasm', import.meta.url)) });

export * from './index.js';

export default async function init() {
  return loaded;
}
