/** The hash of the sources of the rules for pages, which `tests/webassembly.rs` compares. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { crc32 } from 'node:zlib';

/** The folders and files of the sources. */
const SOURCES = [
  'crates/carom-core/Cargo.toml',
  'crates/carom-core/src',
  'crates/carom-library/Cargo.toml',
  'crates/carom-library/src',
  'packaging/wasm/Cargo.lock',
  'packaging/wasm/Cargo.toml',
  'packaging/wasm/page/Cargo.toml',
  'packaging/wasm/page/src',
  'src/lib.rs',
];

/** Returns the hash of the paths and contents below a folder, whatever their line endings. */
export function hashOfSources(root: string): string {
  const files = (name: string): string[] =>
    statSync(path.join(root, name)).isDirectory()
      ? readdirSync(path.join(root, name)).flatMap((entry) => files(`${name}/${entry}`))
      : [name];
  const hash = SOURCES.flatMap(files)
    .sort()
    .reduce((hash, name) => {
      const content = readFileSync(path.join(root, name)).toString('latin1').replaceAll('\r\n', '\n');
      return crc32(Buffer.from(`${name}\0${content}\0`, 'latin1'), hash);
    }, 0);
  return hash.toString(16).padStart(8, '0');
}
