/**
 * Tests the packed extension in a real editor with the real server. All steps share one window,
 * and each checks what is visible on the screen.
 *
 * `CAROM`, `CODE_SERVER` and `CHROMIUM` name programs, `VSIX` the package, and `OUT` a folder
 * for screenshots and output files.
 */

import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import type { Editor } from './editor.ts';
import type { CodeServer } from './server.ts';
import {
  end,
  gone,
  has,
  LARGE,
  out,
  QUIET,
  running,
  type Session,
  start,
  steps,
  until,
  variable,
  workspace,
} from './shared.ts';

const carom = variable('CAROM');
const untrusted = path.join(out, 'untrusted');

let session: Session;
let server: CodeServer;
let page: Page;
let editor: Editor;

before(async () => {
  session = await start(LARGE, () => {
    cpSync(path.join(import.meta.dirname, 'workspace'), workspace, { recursive: true });
    for (const name of ['new.carom', 'pasted.carom']) {
      writeFileSync(path.join(workspace, name), '');
    }
    writeFileSync(path.join(workspace, 'known'), 'puzzle lunar\n  board:\n    @ . + A\n');
  });
  ({ server, page, editor } = session);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

after(() => end(session));

const step = steps(() => editor);

/** Replaces the settings of the workspace, which the editor watches. */
function configure(settings: Record<string, unknown>): void {
  mkdirSync(path.join(workspace, '.vscode'), { recursive: true });
  writeFileSync(path.join(workspace, '.vscode/settings.json'), JSON.stringify(settings));
}

/** Returns the text once one of its lines matches. */
const textWith = (line: RegExp) =>
  until(
    () => editor.text(),
    (lines) => lines.some((text) => line.test(text)),
  );

step('the grammar colours a file', async () => {
  await editor.openFolder(server.url, workspace);
  await editor.openFile('deck.carom');
  const classes = await until(
    () =>
      page
        .locator('.view-line span[class^="mtk"]')
        .evaluateAll((spans) => spans.map((span) => span.className)),
    (found) => new Set(found).size >= 5,
  );
  assert.ok(classes.length > 20);
  await editor.goTo('puzzle lunar');
  await page.keyboard.press('Home');
  await editor.run('Developer: Inspect Editor Tokens and Scopes');
  const scopes = page.locator('.token-inspect-widget');
  await has(scopes.filter({ hasText: 'source.carom' }));
  assert.match((await scopes.textContent()) ?? '', /keyword\.[a-z.]*carom/);
  await page.keyboard.press('Escape');
  await gone(scopes);
});

/** Returns the colour of a symbol on the screen. */
async function colour(line: string, glyph: string): Promise<string> {
  const { x, y } = await editor.place(line, glyph);
  return page.evaluate(
    ([x, y]) => {
      const element = document.elementsFromPoint(x, y).find((found) => found.className.startsWith('mtk'));
      return element === undefined ? '' : getComputedStyle(element).color;
    },
    [x, y] as const,
  );
}

/** Returns the luminance of a colour, as defined by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((channel) => {
    const part = Number(channel) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, as defined by WCAG 2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Returns the dominant components of a colour: red, green and blue. */
const strongest = (colour: string) => {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return parts.indexOf(Math.max(...parts));
};

step('robots have the colours of the board in every kind of theme', async () => {
  const glyphs = [
    ['G . .|r . . R', 'R'],
    ['G . .|r . . R', 'G'],
    ['. . . B .', 'B'],
    ['. . . A .', 'A'],
    ['@ . + . .', '@'],
    ['H . # .', '#'],
    ['. . . . . .|.', '|'],
  ] as const;
  for (const [theme, least] of [
    ['Dark Modern', 4.5],
    ['Light Modern', 4.5],
    ['Default High Contrast', 7],
    ['Default High Contrast Light', 7],
  ] as const) {
    configure({ 'workbench.colorTheme': theme });
    const ground = () =>
      page
        .locator('.monaco-editor-background')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const isDark = /Dark|Contrast$/.test(theme);
    await until(ground, (found) => luminance(found) < 0.2 === isDark);
    const background = await ground();
    // The text changes after the background.
    const seen = await until(
      () => Promise.all(glyphs.map(([line, glyph]) => colour(line, glyph))),
      (found) =>
        new Set(found).size === glyphs.length &&
        String(found.slice(0, 3).map(strongest)) === '0,1,2' &&
        found.every((one) => one !== '' && contrast(one, background) >= least),
    );
    for (const [index, found] of seen.entries()) {
      const ratio = contrast(found, background);
      assert.ok(ratio >= least, `${theme}: ${glyphs[index]?.[1]} is ${found} on ${background}: ${ratio}`);
    }
    assert.deepEqual(seen.slice(0, 3).map(strongest), [0, 1, 2]);
    await until(
      () => Promise.all([colour('G . .|r . . R', 'r'), colour('@ . + . .', '+')]),
      ([target, plus]) => target === seen[0] && plus === seen[4],
    );
    await editor.shoot(`colours ${theme}`.replaceAll(' ', '-').toLowerCase());
  }
  configure({});
});

step('the server runs, and says so in the status bar', () => running(editor));

step('the answer stands above each puzzle', async () => {
  await has(editor.lens('2 moves · Av @>'));
  await has(editor.lens('6 moves'));
  await has(editor.lens('win 19'));
  await has(editor.lens('insert solution'));
  await has(editor.lens('show solution'));
});

step('diagnostics are underlined and listed', async () => {
  await has(page.locator('.squiggly-error'));
  await editor.run('Problems: Focus on Problems View');
  const problem = page.locator('.markers-panel .monaco-list-row', {
    hasText: 'claimed 3 moves, but the optimum is 2',
  });
  await has(problem.filter({ hasText: 'moves-mismatch' }));
  await editor.shoot('problems');
  await editor.run('View: Toggle Panel Visibility');
  await gone(page.locator('.markers-panel'));
});

step('hover shows the problem', async () => {
  const hover = page.locator('.monaco-hover:visible', { hasText: 'claimed 3 moves, but the optimum is 2' });
  await editor.hover('moves: 3', '3', hover);
  await editor.shoot('hover');
  await page.mouse.move(10, 500);
  await gone(hover);
});

step('the code of a diagnostic opens the page of its lint', async () => {
  const code = page.locator('.monaco-hover:visible a', { hasText: 'moves-mismatch' }).first();
  await editor.hover('moves: 3', '3', code);
  await code.click();
  const tab = page.locator('.tab', { hasText: 'moves-mismatch.md' });
  await has(tab);
  await has(editor.panel.locator('h1', { hasText: 'moves-mismatch' }));
  await has(editor.panel.locator('li', { hasText: 'carom check --fix' }));
  await editor.shoot('lint');
  await tab.click({ button: 'middle' });
  await gone(tab);
  // The Problems view has the same link, and the command palette lists all pages.
  await editor.run('Problems: Focus on Problems View');
  await page.locator('.markers-panel a', { hasText: 'moves-mismatch' }).first().click();
  await has(tab);
  await editor.run('View: Toggle Panel Visibility');
  await tab.click({ button: 'middle' });
  await gone(tab);
  await editor.run('carom: Explain a Lint…');
  await page.locator('.quick-input-widget:visible input[type="text"]').fill('ragged');
  await has(
    page.locator('.quick-input-list .monaco-list-row', {
      hasText: 'The rows of a board do not line up.',
    }),
  );
  await editor.shoot('lints');
  await page.keyboard.press('Enter');
  const other = page.locator('.tab', { hasText: 'ragged-board.md' });
  await has(other);
  await other.click({ button: 'middle' });
  await gone(other);
});

step('a quick fix corrects it', async () => {
  await editor.goTo('moves: 3');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+.');
  const actions = page.locator('.action-widget');
  await has(actions.locator('.monaco-list-row', { hasText: /record.*2/ }));
  await editor.shoot('quick-fix');
  await actions
    .locator('.monaco-list-row', { hasText: /record.*2/ })
    .first()
    .click();
  await textWith(/^ {2}moves: 2$/);
  await gone(page.locator('.squiggly-error'));
});

step('the lens inserts the solution', async () => {
  await editor.lens('insert solution').first().click();
  await textWith(/^ {2}solution: Av @>/);
});

step('only legal moves are offered', async () => {
  await editor.goTo('solution: Av @>');
  for (let count = 0; count < '@>'.length; count++) {
    await page.keyboard.press('Backspace');
  }
  await page.keyboard.press('Control+Space');
  const rows = page.locator('.suggest-widget .monaco-list-row');
  await has(rows.filter({ hasText: '@>' }));
  const labels = await rows.locator('.label-name').allTextContents();
  // Nothing to the right of B would stop it.
  assert.ok(!labels.includes('B>'), labels.join(' '));
  // Each row shows how many moves remain, not only the focused one.
  const details = rows.locator('.details-label:visible');
  assert.equal(await details.count(), labels.length);
  assert.ok((await details.allTextContents()).includes('solves the puzzle'));
  await editor.shoot('completion');
  await page.keyboard.press('Escape');
  await page.keyboard.type('@>', { delay: 20 });
  await page.keyboard.press('Escape');
  await textWith(/^ {2}solution: Av @>/);
});

step('the panel plays the solution to the end', async () => {
  // The text moves until all answers are shown, and the lenses arrive in any order.
  const lens = (text: string) => page.locator('.codelens-decoration', { hasText: text });
  await has(lens('4 proved'));
  await lens('Av @>').locator('a', { hasText: 'show solution' }).click();
  const { panel } = editor;
  await has(panel.locator('#title', { hasText: 'Call a stopper' }));
  assert.equal(await panel.locator('#summary').textContent(), '2 moves');
  assert.equal(await panel.locator('#step').textContent(), 'Start');
  await has(panel.locator('#board svg'));
  assert.ok((await panel.locator('#board svg *').count()) > 20, 'the drawing is empty');
  await panel.locator('#forward').click();
  await has(panel.locator('#step', { hasText: 'Move 1 of 2: Av' }));
  const spoken = panel.locator('#description[aria-live="polite"]');
  assert.match((await spoken.textContent()) ?? '', /A slides? down/);
  await panel.locator('#first').click();
  await panel.locator('#play').click();
  await has(panel.locator('#step', { hasText: 'Move 2 of 2, the last: @>' }));
  assert.match((await spoken.textContent()) ?? '', /@ slides? right/);
  await has(panel.locator('#play[aria-label="Play again"]'));
  await editor.shoot('panel-dark');
});

step('the keyboard plays as well', async () => {
  const { panel } = editor;
  const label = (text: string) => has(panel.locator('#step', { hasText: text }));
  await panel.locator('#board').click();
  await page.keyboard.press('Home');
  await label('Start');
  await page.keyboard.press('ArrowRight');
  await label('Move 1 of 2');
  await page.keyboard.press('ArrowLeft');
  await label('Start');
  await page.keyboard.press('End');
  await label('the last');
  // The solution may end before the button is looked at.
  await panel.locator('#play').evaluate((play) => {
    new MutationObserver(() => {
      if (play.getAttribute('aria-label') === 'Pause') {
        play.setAttribute('data-has-played', '');
      }
    }).observe(play, { attributeFilter: ['aria-label'] });
  });
  await page.keyboard.press('Space');
  await has(panel.locator('#play[data-has-played]'));
  await page.keyboard.press('Space');
  await has(panel.locator('#play[aria-label^="Play"]'));
  // From the title on, Tab visits all controls in page order.
  await panel.locator('#title').focus();
  const order: string[] = [];
  for (let count = 0; count < 10; count++) {
    await page.keyboard.press('Tab');
    order.push(await panel.locator(':focus').evaluate((focused) => focused.id || focused.textContent || ''));
  }
  assert.deepEqual(order.slice(0, 6), ['watch-tab', 'first', 'back', 'play', 'forward', 'last']);
  assert.deepEqual(order.slice(7), ['speed', 'of', 'The board as text']);
});

step('the panel follows the cursor and the text', async () => {
  const { panel } = editor;
  await editor.goTo('puzzle ricochet');
  await has(panel.locator('#title', { hasText: 'Round the corner' }));
  await has(panel.locator('#summary', { hasText: '6 moves' }));
  await panel.locator('#last').click();
  await has(panel.locator('#step', { hasText: 'Move 6 of 6, the last' }));
  await editor.shoot('panel-ricochet');
  await panel.locator('#of').selectOption('file');
  await has(panel.locator('#summary', { hasText: 'the file has no solution that could be played' }));
  await panel.locator('#of').selectOption('solver');
  await has(panel.locator('#summary', { hasText: /^6 moves$/ }));
  await editor.goTo('puzzle slider');
  await has(panel.locator('#title', { hasText: 'Race' }));
  await panel.locator('#forward').click();
  await editor.shoot('panel-slider');
  await editor.goTo('puzzle rush');
  await has(panel.locator('#title', { hasText: 'Two presents' }));
  await panel.locator('#forward').click();
  await has(panel.locator('#step', { hasText: 'turn 1' }));
  await editor.shoot('panel-rush');
  // Without B, nothing stops A.
  await editor.goTo('. . . B .');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('.');
  await has(panel.locator('#player:not([data-state="solved"]) #title', { hasText: 'Call a stopper' }));
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');
  await textWith(/^ {4}\. \. \. B \.$/);
  await has(panel.locator('#player[data-state="solved"] #title', { hasText: 'Call a stopper' }));
});

step('the panel is readable in a light theme and in high contrast', async () => {
  const { panel } = editor;
  await panel.locator('#last').click();
  for (const [theme, kind, name] of [
    ['Light Modern', 'vscode-light', 'panel-light'],
    ['Default High Contrast', 'vscode-high-contrast', 'panel-high-contrast'],
  ] as const) {
    configure({ 'workbench.colorTheme': theme });
    await has(panel.locator(`body.${kind}`));
    await editor.shoot(name);
    await editor.goTo('puzzle rush');
    await has(panel.locator('#title', { hasText: 'Two presents' }));
    await panel.locator('#forward').click();
    await editor.shoot(`${name}-rush`);
    await editor.goTo('puzzle lunar');
    await has(panel.locator('#title', { hasText: 'Call a stopper' }));
    await panel.locator('#last').click();
  }
  configure({});
  await has(panel.locator('body.vscode-dark'));
});

step('the panel is back after a reload, at the same step', async () => {
  await editor.panel.locator('#back').click();
  await has(editor.panel.locator('#step', { hasText: 'Move 1 of 2' }));
  await editor.goTo('puzzle lunar');
  await page.keyboard.press('Control+S');
  await gone(page.locator('.tab.dirty'));
  // Unlike a reload by the browser, this one waits until the state is saved.
  const loaded = page.waitForEvent('load');
  await editor.run('Developer: Reload Window');
  await loaded;
  await has(editor.panel.locator('#title', { hasText: 'Call a stopper' }));
  await has(editor.panel.locator('#step', { hasText: 'Move 1 of 2: Av' }));
  const tab = page.locator('.tab', { hasText: 'Call a stopper' });
  await tab.click({ button: 'middle' });
  await gone(tab);
});

step('a server that dies is started again', async () => {
  // Before, the only process may be one that prints its version, or a server that is still starting.
  // Neither may be started again.
  await running(editor);
  // That of the last window may still be ending.
  const [old] = await until(
    async () => server.processes('carom'),
    (found) => found.length === 1,
  );
  assert.ok(old !== undefined);
  process.kill(old, 'SIGKILL');
  await until(
    async () => server.processes('carom'),
    (found) => found.length === 1 && found[0] !== old,
  );
  // The lenses work again, so the new server has the text.
  await editor.lens('show solution').first().click();
  await has(editor.panel.locator('#title', { hasText: 'Call a stopper' }));
  await has(editor.panel.locator('#board svg'));
  await page.locator('.tab', { hasText: 'Call a stopper' }).click({ button: 'middle' });
});

step('Enter, and a snippet, write a new puzzle', async () => {
  await editor.openFile('new.carom');
  await has(page.locator('[id="status.editor.indentation"]', { hasText: 'Spaces: 2' }));
  // Enter must insert a line break even if completions are shown.
  for (const line of ['puzzle lunar', 'board:', '@ . + A', '. . . .']) {
    await page.keyboard.type(line, { delay: 30 });
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
  }
  await until(
    async () => (await editor.text()).map((line) => line.replace('1 move', '')),
    (lines) => lines.join('\n').trimEnd() === 'puzzle lunar\n  board:\n    @ . + A\n    . . . .',
  );
  await page.keyboard.press('Control+A');
  for (const word of ['puzzle rush', 'rush']) {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(word, { delay: 20 });
    if (word.startsWith('puzzle')) {
      // After a space, only the server offers completions.
      await has(page.locator('.suggest-widget .monaco-list-row', { hasText: 'X-mas Rush' }));
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
    }
    const snippet = page.locator('.suggest-widget .monaco-list-row', { hasText: 'X-mas Rush puzzle' });
    await has(snippet);
    // Each snippet is offered once, and it replaces the typed text.
    assert.equal(await snippet.count(), 1);
    await editor.shoot(`snippet ${word}`.replaceAll(' ', '-'));
    await snippet.click();
    await textWith(/^ {4}╔═╗$/);
    await textWith(/^puzzle rush "New puzzle"/);
    await page.keyboard.press('Escape');
  }
  await has(editor.lens('1 move'));
  await editor.shoot('snippet');
  // Within a value there is no snippet.
  await editor.goTo('puzzle rush');
  await page.keyboard.press('Enter');
  await page.keyboard.type('author: lun', { delay: 20 });
  await page.keyboard.press('Control+Space');
  await page.waitForTimeout(500);
  assert.equal(
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'Lunar Lockout puzzle' }).count(),
    0,
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Z');
});

/** A card of Lunar Lockout from another collection, with its number of moves. */
const CARD = '0000100100010000001000002s4';
const CARD_HERE = /^puzzle lunar.* moves: 4 board: \. \. \. \. A \. \. B \. \./;

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

/** Returns the whole text as one line, without inlay hints and lenses. */
const flat = async () => (await editor.text()).join(' ').replaceAll(/\s+/g, ' ').trim();

step('a puzzle in a foreign format is pasted and copied', async () => {
  await editor.openFile('pasted.carom');
  await page.evaluate((text) => navigator.clipboard.writeText(text), CARD);
  await editor.run('carom: Insert Puzzle from Clipboard');
  await until(flat, (text) => CARD_HERE.test(text));
  await has(editor.lens('4 moves'));
  await editor.shoot('from-clipboard');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await editor.goTo('puzzle lunar');
  await editor.run('carom: Copy Puzzle as');
  const form = page.locator('.quick-input-list .monaco-list-row', { hasText: 'lunar-digits' });
  await has(form);
  await editor.shoot('copy-as');
  await form.click();
  await until(clipboard, (text) => text.trim() === CARD);
  // A puzzle in carom's own format is inserted as it is.
  await page.evaluate(() => navigator.clipboard.writeText('puzzle lunar "Own"\n  board:\n    @ . + A\n'));
  await editor.run('carom: Insert Puzzle from Clipboard');
  await textWith(/^puzzle lunar "Own"/);
});

step('a pasted puzzle is converted, and can be restored', async () => {
  await editor.goTo('puzzle lunar');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.evaluate((text) => navigator.clipboard.writeText(text), CARD);
  await page.keyboard.press('Control+V');
  await until(flat, (text) => CARD_HERE.test(text));
  await has(editor.lens('4 moves'));
  const button = page.locator('.post-edit-widget');
  await has(button);
  await editor.shoot('pasted');
  await button.click();
  const offer = page.locator('.monaco-list-row', { hasText: 'Plain Text' });
  await has(offer);
  await editor.shoot('paste-as');
  await offer.click();
  await textWith(/^0000100100010000001000002s4$/);
  // The original text has one error with a fix.
  await editor.run('Problems: Focus on Problems View');
  await has(page.locator('.markers-panel .monaco-list-row', { hasText: 'text of a foreign format' }));
  const file = page.locator('.markers-panel .monaco-list-row', { hasText: 'pasted.carom' });
  assert.equal(await file.locator('.monaco-count-badge').innerText(), '1');
  await editor.run('View: Toggle Panel Visibility');
  await editor.goTo('0000100100010000001000002s4');
  // Ctrl+. would open the paste options.
  await editor.run('Quick Fix...');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'convert to a puzzle' }).first().click();
  await until(flat, (text) => CARD_HERE.test(text));
});

