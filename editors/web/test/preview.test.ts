/** Tests that the server contains the current page of the preview. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { test } from 'node:test';
import { page } from '../preview/build.ts';

test('the page in the sources of the server is current: npm run preview builds it', async () => {
  const files = await page();
  const folder = path.dirname([...files.keys()][0] ?? assert.fail('the page has no files'));
  const names = (await readdir(folder)).sort();
  assert.deepEqual([...files.keys()].map((file) => path.basename(file)).sort(), names);
  for (const [file, text] of files) {
    assert.equal(await readFile(file, 'utf8'), text, path.basename(file));
  }
});
