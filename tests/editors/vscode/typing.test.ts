/**
 * Types a whole file key by key, in a real editor with the real server.
 *
 * `CAROM`, `CODE_SERVER` and `CHROMIUM` name programs, `VSIX` the package, and `OUT` a folder
 * for screenshots and output files.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import type { Editor } from './editor.ts';
import type { CodeServer } from './server.ts';
import {
  configured,
  end,
  gone,
  has,
  type Session,
  SMALL,
  start,
  steps,
  until,
  variable,
  workspace,
} from './shared.ts';

const carom = variable('CAROM');
const file = path.join(workspace, 'typed.carom');
const fast = path.join(workspace, 'fast.carom');

/** The puzzles as typed, without indentation. */
const LUNAR = ['puzzle lunar "Call a stopper"', 'moves: 2', 'board:'];
LUNAR.push('. . . A .', '. . . . .', '@ . + . .', '. . . B .', 'solution: Av @>');
const RICOCHET = ['puzzle ricochet "One slide"', 'rules: direct', 'board:'];
RICOCHET.push('R . . r', '. . . .', 'solution: R>');
const SLIDER = ['puzzle slider', 'board:', 'H . . .', 'H . # .', '. . . .', '. V V .'];

/** A puzzle whose solution is Av @>. */
const UNSOLVED = layout(LUNAR.slice(0, -1));

/** Formats lines without indentation with the program. */
function layout(lines: readonly string[]): string {
  return execFileSync(carom, ['fmt', '-'], { input: `${lines.join('\n')}\n` }).toString();
}

let session: Session;
let server: CodeServer;
let page: Page;
let editor: Editor;

before(async () => {
  session = await start(SMALL, () => {
    writeFileSync(file, '');
    writeFileSync(fast, '');
    writeFileSync(path.join(workspace, 'saved.carom'), '');
    writeFileSync(path.join(workspace, 'wrong.carom'), UNSOLVED.replace('moves: 2', 'moves: 3'));
    writeFileSync(path.join(workspace, 'unsolved.carom'), UNSOLVED);
    writeFileSync(path.join(workspace, 'alone.carom'), UNSOLVED);
  });
  ({ server, page, editor } = session);
});

after(() => end(session));

const step = steps(() => editor);

/** Waits until the server has indented the line of the cursor. */
const cursor = (line: number, column: number) =>
  has(page.locator('[id="status.editor.selection"]', { hasText: new RegExp(`Ln ${line}, Col ${column}$`) }));

/**
 * Types the lines of a layout without their indentation, key by key. Waits for the editor after
 * each line and after the name of a field, because the editor drops edits of the server for a
 * line that has changed meanwhile.
 */
async function type(lines: readonly string[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    const indent = line.length - text.length;
    const key = /^[a-z]+:/.exec(text)?.[0] ?? '';
    if (key === '') {
      // An empty line keeps the indentation of fields until it is ended.
      await cursor(index + 1, text === '' ? 3 : indent + 1);
    }
    await page.keyboard.type(key, { delay: 30 });
    if (key !== '') {
      await cursor(index + 1, indent + key.length + 1);
    }
    await page.keyboard.type(text.slice(key.length), { delay: 30 });
    await page.keyboard.press('Enter');
  }
}

/** Saves, and waits until the file has the expected text, except for spaces at its end. */
async function saves(text: string, to = file): Promise<void> {
  await page.keyboard.press('Control+S');
  await until(
    async () => `${readFileSync(to, 'utf8').trimEnd()}\n`,
    (found) => found === text,
  );
}

step('an empty file is opened, and lines are indented as the layout has it', async () => {
  await editor.openFolder(server.url, workspace);
  // A file opened before the extension is active keeps another tab size.
  await has(page.locator('.activitybar a[aria-label^="Testing"]'));
  await editor.openFile('typed.carom');
  await has(page.locator('[id="status.editor.indentation"]', { hasText: 'Spaces: 2' }));
  await has(editor.status);
});

