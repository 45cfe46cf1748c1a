/**
 * Tests `carom preview` in a browser, with the real program and a file. `CAROM` names the
 * program, `CHROMIUM` the browser, `OUT` a folder for screenshots.
 */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const OUT = process.env.OUT ?? assert.fail('OUT is not set; see tests/editors/web.sh');
const CAROM = process.env.CAROM ?? assert.fail('CAROM is not set');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

const TEXT = `puzzle ricochet "One"
  rules: direct
  target: r a5
  board:
    . . . . .
    . . # . .
    . B . . .
    . . . . .
    R . . . G

puzzle ricochet "Two"
  rules: direct
  moves: 3
  target: b e1
  board:
    . . . . .
    . . . . .
    . . B . .
    . . . . .
    R . . . .
`;

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

const folder = mkdtempSync(path.join(tmpdir(), 'carom-preview-'));
const file = path.join(folder, 'deck.carom');
let browser: Browser;
let program: ChildProcess;
let address: string;

before(async () => {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(file, TEXT);
  const env = { ...process.env, CAROM_NO_CACHE: '1' };
  program = spawn(CAROM, ['preview', '--no-open', file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  assert.ok(program.stdout !== null);
  [address] = await once(createInterface(program.stdout), 'line');
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? assert.fail('CHROMIUM is not set'),
    args: ['--no-sandbox', '--disable-background-networking'],
    timeout: PATIENCE,
  });
});

after(async () => {
  await browser?.close();
  program?.kill();
  rmSync(folder, { recursive: true });
});

/** Opens the preview with the initial text. `errors` are the errors that the page logs. */
async function open(options: BrowserContextOptions): Promise<{ page: Page; errors: string[] }> {
  writeFileSync(file, TEXT);
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => request.url().startsWith(address) || errors.push(request.url()));
  await page.goto(address);
  // The preview may still have the text of the last test, and goes to what has changed.
  await until(
    () => page.locator('.preview-bar option').allTextContents(),
    (titles) => titles.join() === 'One,Two (error)',
  );
  // A choice that arrives late would count more than the next change of the file.
  const chosen = page.waitForResponse((response) =>
    /"carom\/focus"/.test(response.request().postData() ?? ''),
  );
  await page.locator('.preview-bar select').selectOption('One');
  await chosen;
  await shown(page, 'One');
  await page.locator('#text', { hasText: '1 R . . . G a b c d e' }).waitFor({ state: 'attached' });
  return { page, errors };
}

/** Waits until a value is as it should be. */
async function until<T>(read: () => Promise<T>, accept: (value: T) => boolean): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (let value = await read(); !accept(value); value = await read()) {
    assert.ok(Date.now() < end, `waited in vain; the last was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const shown = (page: Page, title: string) => page.locator('#title', { hasText: title }).waitFor();
const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
const problem = (page: Page, text: string) => page.locator('.preview-problems li', { hasText: text });

/** Waits until the file has this text. */
const written = (text: string) =>
  until(
    async () => readFileSync(file, 'utf8'),
    (found) => found === text,
  );

/** Returns the violations found by axe-core, one per line. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

for (const [size, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the preview in ${colorScheme} on a ${size}: axe-core reports nothing, and nothing is wider than the window`, async () => {
      const { page, errors } = await open({ ...viewport, colorScheme, reducedMotion: 'reduce' });
      await page.locator('.preview-bar select').selectOption('Two (error)');
      await problem(page, 'claimed 3 moves').waitFor();
      for (const mode of ['watch', 'edit', 'play']) {
        await page.locator(`#${mode}-tab`).click();
        await page.locator(`section[aria-labelledby="${mode}-tab"]:visible`).waitFor();
        assert.deepEqual(await violations(page), [], mode);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), mode);
        const picture = `preview-${mode}-${colorScheme}-${size}.png`;
        await page.screenshot({ path: path.join(OUT, picture), fullPage: true });
      }
      assert.deepEqual(errors, []);
      await page.context().close();
    });
  }
}

