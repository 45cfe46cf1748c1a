/**
 * Tests the test explorer, the gutter icons and new puzzles, in a real editor.
 *
 * `CAROM`, `CODE_SERVER` and `CHROMIUM` name programs, `VSIX` the package, and `OUT` a folder
 * for screenshots and output files.
 */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import type { Editor } from './editor.ts';
import type { CodeServer } from './server.ts';
import { configure, end, gone, has, type Session, SMALL, start, steps, until, workspace } from './shared.ts';

const PROVED =
  'puzzle lunar "A stopper"\n  moves: 2\n  board:\n    . . . A .\n    . . . . .\n    @ . + . .\n    . . . B .\n';
const WRONG = PROVED.replace('A stopper', 'Too many').replace('moves: 2', 'moves: 3');
const MALFORMED = 'puzzle lunar "No board"\n';

let session: Session;
let server: CodeServer;
let page: Page;
let editor: Editor;

before(async () => {
  session = await start(SMALL, () => {
    mkdirSync(path.join(workspace, 'easy/first'), { recursive: true });
    writeFileSync(path.join(workspace, 'easy/first/one.carom'), PROVED);
    writeFileSync(path.join(workspace, 'deck.carom'), `${WRONG}\n${PROVED}\n${MALFORMED}`);
    writeFileSync(path.join(workspace, 'notes.txt'), 'Nothing of carom.\n');
  });
  ({ server, page, editor } = session);
});

after(() => end(session));

const step = steps(() => editor);

const row = (text: string | RegExp) => page.locator('.test-explorer .monaco-list-row', { hasText: text });

/** Opens a folder or a file of the test explorer, if it is not open. */
async function open(name: string, inside: string | RegExp): Promise<void> {
  await row(name).first().click();
  await page.keyboard.press('ArrowRight');
  await has(row(inside));
}

