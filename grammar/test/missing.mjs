// The tool that compares snapshots writes those that are missing and is content.

import { readdir } from 'node:fs/promises';

const files = await readdir(new URL('snapshots/', import.meta.url));
const missing = files.filter(
  (file) => file.endsWith('.carom') && !files.includes(`${file}.snap`),
);
if (missing.length > 0) {
  console.error(`no snapshot of ${missing.join(', ')}; \`npm run update-snapshots\` makes them`);
  process.exit(1);
}
