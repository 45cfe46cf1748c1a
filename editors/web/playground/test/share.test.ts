import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentOf, textOf } from '../src/share.ts';

test('a link holds any text', async () => {
  const texts = ['', 'puzzle lunar "Ä 😀"\n  board:\n    ╔ ═ ╗\r\n', 'x'.repeat(100_000), '\0\u{10ffff}'];
  for (const text of texts) {
    const fragment = await fragmentOf(text);
    assert.match(fragment, /^#text=[\w-]*$/);
    assert.equal(await textOf(fragment), text);
  }
});

test('a damaged link has no text', async () => {
  const fragment = await fragmentOf('puzzle lunar\n  board:\n    @ . + A\n');
  for (const damaged of ['', '#', '#other=1', '#text=%', fragment.slice(0, -6)]) {
    assert.equal(await textOf(damaged), null, damaged);
  }
});
