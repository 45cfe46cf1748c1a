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
  const buttons = html.match(/<button[^>]*>\s*[^<]*/g) ?? [];
  assert.ok(buttons.length > 15);
  for (const button of buttons) {
    assert.match(button, /aria-label="\w+"|id="title"|>[A-Z][^<]+$/);
  }
  for (const control of ['speed', 'of', 'typed']) {
    assert.match(html, new RegExp(`<label for="${control}">`));
  }
  for (const told of ['description', 'said', 'told']) {
    assert.match(html, new RegExp(`id="${told}" role="status" aria-live="polite" aria-atomic="true"`));
  }
});

test('each tab has its part of the page, and each part its tab', () => {
  const tabs = [...html.matchAll(/role="tab" id="([a-z-]+)" data-mode="\w+" aria-controls="([a-z-]+)"/g)];
  const parts = [...html.matchAll(/<section id="([a-z-]+)" role="tabpanel" aria-labelledby="([a-z-]+)"/g)];
  assert.deepEqual(
    tabs.map(([, tab, part]) => [tab, part]),
    parts.map(([, part, tab]) => [tab, part]),
  );
  assert.equal(tabs.length, 3);
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
});
