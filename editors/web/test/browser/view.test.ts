/**
 * Tests the view in a browser, with a host that needs no server. `CHROMIUM` names the browser,
 * `OUT` a folder for screenshots.
 */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type {} from './page.ts';

const HERE = import.meta.dirname;
const OUT = process.env.OUT ?? assert.fail('OUT is not set; see tests/editors/web.sh');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** Serve the page with a strict content security policy. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'";
const HTML = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>carom</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/view.css"><link rel="stylesheet" href="/edit.css"></head>
<body><main></main><script src="/page.js"></script></body></html>`;

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

let browser: Browser;
const files = new Map<string, string>();

before(async () => {
  mkdirSync(OUT, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: [
      path.join(HERE, 'page.ts'),
      path.join(HERE, '../../src/theme.css'),
      path.join(HERE, '../../src/view.css'),
      path.join(HERE, '../../src/edit.css'),
    ],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    outdir: '/',
  });
  for (const { path: name, text } of outputFiles) {
    files.set(`/${path.basename(name)}`, text);
  }
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? assert.fail('CHROMIUM is not set'),
    args: ['--no-sandbox', '--disable-background-networking'],
    timeout: PATIENCE,
  });
});

after(() => browser?.close());

/** Opens a page with the view. `errors` are the errors that the page logs. */
async function open(options: BrowserContextOptions): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const body = pathname === '/' ? HTML : files.get(pathname);
    const kind = { '.js': 'text/javascript', '.css': 'text/css' }[path.extname(pathname)] ?? 'text/html';
    return body === undefined
      ? route.fulfill({ status: 204 })
      : route.fulfill({ body, contentType: kind, headers: { 'content-security-policy': POLICY } });
  });
  await page.goto('http://carom.test/');
  await page.locator('#title', { hasText: 'One' }).waitFor();
  return { page, errors };
}

/** Returns the violations found by axe-core, one per line. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);

/** Drags with the mouse from the middle of one square to the middle of another. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const middle = async (name: string) => {
    const box = await square(page, name).locator('.heat').boundingBox();
    assert.ok(box !== null);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 5 });
  await page.mouse.up();
}

const shows = (page: Page, id: string, text: string | RegExp) =>
  page.locator(`#${id}`, { hasText: text }).waitFor();

for (const [size, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  for (const [theme, colours] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['contrast', { contrast: 'more' }],
    ['forced', { forcedColors: 'active', colorScheme: 'dark' }],
  ] as const) {
    test(`axe-core reports nothing in ${theme} on a ${size}, and nothing is wider than the window`, async () => {
      const { page, errors } = await open({ ...viewport, ...colours, reducedMotion: 'reduce' });
      for (const mode of ['watch', 'edit', 'play']) {
        await page.locator(`#${mode}-tab`).click();
        const section = page.locator('section[role="tabpanel"]:visible');
        assert.equal(await section.getAttribute('aria-labelledby'), `${mode}-tab`);
        assert.deepEqual(await violations(page), [], mode);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), mode);
        await page.screenshot({ path: path.join(OUT, `${mode}-${theme}-${size}.png`), fullPage: true });
      }
      assert.equal(
        await page.locator('.is-high-contrast').count(),
        theme === 'contrast' || theme === 'forced' ? 1 : 0,
      );
      assert.deepEqual(errors, []);
      await page.context().close();
    });
  }
}

test('the board fills the pane, tall or short, and nothing scrolls', async () => {
  const { page } = await open(DESKTOP);
  for (const [width, height, least] of [
    [570, 800, 480],
    [500, 700, 400],
    [700, 350, 325],
    [500, 350, 265],
    [1280, 800, 770],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const mode of ['watch', 'edit', 'play']) {
      await page.locator(`#${mode}-tab`).click();
      const box = await page.locator('#board > svg').first().boundingBox();
      const side = Math.min(box?.width ?? 0, box?.height ?? 0);
      const name = `${mode} at ${width} by ${height}`;
      await page.screenshot({ path: path.join(OUT, `${name.replaceAll(' ', '-')}.png`) });
      assert.ok(side >= least, `${name}: the board has ${side}`);
      for (const part of ['#player', 'html']) {
        const hidden = await page.locator(part).evaluate((one) => one.scrollHeight - one.clientHeight);
        assert.ok(hidden <= 0, `${name}: ${hidden} of ${part} are hidden`);
      }
    }
  }
});

