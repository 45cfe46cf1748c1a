/**
 * Tests the built page in a browser. `CHROMIUM` names the browser, `SITE` the folder of the
 * page, `OUT` a folder for screenshots.
 */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const need = (name: string) => process.env[name] ?? assert.fail(`${name} is not set; see test.sh`);
const SITE = need('SITE');
const OUT = need('OUT');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE = Number(process.env.PATIENCE ?? 90_000);
const EXAMPLES = path.resolve(import.meta.dirname, '../../../../examples');

const KINDS: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

let browser: Browser;
let server: Server;
let address: string;

before(async () => {
  mkdirSync(OUT, { recursive: true });
  // A minimal static file server.
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname === '/' ? 'index.html' : path.normalize(pathname);
    try {
      const body = readFileSync(path.join(SITE, file));
      response.writeHead(200, { 'content-type': KINDS[path.extname(file)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await chromium.launch({
    executablePath: need('CHROMIUM'),
    args: ['--no-sandbox', '--disable-background-networking'],
    timeout: PATIENCE,
  });
});

after(async () => {
  await browser?.close();
  server?.close();
});

interface Opened {
  readonly page: Page;
  readonly errors: string[];
}

async function open(
  options: BrowserContextOptions = DESKTOP,
  fragment = '',
  site = address,
): Promise<Opened> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(site + fragment);
  return { page, errors };
}

const editor = (page: Page) => page.locator('#pg-editor .cm-content');
const status = (page: Page, text: string | RegExp) =>
  page.locator('#pg-message', { hasText: text }).waitFor();
const summary = (page: Page, text: string) => page.locator('#summary', { hasText: text }).waitFor();

/** Returns the text in the editor. */
const textOf = (page: Page) =>
  page
    .locator('#pg-editor .cm-line')
    .evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'));

/** Replaces the text by typing. */
async function type(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const FALSE = `puzzle ricochet "One slide"
  rules: direct
  moves: 2
  board:
    R . . r
`;

test('a typed puzzle is checked, fixed, solved and shared', async () => {
  const { page, errors } = await open();
  await summary(page, '4 moves');
  await type(page, FALSE);
  await page.locator('#pg-problems li.error', { hasText: 'Line 3' }).waitFor();
  await page.locator('#pg-editor .cm-lintRange-error').first().waitFor();
  await page.locator('#pg-problems li.error button:not(.place)').first().click();
  await status(page, 'No problems.');
  assert.equal(await textOf(page), FALSE.replace('moves: 2', 'moves: 1'));
  await summary(page, '1 move');
  await page.locator('#title', { hasText: 'One slide' }).waitFor();
  await page.locator('#pg-share').click();
  await page.locator('#pg-link').waitFor();
  const link = await page.locator('#pg-url').inputValue();
  const shared = new URL(link).hash;
  assert.match(shared, /^#text=[\w-]+$/);
  const other = await open(PHONE, shared);
  await summary(other.page, '1 move');
  assert.equal(await textOf(other.page), await textOf(page));
  assert.deepEqual([...errors, ...other.errors], []);
  await page.context().close();
  await other.page.context().close();
});

test('hover, completion, formatting and highlighting come from carom', async () => {
  const { page, errors } = await open();
  await summary(page, '4 moves');
  await page.locator('.tok-keyword', { hasText: 'puzzle' }).first().hover();
  await page.locator('.cm-tooltip-hover', { hasText: 'Lunar Lockout' }).waitFor();
  await type(page, 'puzzle lunar\n  ru');
  await page.keyboard.press('Control+ ');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'rules' }).first().waitFor();
  await page.keyboard.press('Escape');
  await type(page, 'puzzle   lunar\n  board:\n     @ . + A\n');
  await page.locator('#pg-format').click();
  await page.locator('.cm-line', { hasText: /^puzzle lunar$/ }).waitFor();
  assert.equal(await textOf(page), 'puzzle lunar\n  board:\n    @ . + A\n');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('the board is edited and played, and the text follows', async () => {
  const { page, errors } = await open();
  await type(page, FALSE);
  await summary(page, '1 move');
  await page.locator('#play-tab').click();
  await page.locator('[data-square="a1"]').click();
  await page.locator('[data-square="d1"]').click();
  await page.locator('#score', { hasText: 'Solved in 1 move' }).waitFor();
  await page.locator('#write').click();
  await page.locator('.cm-line', { hasText: 'solution: R>' }).waitFor();
  await page.locator('#edit-tab').click();
  await page.locator('[data-square="a1"][aria-label="a1, red robot R"]').focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await page.locator('.cm-line', { hasText: '. R . r' }).waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('each example opens and has a board', async () => {
  const { page, errors } = await open();
  const names = ['Lunar Lockout', 'Ricochet Robots', 'Slider', 'X-mas Rush', 'Tilt', 'A file with mistakes'];
  for (const label of names) {
    await page.locator('#pg-examples').selectOption({ label });
    const first = /^[ \t]*puzzle \w+ "(.+)"/m.exec(await wholeText(label));
    await page.locator('#title', { hasText: first?.[1] ?? '' }).waitFor();
    await status(page, label === 'A file with mistakes' ? /error/ : /No problems/);
  }
  assert.deepEqual(errors, []);
  await page.context().close();
});

async function wholeText(label: string): Promise<string> {
  const files: Record<string, string> = {
    'Lunar Lockout': 'lunar-lockout.carom',
    'Ricochet Robots': 'ricochet-robots.carom',
    Slider: 'slider.carom',
    'X-mas Rush': 'x-mas-rush.carom',
    Tilt: 'tilt.carom',
    'A file with mistakes': 'broken/broken.carom',
  };
  return readFileSync(path.join(EXAMPLES, files[label] ?? ''), 'utf8');
}

test('a pasted puzzle of another program becomes a carom puzzle', async () => {
  const { page, errors } = await open();
  await summary(page, '4 moves');
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const melbourne = '4\nH + + +\n+ H B +\n+ + + V\n+ V + +\n';
  await editor(page).evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, melbourne);
  await page.locator('.cm-line', { hasText: /^puzzle slider/ }).waitFor();
  assert.match(await textOf(page), /\n {4}H \. \. \.\n/);
  assert.deepEqual(errors, []);
  await page.context().close();
});

/** A large board without a solution that is found quickly. */
const HARD = `puzzle ricochet "Hard"
  rules: direct
  board:
${'    '}R . . . . . . . . . . . . . . .
${'    . . . . . . . . . . . . . . . .\n'.repeat(6)}    . . . . . . . r . . . . . . . .
${'    . . . . . . . . . . . . . . . .\n'.repeat(7)}    G . . . . Y . . . . B . . . . S
`;

test('a hard puzzle shows its progress and can be stopped', async () => {
  const { page, errors } = await open();
  await type(page, HARD);
  await status(page, /Solving puzzle 1: [\d,]+ positions, at least \d+ moves/);
  // The page stays usable during the search.
  await page.locator('.tok-keyword').first().waitFor();
  await page.locator('#pg-stop').click();
  await status(page, 'Stopped');
  await page.locator('#pg-again').click();
  await status(page, /Solving/);
  await type(page, FALSE);
  await summary(page, '1 move');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('no script of a puzzle runs', async () => {
  const { page, errors } = await open();
  const name = '</title><script>alert(1)</script><img src=x onerror=alert(2)>';
  const notes = '<svg onload=alert(3)>`**<b onclick=alert(4)>**`';
  await type(
    page,
    `puzzle lunar "${name}"\n  notes: ${notes}\n  autor: ${name}\n  moves: 9\n  board:\n    @ . + A\n`,
  );
  await page.locator('#title', { hasText: name }).waitFor();
  await page.locator('#pg-problems li').first().waitFor();
  await page.locator('.tok-keyword').first().hover();
  await page.locator('.cm-tooltip-hover').waitFor();
  assert.equal(await page.locator('img, #pg-board script, .cm-tooltip script, b').count(), 0);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('downloads are made in the browser', async () => {
  const { page, errors } = await open();
  await summary(page, '4 moves');
  for (const [kind, start] of [
    ['carom', 'puzzle lunar'],
    ['svg', '<svg'],
    ['png', '\u{fffd}PNG'],
  ] as const) {
    const waiting = page.waitForEvent('download');
    await page.locator('#pg-download').selectOption(kind);
    const download = await waiting;
    assert.equal(download.suggestedFilename(), `first-contact.${kind}`);
    const file = path.join(OUT, download.suggestedFilename());
    await download.saveAs(file);
    assert.ok(readFileSync(file, 'utf8').startsWith(start), kind);
  }
  assert.deepEqual(errors, []);
  await page.context().close();
});

/** Saves a page from the playground, and opens it offline. */
async function openSaved(page: Page, kind: 'rules' | 'solver'): Promise<Opened> {
  const waiting = page.waitForEvent('download');
  await page.locator('#pg-download').selectOption(kind);
  const download = await waiting;
  const file = path.join(OUT, `${kind}-${download.suggestedFilename()}`);
  await download.saveAs(file);
  return await open({ ...DESKTOP, offline: true }, '', pathToFileURL(file).href);
}

test('a saved page opens offline and shows all puzzles', async () => {
  const { page, errors } = await open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await summary(page, '4 moves');
  const label = 'Ricochet Robots';
  await page.locator('#pg-examples').selectOption({ label });
  await status(page, 'No problems.');
  assert.deepEqual(
    requests.filter((url) => url.includes('/page/')),
    [],
  );
  const names = Array.from((await wholeText(label)).matchAll(/^puzzle \w+ "(.+)"/gm), ([, name]) => name);
  for (const kind of ['rules', 'solver'] as const) {
    const saved = await openSaved(page, kind);
    await status(page, /^Page saved\. Line \d+: the page shows no par for the puzzle \(unsolvable\)\.$/);
    await saved.page.locator('#page-count', { hasText: `${names.length} puzzles` }).waitFor();
    for (const name of names) {
      await saved.page
        .locator('.page-name')
        .getByText(name ?? '', { exact: true })
        .first()
        .waitFor();
    }
    await saved.page.screenshot({ path: path.join(OUT, `saved-${kind}.png`) });
    assert.deepEqual(saved.errors, []);
    await saved.page.context().close();
  }
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('no page is saved of a malformed puzzle', async () => {
  const { page, errors } = await open();
  page.on('download', () => errors.push('a download'));
  await type(page, `${FALSE.replace('moves: 2\n', '')}\npuzzle lunar\n  board:\n    @ . + A\n    . .\n`);
  await page.locator('#pg-download').selectOption('rules');
  await status(page, 'No page was made. Line 9: row has 2 squares, expected 4.');
  await type(page, '; nothing\n');
  await page.locator('#pg-download').selectOption('rules');
  await status(page, 'no puzzles found');
  assert.deepEqual(errors, []);
  await page.context().close();
});

/** Returns the violations found by axe-core and the ids of several elements, one per line. */
async function violations(page: Page): Promise<string[]> {
  const repeated = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `repeated id: ${id}`);
  });
  if (repeated.length > 0) {
    return repeated;
  }
  await page.evaluate(AXE);
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await axe.run();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

for (const [size, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe-core reports nothing in ${colorScheme} on a ${size}, and nothing is wider`, async () => {
      const { page, errors } = await open({ ...viewport, colorScheme, reducedMotion: 'reduce' });
      await summary(page, '4 moves');
      await page.screenshot({
        path: path.join(OUT, `playground-${colorScheme}-${size}.png`),
        fullPage: true,
      });
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.locator('#pg-examples').selectOption({ label: 'A file with mistakes' });
      await page.locator('#pg-problems li.error').first().waitFor();
      await status(page, /error/);
      await page.screenshot({ path: path.join(OUT, `problems-${colorScheme}-${size}.png`), fullPage: true });
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(errors, []);
      await page.context().close();
    });
  }
}

test('the page is ready soon', async (context) => {
  const begun = performance.now();
  const { page } = await open();
  await summary(page, '4 moves');
  context.diagnostic(`first answer after ${Math.round(performance.now() - begun)} ms`);
  await page.context().close();
});

test('a broken link says what is wrong with it, and opens no example', async () => {
  for (const [fragment, message] of [
    ['#text=AAAA', 'This link is damaged or incomplete.'],
    ['#puzzle', 'This link holds no text.'],
  ] as const) {
    const { page } = await open(DESKTOP, fragment);
    await page.locator('#pg-notice', { hasText: message }).waitFor();
    assert.equal(await textOf(page), '');
    await page.context().close();
  }
});

test('the playground opens in Play, and works offline after the first visit', async () => {
  const { page, errors } = await open();
  await page.locator('#score', { hasText: 'No moves yet, 4 is optimal.' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('#score', { hasText: 'No moves yet, 4 is optimal.' }).waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});
