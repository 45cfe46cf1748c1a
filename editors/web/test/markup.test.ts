import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL } from '../src/host.ts';
import { markup } from '../src/markup.ts';
import { panel } from '../src/panel.ts';

const html = markup(ALL, panel(ALL));

test('nothing in it needs an exception from a strict policy', () => {
  assert.doesNotMatch(html, /<script|\sstyle=|<style|\son\w+=/);
});

test('every control has a name, and what changes is announced', () => {
  const buttons = html.match(/<button[^>]*>\s*[^<]*/g) ?? [];
  assert.ok(buttons.length > 15);
  for (const button of buttons) {
    assert.match(button, /aria-label="[\w ]+"|id="title"|>[A-Z][^<]+$/);
  }
  for (const control of ['speed', 'of', 'typed']) {
    assert.match(html, new RegExp(`<label for="${control}">`));
  }
  for (const id of ['description', 'edit-status', 'play-status']) {
    assert.match(html, new RegExp(`id="${id}" role="status" aria-live="polite" aria-atomic="true"`));
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

test('buttons of abilities that the host lacks are not shown', () => {
  const least = markup([], undefined);
  const noEditor = markup(['edit'], panel(['edit']));
  for (const id of ['map', 'undo', 'redo', 'easier', 'harder', 'write']) {
    assert.match(html, new RegExp(`id="${id}"[^>]*(?<! hidden)>`));
    assert.match(noEditor, new RegExp(`id="${id}"[^>]* hidden>`));
  }
  assert.doesNotMatch(
    least,
    /id="edit-tab"|id="menu"|role="tabpanel" aria-labelledby="edit-tab"|<button[^>]* id="title"/,
  );
});