test('the solution is watched by keys within the view', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#forward').focus();
  await page.keyboard.press('ArrowRight');
  await shows(page, 'step', 'Move 1 of 2: R>');
  await page.keyboard.press('Home');
  await shows(page, 'step', 'Start');
});

test('an edit reaches the host, and its text the view', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').waitFor();
  await drag(page, 'a1', 'b2');
  await page.locator('[data-square="b2"][aria-label="b2, robot R"]').waitFor();
  assert.equal(await page.evaluate(() => window.host.robots.R), 'b2');
  await square(page, 'b2').focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('[data-square="c2"][aria-label="c2, robot R"]').waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('[data-square="b2"][aria-label="b2, robot R"]').waitFor();
  // A refusal by the host is shown.
  await square(page, 'd4').click();
  await shows(page, 'edit-status', 'Not possible: only robots move here.');
  // The host has no suggestions, so there is no button for them.
  assert.equal(await page.locator('#harder').isVisible(), false);
});

/** Returns the middle of a side of the board on the screen. */
async function border(page: Page, side: string): Promise<{ x: number; y: number; cell: number }> {
  const box = await page.locator(`.grip[data-side="${side}"]`).boundingBox();
  const cell = await square(page, 'c3').boundingBox();
  assert.ok(box !== null && cell !== null);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, cell: (cell.width * 40) / 35 };
}

const resized = (page: Page) => page.evaluate(() => window.host.resized);

test('a drag of the border is one edit, shows the new size, and Escape cancels it', async () => {
  const { page, errors } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  for (const [side, x, y, size, operation] of [
    ['right', 2, 0, '7 × 5', { resize: 'right', grows: true, count: 2 }],
    ['bottom', 0, 1, '5 × 6', { resize: 'bottom', grows: true, count: 1 }],
    ['left', 1, 0, '4 × 5', { resize: 'left', grows: false, count: 1 }],
    ['top', 0, 3, '5 × 2', { resize: 'top', grows: false, count: 3 }],
  ] as const) {
    const before = await page.locator('#board .overlay').getAttribute('viewBox');
    const at = await border(page, side);
    const isUpright = side === 'left' || side === 'right';
    await page.mouse.move(at.x, at.y);
    const cursor = await page.locator('#board .overlay').evaluate((one) => getComputedStyle(one).cursor);
    assert.equal(cursor, isUpright ? 'ew-resize' : 'ns-resize');
    await page.mouse.down();
    // Near the edge of the window, a shorter drag adds a row.
    const [wide, high] = [Math.min(at.cell, (1280 - at.x) / 4), Math.min(at.cell, (800 - at.y) / 4)];
    const [right, down] = [x * (side === 'left' ? at.cell : wide), y * (side === 'top' ? at.cell : high)];
    await page.mouse.move(at.x + right, at.y + down, { steps: 4 });
    assert.equal(await page.locator('#board .size text').textContent(), size);
    // The whole new board is visible.
    const [outline, figure] = [page.locator('#board .size rect'), page.locator('#board')];
    const [inner, outer] = [await outline.boundingBox(), await figure.boundingBox()];
    assert.ok(inner !== null && outer !== null);
    assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width, side);
    assert.ok(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height, side);
    await page.screenshot({ path: path.join(OUT, `resize-${side}.png`) });
    await page.mouse.up();
    assert.deepEqual((await resized(page)).at(-1), operation);
    assert.equal(await page.locator('#board .size rect').count(), 0);
    assert.equal(await page.locator('#board .overlay').getAttribute('viewBox'), before);
  }
  const at = await border(page, 'right');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + at.cell, at.y, { steps: 4 });
  await page.locator('#board .size text', { hasText: '6 × 5' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#board .size rect').count(), 0);
  await page.mouse.move(at.x + 2 * at.cell, at.y);
  await page.mouse.up();
  assert.equal((await resized(page)).length, 4);
  // A click on the border has no effect, and a robot next to it can still be dragged.
  await page.mouse.click(at.x, at.y);
  assert.equal((await resized(page)).length, 4);
  await drag(page, 'a1', 'b2');
  await page.locator('[data-square="b2"][aria-label="b2, robot R"]').waitFor();
  assert.deepEqual(errors, []);
});

