import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from '../src/solution/page.ts';

const html = page({
  source: 'https://host.example',
  script: 'https://host.example/main.js?a=1&b="2"',
  style: 'https://host.example/panel.css',
  nonce: 'abc123',
});

test('only the page’s own script and style are let in', () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
  assert.equal(policy, "default-src 'none'; style-src https://host.example; script-src 'nonce-abc123'");
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.match(html, /<script nonce="abc123" src="[^"]*"><\/script>/);
  assert.doesNotMatch(html, /\sstyle=|<style|\son\w+=/);
});

test('every control has a name, and what changes is announced', () => {
  const buttons = html.match(/<button[^>]*>/g) ?? [];
  assert.equal(buttons.length, 6);
  for (const button of buttons) {
    assert.match(button, /aria-label="\w+"|id="title"/);
  }
  for (const control of ['speed', 'of']) {
    assert.match(html, new RegExp(`<label for="${control}">`));
  }
  assert.match(html, /id="description" role="status" aria-live="polite" aria-atomic="true"/);
});