step('rows that are copied from a puzzle are pasted as they are', async () => {
  await editor.goTo('puzzle lunar');
  const before = await flat();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+C');
  await page.keyboard.press('Control+V');
  await until(flat, (text) => text === before);
});

step('a new file begins with a new puzzle, and a file is known by its first line', async () => {
  await editor.run('Create: New File...');
  const entry = page.locator('.quick-input-list .monaco-list-row', { hasText: 'carom Puzzle' });
  await has(entry);
  await editor.shoot('new-file');
  await entry.click();
  const choice = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  await choice('Lunar Lockout').click();
  await choice('5 by 5').click();
  await has(page.locator('.quick-input-widget:visible input[type="text"]'));
  await page.keyboard.press('Enter');
  await textWith(/^puzzle lunar/);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await editor.run('View: Revert and Close Editor');
  await editor.openFile('known');
  await has(page.locator('[id="status.editor.mode"]', { hasText: 'carom' }));
  await has(editor.lens('1 move'));
});

step('the status bar shows a long search, and stops it', async () => {
  // The search runs until it is stopped, even with a faster solver.
  configure({ 'carom.limits.maxPositions': 1e10, 'carom.limits.maxMemory': '16GiB' });
  await editor.openFile('hard.carom');
  await has(editor.status.filter({ hasText: 'carom: solving 1' }));
  await until(
    async () => (await editor.status.getAttribute('aria-label')) ?? '',
    (label) =>
      /Solving In the middle of nowhere\s+\d{1,3}(,\d{3})* positions.*Click for a menu with “Stop Solving”/s.test(
        label,
      ),
  );
  await editor.shoot('solving');
  const entry = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Stop Solving' });
  // The text of the item changes several times a second, and a click during such a change is lost.
  await until(
    async () => {
      await page.keyboard.press('Escape');
      await editor.status.click();
      return entry
        .first()
        .waitFor({ timeout: 5_000 })
        .then(() => true)
        .catch(() => false);
    },
    (isOpen) => isOpen,
  );
  await entry.click();
  await gone(editor.status.filter({ hasText: 'solving' }));
  await has(editor.lens('cancelled'));
});