test('a finger drags the border of a board that is as wide as the window', async () => {
  const { page } = await open(PHONE);
  await page.locator('#edit-tab').tap();
  const at = await border(page, 'right');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: at.y + at.cell }],
    });
  // Drag from the free square e2 at the border to the edge of the window.
  const start = at.x - 15;
  await touch('touchStart', start);
  for (let x = start + 6; x < 360; x += 3) {
    await touch('touchMove', x);
  }
  await touch('touchMove', 359);
  await page.locator('#board .size text', { hasText: '9 × 5' }).waitFor();
  await page.screenshot({ path: path.join(OUT, 'resize-phone.png') });
  await touch('touchEnd', 359);
  assert.deepEqual(await resized(page), [{ resize: 'right', grows: true, count: 4 }]);
  // The grips lie on the border, not on the coordinates next to it.
  for (const side of ['left', 'bottom']) {
    const grip = await page.locator(`.grip[data-side="${side}"]`).boundingBox();
    const cell = await square(page, 'a1').locator('.heat').boundingBox();
    assert.ok(grip !== null && cell !== null);
    const outside = side === 'left' ? cell.x - grip.x : grip.y + grip.height - (cell.y + cell.height);
    assert.ok(outside <= 10, `${side}: ${outside}`);
  }
});

test('the border has no signs in other modes', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await page.locator('.grip').first().waitFor();
  assert.equal(await page.locator('.grip:visible').count(), 4);
  await page.locator('#play-tab').click();
  await shows(page, 'score', 'No moves yet');
  assert.equal(await page.locator('.grip:visible').count(), 0);
});

test('undo is greyed out when there is nothing to undo, and keeps the focus', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').waitFor();
  const undo = (isDisabled: boolean) => page.locator(`#undo[aria-disabled="${isDisabled}"]`).waitFor();
  await undo(true);
  await drag(page, 'a1', 'b2');
  await undo(false);
  await page.locator('#undo').click();
  await page.locator('[data-square="a1"][aria-label="a1, robot R"]').waitFor();
  await undo(true);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'undo');
});

test('what an edit changed besides the board is said, and undone on request', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').waitFor();
  await page.evaluate(() => {
    window.host.also = 'changed `moves` from 1 to 2';
  });
  await drag(page, 'a1', 'b2');
  await shows(page, 'also', 'The edit also changed moves from 1 to 2.');
  await page.screenshot({ path: path.join(OUT, 'also.png') });
  await page.locator('#undo-also').click();
  await page.locator('[data-square="a1"][aria-label="a1, robot R"]').waitFor();
  await page.locator('#also').waitFor({ state: 'hidden' });
});

test('the key that a button names works wherever the focus is', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').waitFor();
  for (const focused of ['#undo', '#map', '#edit-tab', '#title']) {
    await drag(page, 'a1', 'b2');
    await page.locator('[data-square="b2"][aria-label="b2, robot R"]').waitFor();
    if ((await page.locator(`button${focused}`).count()) > 0) {
      await page.locator(focused).focus();
    }
    await page.keyboard.press('Control+z');
    await page.locator('[data-square="a1"][aria-label="a1, robot R"]').waitFor();
  }
  await page.locator('#play-tab').click();
  await page.locator('#restart').waitFor();
  await page.locator('#typed').fill('R>');
  await page.keyboard.press('Enter');
  await shows(page, 'score', 'Solved');
  // A field keeps its own keys.
  await page.keyboard.press('Home');
  await shows(page, 'score', 'Solved');
  await page.locator('#pass, #restart').first().focus();
  await page.locator('#restart').focus();
  await page.keyboard.press('Home');
  await shows(page, 'score', 'No moves yet');
});

test('a search of the whole board shows its progress, and is cancelled', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').waitFor();
  for (const [label, search] of [
    ['Hardest start', 'hardest'],
    ['Minimise', 'minimise'],
  ] as const) {
    await page.locator('#whole').click();
    await page.getByRole('menuitem', { name: label }).click();
    await shows(page, 'progress-text', `${search}: 3 of 4`);
    assert.equal(await page.locator('#progress').getAttribute('value'), '75');
    await page.screenshot({ path: path.join(OUT, `${search}.png`) });
    await (search === 'hardest' ? page.locator('#cancel').click() : page.keyboard.press('Escape'));
    await shows(page, 'edit-status', 'Cancelled.');
    await page.locator('#searching').waitFor({ state: 'hidden' });
  }
});

