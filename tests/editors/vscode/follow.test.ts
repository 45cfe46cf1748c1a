/**
 * Tests that the panel belongs to the file in front, in a real editor with the real server.
 *
 * `CAROM`, `CODE_SERVER` and `CHROMIUM` name programs, `VSIX` the package, and `OUT` a folder
 * for screenshots and output files.
 */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import type { Editor } from './editor.ts';
import { configured, end, gone, has, LARGE, type Session, start, steps, until, workspace } from './shared.ts';

const ONE = 'puzzle lunar "One"\n  board:\n    . . . A .\n    . . . . .\n    @ . + . .\n    . . . B .\n';
const TWO =
  '; A comment.\n\npuzzle ricochet "Two"\n  board:\n    . . . .\n    . . r .\n    . . . .\n    R . . G\n';
const CLAIMS =
  'puzzle ricochet "Claims"\n  rules: direct\n  moves: 2\n  board:\n    . . . r\n    . . . .\n    R . . .\n';

let session: Session;
let page: Page;
let editor: Editor;

before(async () => {
  session = await start(LARGE, () => {
    writeFileSync(path.join(workspace, 'one.carom'), ONE);
    writeFileSync(path.join(workspace, 'two.carom'), TWO);
    writeFileSync(path.join(workspace, 'empty.carom'), '; Nothing yet.\n');
    writeFileSync(path.join(workspace, 'claims.carom'), CLAIMS);
  });
  ({ page, editor } = session);
});

after(() => end(session));

const step = steps(() => editor);

/** Waits until the panel shows a puzzle, and its tab names puzzle and file. */
async function shows(puzzle: string, file: string): Promise<void> {
  await has(editor.panel.locator('#title', { hasText: puzzle }));
  await has(page.locator('.tab', { hasText: `${puzzle} – ${file}` }));
}

const square = (name: string) => editor.panel.locator(`[data-square="${name}"]`);

/** Returns the visible text of all files, from top to bottom. */
async function text(): Promise<string> {
  const lines = await page.locator('.view-line').evaluateAll((found) =>
    found
      .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
      .sort((one, other) => one.top - other.top)
      .map((line) => line.text.replaceAll('\u00a0', ' ')),
  );
  return lines.join('\n');
}

step('the panel shows the file in front, and its first puzzle if the cursor is in none', async () => {
  await editor.openFolder(session.server.url, workspace);
  await editor.openFile('one.carom');
  await has(editor.lens('show solution'));
  await editor.run('carom: Edit on the Board');
  await shows('One', 'one.carom');
  await editor.openFile('two.carom');
  await has(page.locator('[id="status.editor.selection"]', { hasText: 'Ln 1, Col 1' }));
  await shows('Two', 'two.carom');
  await editor.shoot('follow-dark');
  // A click changes this file.
  await square('d4').click();
  await until(text, (found) => found.includes('. . . #'));
  await has(square('d4').and(editor.panel.locator('[aria-label*="block"]')));
  // A file without puzzles shows none.
  await editor.openFile('empty.carom');
  await has(editor.panel.locator('#empty', { hasText: 'Put the cursor into a puzzle.' }));
});

step('of two files side by side, the panel shows the one with the focus', async () => {
  await editor.openFile('two.carom');
  await shows('Two', 'two.carom');
  await editor.run('View: Split Editor Down');
  await editor.openFile('one.carom');
  await shows('One', 'one.carom');
  await page.locator('.view-line', { hasText: 'A comment.' }).first().click();
  await shows('Two', 'two.carom');
  await page.locator('.view-line', { hasText: 'puzzle lunar' }).first().click();
  await shows('One', 'one.carom');
  // The focus of the panel itself changes nothing.
  await square('a1').focus();
  await shows('One', 'one.carom');
  await editor.shoot('side-by-side-dark');
});

step('"show solution" shows the solution, whatever the panel shows', async () => {
  for (const tab of ['edit', 'play']) {
    await editor.panel.locator(`#${tab}-tab`).click();
    await has(editor.panel.locator(`#${tab}-tab[aria-selected="true"]`));
    const lens = page.locator('.codelens-decoration a', { hasText: 'show solution' });
    await lens.last().click();
    await has(editor.panel.locator('#watch-tab[aria-selected="true"]'));
    await has(editor.panel.locator('#step', { hasText: 'Start' }));
  }
  await editor.run('View: Close All Editors in Group');
  await shows('Two', 'two.carom');
});

/** Presses a key on a button: a key pressed while the focus is in the text would go there. */
async function press(button: string, key: string): Promise<void> {
  const focused = editor.panel.locator(`${button}:focus`);
  await until(
    async () => {
      await editor.panel.locator(button).focus();
      return focused.count();
    },
    (count) => count === 1,
  );
  await page.keyboard.press(key);
}