step('without a server, the user gets instructions', async () => {
  const missing = path.join(workspace, 'no-carom-here');
  configure({ 'carom.server.path': missing });
  await has(editor.status.filter({ hasText: 'carom: not found' }));
  const told = page.locator('.notification-list-item', { hasText: 'there is no such file' });
  await has(told);
  for (const button of ['Open Settings', 'Choose the Program…', 'How to Install']) {
    await has(told.locator('.monaco-button', { hasText: button }));
  }
  await editor.shoot('not-found');
  const old = path.join(workspace, 'old-carom');
  writeFileSync(old, '#!/bin/sh\necho carom 0.0.1\n');
  chmodSync(old, 0o755);
  configure({ 'carom.server.path': old });
  await has(
    page.locator('.notification-list-item', { hasText: 'it is carom 0.0.1, and this extension needs' }),
  );
  await has(editor.status.filter({ hasText: 'carom: too old' }));
  configure({});
  await gone(editor.status.filter({ hasText: 'too old' }));
  await editor.run('Notifications: Clear All Notifications');
});

step('all settings can be edited in their page', async () => {
  await editor.run('Preferences: Open Settings (UI)');
  const settings = page.locator('.settings-editor');
  const search = async (words: string) => {
    await settings.locator('.suggest-input-container').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`@ext:carom.carom ${words}`);
  };
  await search('limits');
  const item = (name: string) => page.locator('.settings-editor .setting-item-contents', { hasText: name });
  await has(item('Max Positions'));
  // All settings are shown until the search has finished.
  await gone(item('Lints'));
  const asJson = page.locator('.settings-editor .edit-in-settings-button:visible');
  await until(
    () => asJson.count(),
    (count) => count === 0,
  );
  await editor.shoot('settings');
  for (const name of ['Jobs', 'Max Memory', 'Max Positions', 'Time Limit']) {
    await has(item(name).locator('input'));
  }
  await item('Max Positions').locator('input').fill('1234567');
  const file = path.join(out, 'home/data/User/settings.json');
  await until(
    async () => readFileSync(file, 'utf8'),
    (text) => /"carom\.limits\.maxPositions": 1234567/.test(text),
  );
  await item('Max Positions').locator('input').fill('0');
  await search('log');
  await has(item('Log').locator('input'));
  await until(
    () => asJson.count(),
    (count) => count === 0,
  );
  // The page may be a separate window above the editors.
  await page.keyboard.press('Escape');
  await editor.run('View: Close All Editors');
  await gone(settings);
});