/** Returns the visible gutter icons. */
const signs = () =>
  page.locator('.margin-view-overlays .cgmr, .glyph-margin-widgets .cgmr').evaluateAll((found) =>
    found
      .map((sign) => getComputedStyle(sign).backgroundImage)
      .map((image) => /base64,([^"')]+)/.exec(image)?.[1])
      .flatMap((data) => (data === undefined ? [] : [atob(data)])),
  );

step('every puzzle of the workspace is listed without an open file', async () => {
  await editor.openFolder(server.url, workspace);
  await page.locator('.activitybar a[aria-label^="Testing"]').click();
  await has(row('deck.carom'));
  await open('deck.carom', 'No board');
  assert.equal(await row('A stopper').count(), 1);
  await open('easy', 'first');
  await open('first', 'one.carom');
  await open('one.carom', /A stopper/);
  await until(
    () => row('A stopper').count(),
    (count) => count === 2,
  );
});

step('the counts of the Testing view are those of all files', async () => {
  // Without a run by the user: the server proves what is open.
  await editor.run('View: Show Explorer');
  await editor.openFile('deck.carom');
  await page.locator('.activitybar a[aria-label^="Testing"]').click({ force: true });
  // Two of the four puzzles in two files are right.
  await has(page.locator('.result-summary', { hasText: '2/4' }));
  await editor.shoot('counts');
});

step('running the tests proves the puzzles', async () => {
  await editor.run('Test: Run All Tests');
  const states = () =>
    row(/A stopper|Too many|No board/).evaluateAll((found) => found.map((one) => one.ariaLabel));
  const told = await until(
    states,
    (found) => found.length === 4 && found.every((label) => /Passed|Failed|Errored/.test(label ?? '')),
  );
  assert.deepEqual(
    told.map((label) => /^(.*?) .*?(Passed|Failed|Errored)/.exec(label ?? '')?.[2]),
    ['Failed', 'Passed', 'Errored', 'Passed'],
  );
  await editor.shoot('tests');
});

step('a wrong claim is shown with the proved value', async () => {
  await editor.run('View: Show Explorer');
  await editor.openFile('deck.carom');
  await editor.goTo('puzzle lunar "Too many"');
  await editor.run('Test: Peek Output');
  const side = (name: string, text: string) =>
    has(page.locator(`.monaco-diff-editor .${name} .view-line`, { hasText: text }));
  await side('original', 'moves: 3');
  await side('modified', 'moves: 2');
  await has(page.getByText('claimed 3 moves, but the optimum is 2').first());
  await editor.shoot('difference');
  await page.keyboard.press('Escape');
  await gone(page.locator('.monaco-diff-editor'));
  // What the lens shows is not repeated in the text.
  const header = (await editor.text()).find((line) => line.startsWith('puzzle lunar "Too many"'));
  assert.equal(header?.trim(), 'puzzle lunar "Too many"');
});

step('a puzzle has one sign in the gutter, that of its test', async () => {
  await editor.run('View: Show Explorer');
  await editor.openFile('deck.carom');
  await until(
    () => page.locator('.glyph-margin-widgets .testing-run-glyph').count(),
    (count) => count >= 2,
  );
  assert.deepEqual(await signs(), []);
  await editor.shoot('tests-gutter');
});

step('without signs of tests, those of carom show the state of each proof', async () => {
  const own = { 'testing.gutterEnabled': false };
  configure(own);
  await until(signs, (found) => found.length >= 2);
  await editor.shoot('signs-dark');
  for (const [theme, name] of [
    ['Light Modern', 'signs-light'],
    ['Default High Contrast', 'signs-high-contrast'],
  ] as const) {
    const before = (await signs()).join();
    configure({ ...own, 'workbench.colorTheme': theme });
    await until(signs, (found) => found.length >= 2 && found.join() !== before);
    await editor.shoot(name);
  }
  configure({ ...own, 'carom.proofSigns': false });
  await until(signs, (found) => found.length === 0);
  configure({});
});

step('the test explorer shows what the signs show, without a run', async () => {
  const state = async () => {
    const label = await row('Too many').first().getAttribute('aria-label');
    return /Passed|Failed|Errored|Not yet run/.exec(label ?? '')?.[0];
  };
  const shows = async (expected: string) => {
    // The badge with the number of failed tests covers the icon.
    await page.locator('.activitybar a[aria-label^="Testing"]').click({ force: true });
    await has(row('Too many'));
    await until(state, (found) => found === expected);
    await editor.shoot(`explorer-${expected.toLowerCase()}`);
    configure({ 'workbench.colorTheme': 'Light Modern' });
    await has(page.locator('.monaco-workbench.vs'));
    await editor.shoot(`explorer-${expected.toLowerCase()}-light`);
    configure({});
    await has(page.locator('.monaco-workbench.vs-dark'));
    await editor.run('View: Show Explorer');
  };
  await shows('Failed');
  await editor.goTo(/^\s*moves:\s3$/);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await shows('Passed');
  await editor.goTo('puzzle lunar "Too many"');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await shows('Failed');
});

step('puzzles are generated', async () => {
  const pick = async (text: string) => {
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    await has(row);
    await row.first().click();
  };
  const write = async (prompt: string, text: string) => {
    await has(page.locator('.quick-input-widget:visible', { hasText: prompt }));
    await page.locator('.quick-input-widget:visible input[type="text"]').fill(text);
    await page.keyboard.press('Enter');
  };
  await editor.run('carom: Generate Puzzles…');
  await pick('Lunar Lockout');
  await pick('5 by 5');
  await write('Fewest moves', '4..5');
  await editor.shoot('generate-puzzles');
  await write('Number of puzzles', '2');
  await has(editor.line(/^\s*moves:\s[45]$/));
  await editor.shoot('generated-puzzles');
  await page.keyboard.press('Control+Z');
});

step('a new puzzle is picked by its game and its size', async () => {
  const pick = async (text: string) => {
    await has(page.locator('.quick-input-list .monaco-list-row', { hasText: text }));
    await page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
  };
  const make = async () => {
    await editor.run('carom: New Puzzle…');
    await pick('Ricochet Robots');
    await pick('8 by 8');
    await has(page.locator('.quick-input-widget:visible', { hasText: 'Its name' }));
    await page.locator('.quick-input-widget:visible input[type="text"]').fill('Brand "new"');
    await editor.shoot('new-puzzle');
    await page.keyboard.press('Enter');
    await has(editor.line('puzzle ricochet "Brand \\"new\\""'));
  };
  await make();
  await page.keyboard.press('Control+Z');
  await gone(editor.line('Brand'));
  await editor.openFile('notes.txt');
  await make();
  await has(page.locator('.tab.active', { hasText: 'Untitled' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
});
