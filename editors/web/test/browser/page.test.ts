/**
 * Tests the page of `carom page` in a browser, opened as a file. `CAROM` names the program,
 * `CHROMIUM` the browser, `OUT` a folder for screenshots.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { PageData, PagePuzzle } from '../../page/data.ts';

const need = (name: string) =>
  process.env[name] ?? assert.fail(`${name} is not set; see tests/editors/web.sh`);
const OUT = path.join(need('OUT'), 'page');
const CAROM = path.resolve(need('CAROM'));
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};
const SIZES = { desktop: DESKTOP, phone: PHONE } as const;

const EXAMPLES = ['lunar-lockout', 'ricochet-robots', 'slider', 'x-mas-rush'];

const HOSTILE = `title: </title><script>window.hacked = 1</script>
author: </script><img src=x onerror="window.hacked = 2">

puzzle lunar "</script><script>window.hacked = 3</script><!--"
  board:
    @ . + A

puzzle lunar "&lt;b&gt; <img src=x onerror='window.hacked = 4'>"
  board:
    @ . . + A
`;

const ALIKE = ['direct', 'bounce'].map(
  (rules) => `puzzle ricochet "${rules}"
  rules: ${rules}
  board:
    . . r
    . . .
    R . .
`,
);

let browser: Browser;
let url: string;
let solverUrl: string;

/** Writes a page, and returns its address. */
function pageOf(name: string, ...more: string[]): string {
  const file = path.join(OUT, `${name}.html`);
  execFileSync(CAROM, ['page', ...more, '--output', file]);
  return pathToFileURL(file).href;
}

before(async () => {
  mkdirSync(OUT, { recursive: true });
  const files = EXAMPLES.map((name) => path.join(ROOT, 'examples', `${name}.carom`));
  url = pageOf('examples', ...files, '--title', 'Examples');
  solverUrl = pageOf('solver', files[0] ?? '', '--solver');
  browser = await chromium.launch({
    executablePath: need('CHROMIUM'),
    args: ['--no-sandbox', '--disable-background-networking'],
    timeout: PATIENCE,
  });
});

after(() => browser?.close());

async function open(
  address: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ offline: true, reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  await page.locator('#page-count', { hasText: 'puzzle' }).waitFor();
  return { page, errors };
}

/** Returns the data of a page, as its script reads it. */
async function dataOf(page: Page): Promise<PageData> {
  const packed = (await page.locator('#carom-data').textContent()) ?? '';
  return JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString()) as PageData;
}