step('a new user sees the walkthrough', async () => {
  await editor.run('carom: Get Started');
  const walkthrough = page.locator('.gettingStartedContainer');
  await has(walkthrough.locator('h3, h2', { hasText: 'Get started with carom' }));
  await walkthrough.locator('.step-title', { hasText: 'Open the example file' }).click();
  const button = walkthrough.locator('.monaco-button', { hasText: 'Open the example file' });
  await has(button);
  await editor.shoot('walkthrough');
  // No step shows Markdown code marks.
  assert.ok(!((await walkthrough.textContent()) ?? '').includes('`'));
  await button.click();
  await textWith(/^title: My first deck$/);
  await has(editor.lens('2 moves · Av @>'));
  await has(page.locator('.squiggly-error'));
  await editor.shoot('example-deck');
});

step('each step of the walkthrough is ticked once it is done', async () => {
  await editor.goTo('moves: 3');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await gone(page.locator('.squiggly-error'));
  await editor.lens('show solution').first().click();
  await has(editor.panel.locator('#board svg'));
  await page.locator('.tab', { hasText: 'Call a stopper' }).click({ button: 'middle' });
  await editor.goTo('moves: 2');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('puzzle lunar');
  await page.keyboard.press('Escape');
  await editor.run('carom: Get Started');
  const steps = page.locator('.gettingStartedContainer .getting-started-step');
  await until(
    () => steps.locator('.codicon-getting-started-step-checked').count(),
    (count) => count >= 5,
  );
  // The last step, a page, is not done yet.
  assert.equal(await steps.count(), 6);
  await editor.shoot('walkthrough-done');
});

step('an untrusted folder starts none of its programs', async () => {
  const marker = path.join(untrusted, 'was-run');
  const program = path.join(untrusted, 'target/release/carom');
  mkdirSync(path.dirname(program), { recursive: true });
  cpSync(path.join(workspace, 'deck.carom'), path.join(untrusted, 'deck.carom'));
  writeFileSync(program, `#!/bin/sh\ntouch '${marker}'\nexec '${carom}' "$@"\n`);
  chmodSync(program, 0o755);
  mkdirSync(path.join(untrusted, '.vscode'));
  writeFileSync(
    path.join(untrusted, '.vscode/settings.json'),
    JSON.stringify({ 'carom.server.path': program }),
  );
  server.set({ ...QUIET, 'security.workspace.trust.enabled': true });
  await editor.openFolder(server.url, untrusted);
  await editor.openFile('deck.carom');
  await has(editor.lens('2 moves · Av @>'));
  await has(page.locator('[id="status.workspaceTrust"], .statusbar-item', { hasText: 'Restricted Mode' }));
  assert.ok(!existsSync(marker), 'a program of the folder was run');
  await editor.shoot('restricted');
});
