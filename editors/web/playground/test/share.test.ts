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

test('a damaged link says what is wrong with it', async () => {
  const fragment = await fragmentOf('puzzle lunar\n  board:\n    @ . + A\n');
  for (const none of ['', '#']) {
    assert.equal(await textOf(none), null);
  }
  await assert.rejects(textOf('#other=1'), /holds no text/);
  for (const damaged of ['#text=%', '#text=AAAA', fragment.slice(0, -6)]) {
    await assert.rejects(textOf(damaged), /damaged or incomplete/, damaged);
  }
});

test('a short link with a long text is refused', async () => {
  const fragment = await fragmentOf('x'.repeat(4 << 20));
  assert.ok(fragment.length < 8_000);
  await assert.rejects(textOf(fragment), /more than 256 KB/);
});