step('Ctrl+Z works wherever the focus is in the panel', async () => {
  const { panel } = editor;
  await page.locator('.view-line', { hasText: 'A comment.' }).first().click();
  await shows('Two', 'two.carom');
  await panel.locator('#edit-tab').click();
  await has(square('d4').and(panel.locator('[aria-label*="block"]')));
  const before = await text();
  for (const button of ['#redo', '#harder']) {
    await square('a4').click();
    await has(square('a4').and(panel.locator('[aria-label*="block"]')));
    const blocked = await until(text, (found) => found !== before);
    if (button === '#harder') {
      await panel.locator(button).click();
      const said = await until(
        async () => (await panel.locator('#edit-status').textContent()) ?? '',
        (said) => /^(Moved|Not possible)/.test(said),
      );
      if (said.startsWith('Moved')) {
        await until(text, (found) => found !== blocked);
        await press(button, 'Control+z');
        await until(text, (found) => found === blocked);
        await has(square('a4').and(panel.locator('[aria-label*="block"]')));
      }
    }
    await press(button, 'Control+z');
    await until(text, (found) => found === before);
    await has(square('a4').and(panel.locator('[aria-label="a4, empty"]')));
  }
  await panel.locator('#undo').click();
  await has(square('d4').and(panel.locator('[aria-label="d4, empty"]')));
  await press('#undo', 'Control+y');
  await has(square('d4').and(panel.locator('[aria-label*="block"]')));
});

step('the commands of the palette apply to the puzzle in the panel', async () => {
  await square('a1').focus();
  await editor.run('carom: Record the Optimum');
  await until(text, (found) => /moves: \d/.test(found));
  await square('a1').focus();
  await editor.run('carom: Play by Hand');
  await has(editor.panel.locator('#play-tab[aria-selected="true"]'));
  await square('a1').focus();
  await editor.run('carom: Show Solution');
  await has(editor.panel.locator('#watch-tab[aria-selected="true"]'));
  await shows('Two', 'two.carom');
});

step('the panel says what an edit changed besides the board, and undoes it', async () => {
  const { panel } = editor;
  for (const [theme, kind] of [
    ['Light Modern', 'light'],
    ['Dark Modern', 'dark'],
  ] as const) {
    await configured(page, { 'workbench.colorTheme': theme });
    await has(panel.locator(`body.vscode-${kind}`));
    await editor.openFile('claims.carom');
    await shows('Claims', 'claims.carom');
    await panel.locator('#edit-tab').click();
    await has(panel.locator('#summary', { hasText: '2 moves' }));
    await has(square('a1').and(panel.locator('[aria-label*="red robot R"]')));
    await square('a1').focus();
    for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) {
      await page.keyboard.press(key);
    }
    await has(panel.locator('#also', { hasText: /The edit also changed moves from 2 to 1/ }));
    await until(text, (found) => found.includes('moves: 1'));
    await editor.shoot(`also-${kind}`);
    await panel.locator('#undo-also').click();
    await gone(panel.locator('#also'));
    await until(text, (found) => found.includes('moves: 2'));
  }
});

step('a page is saved from the text in the editor', async () => {
  await editor.openFile('claims.carom');
  await editor.run('carom: Save as a Page…');
  const input = page.locator('.quick-input-widget:visible input[type="text"]');
  await until(
    () => input.inputValue(),
    (value) => value.endsWith('claims.html'),
  );
  await editor.shoot('save-page');
  await page.keyboard.press('Enter');
  await has(page.locator('.notification-list-item', { hasText: 'claims.html can be played in any browser' }));
  await editor.shoot('saved-page');
  assert.match(readFileSync(path.join(workspace, 'claims.html'), 'utf8'), /^<!DOCTYPE html>/);
  await editor.run('Notifications: Clear All Notifications');
});

step('a setting with a wrong value is shown, and its entry opens it', async () => {
  await configured(page, { 'carom.limits.maxMemory': 'much' });
  const wrong = editor.status.filter({ hasText: 'carom: wrong setting' });
  await has(wrong);
  await wrong.click();
  const entry = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Open Settings' });
  await has(entry.filter({ hasText: 'carom.limits.maxMemory' }));
  await editor.shoot('wrong-setting');
  await entry.click();
  // The value is that of the workspace.
  await has(
    page.locator('.settings-editor .action-item.checked, .settings-editor .action-item .checked', {
      hasText: 'Workspace',
    }),
  );
  await has(page.locator('.settings-editor .setting-item-contents', { hasText: 'Max Memory' }));
  await editor.shoot('wrong-setting-opened');
  await configured(page, {});
  await gone(wrong);
});