test('a malformed board stays in each mode, dimmed and marked', async () => {
  const { page } = await open(DESKTOP);
  for (const mode of ['watch', 'edit', 'play']) {
    await page.evaluate(() => {
      window.host.fault = null;
      window.host.change({ type: 'cursor' });
    });
    await page.locator('#summary', { hasText: '1 move' }).waitFor();
    await page.locator(`#${mode}-tab`).click();
    await page.locator('#board:not(.is-outdated) > svg').first().waitFor();
    const before = await page.locator('.tools:visible').first().boundingBox();
    await page.evaluate(() => {
      window.host.fault = { square: 'b2', message: 'unknown glyph', glyph: '?', fix: 'write `.`' };
      window.host.change({ type: 'cursor' });
    });
    await page.locator('#summary', { hasText: 'malformed: unknown glyph' }).waitFor();
    await page.locator('#board.is-outdated .fault').waitFor();
    assert.equal(await page.locator('.carom-piece').count(), 2, mode);
    assert.deepEqual(await page.locator('.tools:visible').first().boundingBox(), before, mode);
    assert.deepEqual(await violations(page), [], mode);
    await page.screenshot({ path: path.join(OUT, `malformed-${mode}.png`) });
  }
});

test('a wrong claim is shown, and corrected on request', async () => {
  const { page } = await open(DESKTOP);
  assert.equal(await page.locator('#claims').isVisible(), false);
  const before = await page.locator('#board').boundingBox();
  await page.evaluate(() => {
    window.host.claimed = '6 moves';
    window.host.change({ type: 'cursor' });
  });
  await shows(page, 'claims', 'The file claims 6 moves.');
  assert.deepEqual(await page.locator('#board').boundingBox(), before);
  assert.deepEqual(await violations(page), []);
  await page.locator('#update-claims').click();
  await page.locator('#claims').waitFor({ state: 'hidden' });
});

test('the board follows the cursor of the text, and the text the board', async () => {
  const { page } = await open(DESKTOP);
  await shows(page, 'notes', 'A note.');
  const turn = (turn: number) =>
    page.evaluate((turn) => {
      window.host.turn = turn;
      window.host.change({ type: 'cursor' });
    }, turn);
  await turn(2);
  await shows(page, 'step', 'Move 2 of 2');
  assert.equal(await page.locator('#of').inputValue(), 'file');
  await turn(1);
  await shows(page, 'step', 'Move 1 of 2');
  await page.locator('#forward').click();
  await shows(page, 'step', 'Move 2 of 2');
  // The text cursor has moved along and reports it; the board stays.
  await turn(2);
  await page.locator('#back').click();
  await page.locator('#back').click();
  await shows(page, 'step', 'Start');
  assert.deepEqual(await page.evaluate(() => window.host.marked), [1, 0, null]);
});

test('without a server the view says so, and offers to restart it', async () => {
  const { page } = await open(DESKTOP);
  await page.evaluate(() => {
    window.host.failure = 'The server has stopped.';
    window.host.change({ type: 'stopped' });
  });
  await shows(page, 'empty', 'The server has stopped.');
  await page.locator('#restart-server').click();
  await shows(page, 'title', 'One');
});

test('the palette places what is chosen, by click and by Enter', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await page.locator('#palette button', { hasText: '#' }).click();
  await shows(page, 'edit-status', 'Click a square, or press Enter there, to place block.');
  await square(page, 'c3').click();
  await shows(page, 'edit-status', 'Not possible');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#palette [aria-pressed="true"]').count(), 0);
});

test('the map of a piece is shown', async () => {
  const { page } = await open(DESKTOP);
  await page.locator('#edit-tab').click();
  await square(page, 'a1').focus();
  await page.keyboard.press('m');
  await shows(page, 'legend', 'Map of robot R: all 25 squares, 0 to 24 moves; the most on e5.');
  assert.equal(await square(page, 'e5').locator('.number').textContent(), '24');
});

test('a finger plays, and the solution is written', async () => {
  const { page } = await open(PHONE);
  await page.locator('#play-tab').tap();
  await shows(page, 'score', 'No moves yet, 1 is optimal.');
  await square(page, 'a1').tap();
  await shows(page, 'play-status', 'robot R on a1 can go up to a5, right to e1.');
  await square(page, 'e1').tap();
  await shows(page, 'score', 'Solved in 1 move, which is optimal.');
  await page.locator('#write').tap();
  await shows(page, 'play-status', 'Written into the file as the solution.');
  assert.deepEqual(await page.evaluate(() => window.host.written), ['R>']);
  // Buttons are large enough for a finger.
  for (const button of await page.locator('button:visible').all()) {
    const box = await button.boundingBox();
    assert.ok(box !== null && box.height >= 40, (await button.textContent()) ?? '');
  }
});