/** Returns the violations found by axe-core, one per line. */
async function violations(page: Page): Promise<string[]> {
  // The page's content security policy allows only its own script.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);

async function middle(page: Page, name: string): Promise<readonly [number, number]> {
  await square(page, name).scrollIntoViewIfNeeded();
  const box = await square(page, name).locator('.heat').boundingBox();
  assert.ok(box !== null);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Opens a puzzle by its link in the list. */
async function choose(page: Page, puzzle: PagePuzzle): Promise<void> {
  await page.locator(`#page-items a[href="#/${puzzle.fragment}"]`).click();
  await page.locator('#title', { hasText: puzzle.title }).waitFor();
  await page.locator('#score', { hasText: 'No moves yet' }).waitFor();
}

/** Asks for a hint, and returns it. */
async function hint(page: Page, pattern: RegExp): Promise<RegExpMatchArray> {
  await page.locator('#page-hint').click();
  const status = page.locator('#page-hint-status', { hasText: pattern });
  await status.waitFor();
  return (await status.textContent())?.match(pattern) ?? assert.fail();
}

const SLIDE = /^Move .*on ([a-z]\d+) (up|down|left|right)\.$/;
const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
const KEYS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const;

/** Makes the move of the hints: by finger, or alternately by mouse and keyboard. */
async function slide(page: Page, isPhone: boolean, number: number): Promise<void> {
  await hint(page, /^Look at .+\.$/);
  const [, from = '', way = ''] = await hint(page, SLIDE);
  const direction = way as keyof typeof STEPS;
  const [x, y] = await middle(page, from);
  const label = (await square(page, from).getAttribute('aria-label')) ?? '';
  const to = label.match(new RegExp(`${direction} to ([a-z]\\d+)`))?.[1];
  if (isPhone && to !== undefined) {
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(...(await middle(page, to)));
  } else if (isPhone || number % 2 === 0) {
    // A piece that leaves the board must be dragged too.
    const [dx, dy] = STEPS[direction];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60 * dx, y + 60 * dy, { steps: 5 });
    await page.mouse.up();
  } else {
    await square(page, from).focus();
    // At the square where the focus was before, nothing is selected yet.
    while ((await square(page, from).getAttribute('aria-selected')) !== 'true') {
      await page.keyboard.press('Space');
    }
    await page.keyboard.press(KEYS[direction]);
  }
}

/** Makes the turn of the hints with the buttons. */
async function turn(page: Page): Promise<void> {
  await hint(page, /^Look at (row|column) \w+\.$/);
  await hint(page, /^Move (row|column) \w+ (up|down|left|right)\.$/);
  const [, line = '', glyph = '', walk = ''] = await hint(page, /^(\w+?)([<>^v])(?::([<>^v]*))?: .*\.$/);
  const push = async (index: number, text: string) => {
    await page.locator('[data-push]').nth(index).click();
    await page.locator('#played', { hasText: text }).waitFor();
  };
  await page.locator('#page-line').selectOption(line);
  await push('<^'.includes(glyph) ? 0 : 1, `${line}${glyph}`);
  for (const [index, step] of [...walk].entries()) {
    await page.locator(`[data-step="${step}"]`).click();
    await page.locator('#played', { hasText: `${line}${glyph}:${walk.slice(0, index + 1)}` }).waitFor();
  }
}

/** Returns the puzzle to play: the first one of a game that needs a few moves. */
const played = ({ puzzles }: PageData, game: string) =>
  puzzles.find((one) => one.game === game && one.state === 'solved' && (one.moves ?? 0) >= 2) ??
  assert.fail();

for (const [size, options] of Object.entries(SIZES)) {
  for (const game of ['lunar', 'ricochet', 'slider', 'rush']) {
    test(`a puzzle of ${game} is played to its end on a ${size}`, async () => {
      const { page, errors } = await open(url, options);
      const puzzle = played(await dataOf(page), game);
      await choose(page, puzzle);
      for (let number = 0; number < (puzzle.moves ?? 0); number++) {
        await (game === 'rush' ? turn(page) : slide(page, size === 'phone', number));
        const left = (puzzle.moves ?? 0) - number - 1;
        const score = left > 0 ? `${left} left` : /which is optimal|The game is over/;
        await page.locator('#score', { hasText: score }).waitFor();
      }
      const mark = game === 'slider' ? '✓ played' : '★ solved at par';
      await page.locator('#page-about', { hasText: mark }).waitFor();
      await page.screenshot({ path: path.join(OUT, `solved-${game}-${size}.png`), fullPage: true });
      await page.goto(url);
      await page.reload();
      await page
        .locator('#page-items a', { hasText: puzzle.title })
        .locator('.page-mark', { hasText: mark })
        .waitFor();
      assert.deepEqual(errors, []);
      await page.context().close();
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe-core reports nothing in ${colorScheme} on a ${size}, and nothing is wider than the window`, async () => {
      const { page, errors } = await open(url, { ...options, colorScheme });
      const check = async (name: string) => {
        assert.deepEqual(await violations(page), [], name);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
        await page.screenshot({
          path: path.join(OUT, `${name}-${colorScheme}-${size}.png`),
          fullPage: name !== 'list',
        });
      };
      await check('list');
      const data = await dataOf(page);
      for (const game of ['lunar', 'rush']) {
        await choose(page, played(data, game));
        await check(`play-${game}`);
        await page.locator('#watch-tab').click();
        await page.locator('#step', { hasText: 'Start' }).waitFor();
        await check(`watch-${game}`);
        await page.goto(url);
      }
      assert.deepEqual(errors, []);
      await page.context().close();
    });
  }
}

test('the list is filtered by game, moves and name', async () => {
  const { page } = await open(url, DESKTOP);
  const { puzzles } = await dataOf(page);
  const count = async (is: (puzzle: PagePuzzle) => boolean) => {
    const number = puzzles.filter(is).length;
    await page.locator('#page-count', { hasText: `${number} of ${puzzles.length} puzzles` }).waitFor();
    assert.equal(await page.locator('#page-items li:visible').count(), number);
  };
  await page.locator('#page-game').selectOption('ricochet');
  await count(({ game }) => game === 'ricochet');
  await page.locator('#page-least').fill('4');
  await count(({ game, moves }) => game === 'ricochet' && moves !== null && moves >= 4);
  await page.locator('#page-most').fill('6');
  await count(({ game, moves }) => game === 'ricochet' && moves !== null && moves >= 4 && moves <= 6);
  await page.locator('#page-name').fill('no puzzle has this name');
  await count(() => false);
});

test('a link opens its puzzle, and the solution is watched', async () => {
  const { page } = await open(url, DESKTOP);
  const puzzle = played(await dataOf(page), 'ricochet');
  await page.goto(`${url}#/${puzzle.fragment}`);
  await page.reload();
  await page.locator('#title', { hasText: puzzle.title }).waitFor();
  await page.locator('#watch-tab').click();
  await page.locator('#last').click();
  await page.locator('#step', { hasText: `Move ${puzzle.moves} of ${puzzle.moves}, the last` }).waitFor();
});

test('without the solver a way on is known along the solution alone, with it everywhere', async () => {
  for (const [address, isExact] of [
    [url, false],
    [solverUrl, true],
  ] as const) {
    const { page, errors } = await open(address, DESKTOP);
    const puzzle = played(await dataOf(page), 'lunar');
    await choose(page, puzzle);
    const [first] = puzzle.solution.split(' ');
    // The first move that differs from the solution.
    const ways = await page
      .locator('[data-square][aria-label*="can go"]')
      .evaluateAll((cells) =>
        cells.map((cell) => [cell.getAttribute('data-square') ?? '', cell.getAttribute('aria-label') ?? '']),
      );
    assert.ok(ways.length > 0);
    const glyphs = { up: '^', down: 'v', left: '<', right: '>' } as const;
    const moves = ways.flatMap(([, label = '']) =>
      [...label.matchAll(/(up|down|left|right) to/g)].map(
        ([, way]) => `${label.match(/(\S+) on /)?.[1]}${glyphs[way as keyof typeof glyphs]}`,
      ),
    );
    const other =
      moves.find((move) => move !== first && /^[A-Z@]./.test(move)) ?? assert.fail(moves.join(' '));
    await page.locator('#typed').fill(other);
    await page.locator('#typed').press('Enter');
    await page.locator('#played', { hasText: other }).waitFor();
    if (isExact) {
      await page.locator('#score', { hasText: /\d+ left|no way on from here is known/ }).waitFor();
      await hint(page, /^Look at .+\.$|^There is no way on from here\. Restart for a hint\.$/);
    } else {
      await hint(page, /^No way on from here is known\. Restart for a hint\.$/);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  }
});

test('texts of puzzles are texts, and no script of theirs runs', async () => {
  const file = path.join(OUT, 'hostile.carom');
  writeFileSync(file, HOSTILE);
  const { page, errors } = await open(pageOf('hostile', file), DESKTOP);
  const { puzzles } = await dataOf(page);
  for (const puzzle of puzzles) {
    await choose(page, puzzle);
    assert.equal(await page.locator('#title').textContent(), puzzle.title);
    assert.match((await page.locator('#page-about').textContent()) ?? '', /by <\/script><img/);
  }
  assert.equal(await page.evaluate(() => 'hacked' in window), false);
  assert.equal(await page.locator('img').count(), 0);
  assert.deepEqual(errors, []);
});

test('moves belong to a puzzle, and not to one that looks alike', async () => {
  const file = path.join(OUT, 'alike.carom');
  writeFileSync(file, ALIKE.join('\n'));
  const { page } = await open(pageOf('alike', file), DESKTOP);
  const { puzzles } = await dataOf(page);
  assert.equal(new Set(puzzles.map(({ identity }) => identity)).size, 2);
  for (const first of puzzles) {
    await choose(page, first);
    await page.locator('#typed').fill('R^ R>');
    await page.locator('#typed').press('Enter');
    await page.locator('#score', { hasText: 'Solved in 2 moves' }).waitFor();
    await page.locator(first === puzzles[0] ? '#page-after' : '#page-before').click();
    await page.locator('#score', { hasText: 'No moves yet' }).waitFor();
    const solved = await page.locator('.page-mark', { hasText: /solved/ }).count();
    assert.equal(solved, puzzles.indexOf(first) + 1);
  }
});