step('an empty file offers a new puzzle, and nothing turns red at the first word', async () => {
  await has(editor.lens('New puzzle…'));
  // The editor draws hints as generated content.
  await until(
    () =>
      page
        .locator('.view-line span')
        .evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::after').content)),
    (hints) => hints.some((hint) => hint.includes('Type lunar, ricochet, slider, rush or tilt')),
  );
  await editor.shoot('empty');
  for (const key of 'puzzle') {
    await page.keyboard.type(key);
    // The server answers within this time.
    await page.waitForTimeout(300);
    assert.equal(await page.locator('.squiggly-error').count(), 0, key);
  }
  await gone(editor.lens('New puzzle…'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await has(editor.lens('New puzzle…'));
});

step('the text does not jump while a puzzle is malformed', async () => {
  await editor.openFile('alone.carom');
  await has(editor.lens('2 moves'));
  const top = async () => (await editor.line('board:').boundingBox())?.y;
  const before = await top();
  await editor.goTo('. . . A .');
  await page.keyboard.press('Backspace');
  // A lens without a command is not a link.
  await has(page.locator('.codelens-decoration', { hasText: 'malformed: row has 4 squares' }));
  assert.equal(await top(), before);
  await editor.shoot('malformed');
  await page.keyboard.type('.');
  await has(editor.lens('2 moves'));
  assert.equal(await top(), before);
  await page.keyboard.press('Control+S');
  await editor.openFile('typed.carom');
});

step('three puzzles are typed, and no popup takes a key', async () => {
  const deck = layout([...LUNAR, '', ...RICOCHET, '', ...SLIDER]);
  await type(deck.trimEnd().split('\n'));
  await editor.shoot('typed');
  await saves(deck);
  execFileSync(carom, ['fmt', '--check', '-'], { input: deck });
});

step('puzzles typed faster than the server answers are correct in the end', async () => {
  const deck = layout([...LUNAR, '', ...RICOCHET, '', ...SLIDER]);
  await editor.openFile('fast.carom');
  for (const line of deck.trimEnd().split('\n')) {
    await page.keyboard.type(line.trim());
    await page.keyboard.press('Enter');
  }
  // A hint follows a solution, and an empty line has spaces.
  const plain = (line: string) => line.replace(/optimal$/, '').trimEnd();
  await until(
    async () => `${(await editor.text()).map(plain).join('\n').trimEnd()}\n`,
    (text) => text === deck,
  );
  await editor.shoot('typed-fast');
  await saves(deck, fast);
});

step('below a blank line the editor alone begins at the left', async () => {
  // The answer of the server may arrive after the line is typed.
  await configured(page, { '[carom]': { 'editor.formatOnType': false } });
  await editor.openFile('alone.carom');
  await has(editor.lens(/^2 moves/));
  await page.keyboard.press('Control+End');
  for (const [line, key] of ['', 'puzzle lunar'].entries()) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(key);
    await cursor(UNSOLVED.split('\n').length + line + 1, key.length + 1);
  }
  await configured(page, {});
});

step('a new puzzle turns red when it is saved by hand, not when it is saved after a delay', async () => {
  await configured(page, { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 200 });
  await editor.openFile('saved.carom');
  const errors = page.locator('.squiggly-error');
  for (const [index, line] of ['puzzle lunar', 'moves: 2'].entries()) {
    await page.keyboard.type(line, { delay: 30 });
    await page.keyboard.press('Enter');
    await until(
      async () => readFileSync(path.join(workspace, 'saved.carom'), 'utf8').split('\n').length,
      (lines) => lines === index + 2,
    );
    // The server answers within this time.
    await page.waitForTimeout(1_000);
    assert.equal(await errors.count(), 0, line);
    await has(page.locator('.codelens-decoration', { hasText: 'unfinished' }));
  }
  await editor.shoot('unfinished');
  await configured(page, {});
  await page.keyboard.press('Control+S');
  await has(errors);
  await has(page.locator('.codelens-decoration', { hasText: 'malformed' }));
});

step('a wrong claim is shown whenever its puzzle is complete', async () => {
  await editor.openFile('wrong.carom');
  const errors = page.locator('.squiggly-error');
  await has(errors);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await gone(errors);
  await page.keyboard.press('Control+Z');
  await has(errors);
  await editor.shoot('undone');
  await configured(page, { 'workbench.colorTheme': 'Light Modern' });
  await has(page.locator('.monaco-workbench.vs'));
  await editor.shoot('undone-light');
  await configured(page, {});
});

/** Returns the text shown after the cursor that is not part of the file. */
const ghost = async () =>
  (await page.locator('.ghost-text-decoration').allTextContents()).join('').replaceAll('\u00a0', ' ');

const ghostIs = (text: string) => until(ghost, (found) => found === text);

/** Waits until the file has this solution. The shown text looks like part of its line. */
const solutionIs = (solution: string) =>
  until(
    async () => ({ shown: await ghost(), text: await editor.text() }),
    ({ shown, text }) => {
      const lines = text.map((line) => line.replace(/optimal$/, ''));
      return ['', shown].some((more) => lines.includes(`  solution: ${solution}${more}`));
    },
  );

step('the next optimal move is shown after the cursor, and Tab writes it', async () => {
  await editor.openFile('unsolved.carom');
  await has(editor.lens(/^2 moves/));
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  solution: ', { delay: 30 });
  await ghostIs('Av');
  // The list of moves offers other moves; it closes, and the move stays.
  const list = page.locator('.suggest-widget.visible');
  await has(list);
  await editor.shoot('next-move');
  await page.keyboard.press('Escape');
  await gone(list);
  await ghostIs('Av');
  await page.keyboard.press('Tab');
  await solutionIs('Av');
  await ghostIs(' @>');
  await editor.shoot('move-after-that');
  await page.keyboard.press('Tab');
  await solutionIs('Av @>');
  await ghostIs('');
});

step('no move is shown if that is turned off', async () => {
  const ask = async () => {
    await editor.run('Trigger Inline Suggestion');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return ghost();
  };
  await configured(page, { 'carom.nextMove': false });
  for (let count = 0; count < 3; count++) {
    await page.keyboard.press('Backspace');
  }
  // Text that was shown before stays until it is requested again.
  await until(ask, (found) => found === '');
  await solutionIs('Av');
  assert.equal(await ask(), '');
  await configured(page, {});
  await until(ask, (found) => found === ' @>');
});