test('the page follows the file', async () => {
  const { page, errors } = await open(DESKTOP);
  await page
    .locator('#step', { hasText: 'of 1' })
    .or(page.locator('#summary', { hasText: '1 move' }))
    .first()
    .waitFor();
  writeFileSync(file, TEXT.replace('moves: 3', 'moves: 4'));
  await shown(page, 'Two');
  await problem(page, 'claimed 4 moves, but the optimum is 2').waitFor();
  assert.equal(await page.title(), 'Two – carom');
  const fixed = TEXT.replace('moves: 3', 'moves: 2');
  writeFileSync(file, fixed);
  await problem(page, 'claimed').waitFor({ state: 'detached' });
  await page.locator('.preview-bar option', { hasText: /^Two$/ }).waitFor({ state: 'attached' });
  // A new puzzle appears in the list, and a removed one disappears.
  writeFileSync(
    file,
    `${fixed}\n${TEXT.slice(0, TEXT.indexOf('puzzle ricochet "Two"')).replace('One', 'Three')}`,
  );
  await shown(page, 'Three');
  await page.locator('.preview-bar select').selectOption('One');
  await shown(page, 'One');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('the page says that the file was deleted, and shows it when it is back', async () => {
  const { page } = await open(DESKTOP);
  rmSync(file);
  await page.locator('.preview-status', { hasText: 'The file was closed or deleted.' }).waitFor();
  writeFileSync(file, TEXT.replace('"One"', '"Again"'));
  await shown(page, 'Again');
  await page.locator('.preview-status', { hasText: /^$/ }).waitFor({ state: 'attached' });
  await page.context().close();
});

test('a robot is moved on the board, and the file changes', async () => {
  const { page, errors } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('[data-square="b1"][aria-label="b1, red robot R"]').waitFor();
  await written(TEXT.replace('R . . . G', '. R . . G'));
  await page.keyboard.press('Control+z');
  await page.locator('[data-square="a1"][aria-label="a1, red robot R"]').waitFor();
  await written(TEXT);
  await page.keyboard.press('Control+y');
  await written(TEXT.replace('R . . . G', '. R . . G'));
  // Undo does not touch changes made in the file.
  const changed = `; typed\n${readFileSync(file, 'utf8')}`;
  writeFileSync(file, changed);
  await page.locator('[data-square="b1"][aria-label="b1, red robot R"]').waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('#edit-status', { hasText: /Not possible: the (text|file) has changed/ }).waitFor();
  await written(changed);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('columns are added by a drag of the border, and undone in one step', async () => {
  const { page, errors } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  const isDisabled = (undo: boolean, redo: boolean) =>
    page.locator(`#undo[aria-disabled="${undo}"] ~ #redo[aria-disabled="${redo}"]`).waitFor();
  await isDisabled(true, true);
  const box = await page.locator('.grip[data-side="right"]').boundingBox();
  const cell = await square(page, 'c3').boundingBox();
  assert.ok(box !== null && cell !== null);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2.3 * cell.width, y, { steps: 4 });
  assert.equal(await page.locator('#board .size text').textContent(), '7 × 5');
  await page.mouse.up();
  const [one = '', two = ''] = TEXT.split(/(?=puzzle ricochet "Two")/);
  const grown = one.replace(/^( {4}\S.*)$/gm, '$1 . .') + two;
  await written(grown);
  await square(page, 'g1').waitFor();
  await isDisabled(false, true);
  await page.locator('#undo').click();
  await written(TEXT);
  await square(page, 'g1').waitFor({ state: 'detached' });
  await isDisabled(true, false);
  await page.locator('#redo').click();
  await written(grown);
  await isDisabled(false, true);
  // Changes made elsewhere are not undone here.
  writeFileSync(file, `; typed\n${grown}`);
  await isDisabled(true, true);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('the page says why a file is not written', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  chmodSync(file, 0o444);
  await square(page, 'a1').focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('#edit-status', { hasText: 'the file is read-only' }).waitFor();
  chmodSync(file, 0o644);
  await written(TEXT);
  await page.context().close();
});

test('a search shows its progress, and is cancelled', async () => {
  const { page, errors } = await open(DESKTOP);
  const rows = Array.from({ length: 16 }, () => Array.from({ length: 16 }, () => '.'));
  for (const [column, row, glyph] of [
    [0, 0, 'A'],
    [15, 0, 'B'],
    [3, 5, 'C'],
    [12, 9, 'D'],
    [6, 12, 'E'],
    [8, 7, 'a'],
  ] as const) {
    rows[row]?.splice(column, 1, glyph);
  }
  const board = rows.map((row) => `    ${row.join(' ')}\n`).join('');
  const large = `puzzle ricochet "Large"\n  rules: grouped\n  board:\n${board}`;
  writeFileSync(file, large);
  await shown(page, 'Large');
  await page.locator('#edit-tab').click();
  await page.locator('#harder').click();
  await page.locator('#progress-text', { hasText: /^\d+ of [\d,]+ changes$/ }).waitFor();
  await page.screenshot({ path: path.join(OUT, 'preview-progress.png') });
  await page.locator('#cancel').click();
  await page.locator('#edit-status', { hasText: 'Cancelled.' }).waitFor();
  await written(large);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('a finger plays, and the solution is written', async () => {
  const { page } = await open(PHONE);
  await page.locator('#play-tab').tap();
  await page.locator('#score', { hasText: 'No moves yet' }).waitFor();
  await square(page, 'a1').tap();
  await square(page, 'a5').tap();
  await page.locator('#score', { hasText: 'Solved in 1 move, which is optimal.' }).waitFor();
  await page.locator('#write').tap();
  await written(TEXT.replace('R . . . G\n', '$&  solution: R^\n'));
  await page.context().close();
});

test('a file that starts with a comment, and has one puzzle, shows it', async () => {
  const other = path.join(folder, 'one.carom');
  writeFileSync(
    other,
    `; A comment.\ntitle: One puzzle\n\n${TEXT.slice(0, TEXT.indexOf('puzzle ricochet "Two"'))}`,
  );
  const env = { ...process.env, CAROM_NO_CACHE: '1' };
  const second = spawn(CAROM, ['preview', '--no-open', other], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  assert.ok(second.stdout !== null);
  const [url] = await once(createInterface(second.stdout), 'line');
  const page = await browser.newPage(DESKTOP);
  await page.goto(url);
  await shown(page, 'One');
  await page.locator('#step', { hasText: 'Start' }).waitFor();
  await page.context().close();
  second.kill();
});

test('problems do not change the size of the board', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').waitFor();
  const size = () => page.locator('#board').boundingBox();
  const before = await size();
  writeFileSync(
    file,
    TEXT.replace('  target: r a5\n', '  target: r a5\n  moves: 7\n  moves: 8\n  result: win 1\n'),
  );
  await page.locator('.preview-problems li').first().waitFor();
  assert.deepEqual(await size(), before);
  await page.context().close();
});

test('the page says that the preview has ended', async () => {
  const { page } = await open(DESKTOP);
  program.kill();
  await page.locator('.preview-status', { hasText: 'Not connected' }).waitFor();
  // The tab is hidden if the page has noticed the end by another request, of the file's last change.
  await page.locator('#edit-tab').dispatchEvent('click');
  await page.locator('#empty', { hasText: 'The preview has ended.' }).waitFor();
  await page.context().close();
});
