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
