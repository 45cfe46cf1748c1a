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
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
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
  viewport: { width: 375, height: 667 },
  hasTouch: true,
  isMobile: true,
};
const SMALL: BrowserContextOptions = { ...PHONE, viewport: { width: 320, height: 568 } };
const SIZES = { desktop: DESKTOP, phone: PHONE, small: SMALL } as const;

const EXAMPLES = ['lunar-lockout', 'ricochet-robots', 'slider', 'x-mas-rush', 'tilt'];

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
let plainUrl: string;

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
  plainUrl = pageOf('plain', ...files, '--no-solver');
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
  context?: BrowserContext,
): Promise<{ page: Page; errors: string[] }> {
  const page = await (context?.newPage() ??
    browser.newPage({ offline: true, reducedMotion: 'reduce', ...options }));
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  await ready(page);
  return { page, errors };
}

/** Waits until the rules are compiled. */
const ready = (page: Page) => page.locator('#page-guide details').first().waitFor({ state: 'attached' });

/** The score before the first move. */
const START = /^(0 of|No moves yet|[HV] wins in|a draw|who wins)/;

/** Types moves, and waits until they are played. */
async function type(page: Page, moves: string, after = moves): Promise<void> {
  await page.locator('#typed').fill(moves);
  await page.locator('#typed').press('Enter');
  await page.locator('#played', { hasText: after }).waitFor();
}

const says = (page: Page, id: string, text: string | RegExp) =>
  page.locator(`#${id}`, { hasText: text }).waitFor();

/** Shows the solution. */
async function watch(page: Page): Promise<void> {
  await page.locator('#watch-tab').click();
  await page.locator('#page-spoiler button[value="watch"]').click();
  await page.locator('#step', { hasText: 'Start' }).waitFor();
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

/** Clicks an entry of the list. Entries get their height when they come into view, which moves others. */
async function follow(entry: Locator): Promise<void> {
  await entry.evaluate(async (link) => {
    const frame = () => new Promise(requestAnimationFrame);
    let [last, rest] = [NaN, 0];
    while (rest < 5) {
      link.scrollIntoView({ block: 'center' });
      await frame();
      const { top } = link.getBoundingClientRect();
      rest = top === last ? rest + 1 : 0;
      last = top;
    }
  });
  await entry.click();
}

/** Opens a puzzle by its link in the list. */
async function choose(page: Page, puzzle: PagePuzzle): Promise<void> {
  await follow(page.locator(`#page-items a[href="#/${puzzle.fragment}"]`));
  await page.locator('#title', { hasText: puzzle.title }).waitFor();
  await page.locator('#score', { hasText: START }).waitFor();
}

const SLIDE = /^Move .*on ([a-z]\d+) (up|down|left|right)\.$/;
const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
const KEYS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const;
type Input = 'mouse' | 'touch' | 'keyboard';

/** Presses Tab until an element that fits a selector has the focus. */
async function tab(page: Page, selector: string): Promise<void> {
  for (let count = 0; count < 160; count++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Presses a button by one kind of input. */
async function press(page: Page, selector: string, input: Input): Promise<void> {
  if (input === 'keyboard') {
    await tab(page, selector);
    await page.keyboard.press('Enter');
  } else {
    await page.locator(selector)[input === 'touch' ? 'tap' : 'click']();
  }
}

/** Asks for a hint, and returns it. */
async function hint(page: Page, pattern: RegExp, input: Input = 'mouse'): Promise<RegExpMatchArray> {
  await press(page, '#page-hint', input);
  const status = page.locator('#page-status', { hasText: pattern });
  await status.waitFor();
  return (await status.textContent())?.match(pattern) ?? assert.fail();
}

/** The end of a session would cancel the next touch, so each page keeps its own. */
const fingers = new Map<Page, CDPSession>();

/** Swipes with a finger. */
async function swipe(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const finger = fingers.get(page) ?? (await page.context().newCDPSession(page));
  fingers.set(page, finger);
  const at = ([x, y]: readonly [number, number]) => [{ x, y }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (const part of [0.3, 0.6, 1]) {
    const point = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])] as const;
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(point) });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Makes the move of the hints. */
async function slide(page: Page, input: Input): Promise<void> {
  await hint(page, /^Look at .+\.$/, input);
  const [, from = '', way = ''] = await hint(page, SLIDE, input);
  const direction = way as keyof typeof STEPS;
  const [dx, dy] = STEPS[direction];
  if (input === 'keyboard') {
    await tab(page, '[data-square]');
    for (let count = 0; (await square(page, from).getAttribute('aria-selected')) !== 'true'; count++) {
      assert.ok(count < 40, `Space does not reach ${from}`);
      await page.keyboard.press('Space');
    }
    await page.keyboard.press(KEYS[direction]);
    return;
  }
  const [x, y] = await middle(page, from);
  if (input === 'touch') {
    // A swipe anywhere moves the selected piece.
    await page.touchscreen.tap(x, y);
    await page.locator(`[data-square="${from}"][aria-selected="true"]`).waitFor();
    const box = (await page.locator('#board').boundingBox()) ?? assert.fail();
    const start = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await swipe(page, start, [start[0] + 60 * dx, start[1] + 60 * dy]);
  } else {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60 * dx, y + 60 * dy, { steps: 5 });
    await page.mouse.up();
  }
}

/** Makes the tilt of the hints: by dragging the board anywhere, by a swipe, or by a key. */
async function tilt(page: Page, input: Input): Promise<void> {
  await hint(page, /^Look at the board\.$/, input);
  const [, way = ''] = await hint(page, /^Move the board (up|down|left|right)\.$/, input);
  const direction = way as keyof typeof STEPS;
  const [dx, dy] = STEPS[direction];
  const box = (await page.locator('#board').boundingBox()) ?? assert.fail();
  const start = [box.x + box.width / 2, box.y + box.height / 2] as const;
  if (input === 'keyboard') {
    await tab(page, '[data-square]');
    await page.keyboard.press(KEYS[direction]);
  } else if (input === 'touch') {
    await swipe(page, start, [start[0] + 60 * dx, start[1] + 60 * dy]);
  } else {
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move(start[0] + 60 * dx, start[1] + 60 * dy, { steps: 5 });
    await page.mouse.up();
  }
}

/** Swipes from a square in a direction. */
async function swipeFrom(page: Page, name: string, direction: keyof typeof STEPS): Promise<void> {
  const [x, y] = await middle(page, name);
  const [dx, dy] = STEPS[direction];
  await swipe(page, [x, y], [x + 60 * dx, y + 60 * dy]);
}

const WAYS = { '^': 'up', v: 'down', '<': 'left', '>': 'right' } as const;
type Glyph = keyof typeof WAYS;

/** Makes the turn of the hints: by buttons, by swipes, or by keys. */
async function turn(page: Page, input: Input): Promise<void> {
  await hint(page, /^Look at (row|column) \w+\.$/, input);
  await hint(page, /^Move (row|column) \w+ (up|down|left|right)\.$/, input);
  const [, line = '', glyph = '', walk = ''] = await hint(
    page,
    /^(\w+?)([<>^v])(?::([<>^v]*))?: .*\.$/,
    input,
  );
  const played = (text: string) => page.locator('#played', { hasText: text }).waitFor();
  const player = () =>
    page.locator('[data-square][aria-label*="player"]').first().getAttribute('data-square');
  if (input === 'touch') {
    const own = await player();
    const squares = await page
      .locator('[data-square]')
      .evaluateAll((all) => all.map((cell) => cell.getAttribute('data-square') ?? ''));
    const isOn = (name: string) => name.slice(1) === line || name.slice(0, 1) === line;
    const start = squares.find((name) => isOn(name) && name !== own) ?? assert.fail(line);
    await swipeFrom(page, start, WAYS[glyph as Glyph]);
    await played(`${line}${glyph}`);
    for (const [index, step] of [...walk].entries()) {
      await swipeFrom(page, (await player()) ?? assert.fail(), WAYS[step as Glyph]);
      await played(`${line}${glyph}:${walk.slice(0, index + 1)}`);
    }
    return;
  }
  if (input === 'keyboard') {
    await tab(page, '#line');
    await page.keyboard.press('Home');
    while ((await page.locator('#line').inputValue()) !== line) {
      await page.keyboard.press('ArrowDown');
    }
  } else {
    await page.locator('#line').selectOption(line);
  }
  await press(page, `[data-push="${'<^'.includes(glyph) ? 0 : 1}"]`, input);
  await played(`${line}${glyph}`);
  for (const [index, step] of [...walk].entries()) {
    if (input === 'keyboard') {
      await tab(page, '[data-square]');
      await page.keyboard.press(KEYS[WAYS[step as Glyph]]);
    } else {
      await press(page, `[data-step="${step}"]`, input);
    }
    await played(`${line}${glyph}:${walk.slice(0, index + 1)}`);
  }
}

/** Returns the puzzle to play: the first one of a game that needs a few moves and is not lost. */
const played = ({ puzzles }: PageData, game: string) =>
  puzzles.find(
    ({ game: own, state, moves, summary }) =>
      own === game && state === 'solved' && (moves ?? 0) >= 2 && !summary.startsWith('loss'),
  ) ?? assert.fail();

for (const game of ['lunar', 'ricochet', 'slider', 'rush', 'tilt']) {
  for (const [input, options] of [
    ['mouse', DESKTOP],
    ['keyboard', DESKTOP],
    ['touch', PHONE],
  ] as const) {
    test(`a puzzle of ${game} is played to its end by ${input} alone`, async () => {
      const { page, errors } = await open(url, options);
      const puzzle = played(await dataOf(page), game);
      await choose(page, puzzle);
      // In Slider, the other side answers.
      const step = game === 'slider' ? 2 : 1;
      for (let left = (puzzle.moves ?? 0) - 1; left >= 0; left -= step) {
        await ({ rush: turn, tilt }[game] ?? slide)(page, input);
        const more = game === 'slider' ? `wins in ${left - 1} move` : `${left} more move`;
        await says(page, 'score', left > 0 ? more : /which is optimal|has won after/);
      }
      const mark = game === 'slider' ? '✓ won 💡' : '★★★ solved at par 💡';
      await page.screenshot({ path: path.join(OUT, `solved-${game}-${input}.png`), fullPage: true });
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
}

for (const [size, options] of Object.entries(SIZES)) {
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
        await watch(page);
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
  // The address keeps the filters.
  await page.reload();
  await count(({ game, moves }) => game === 'ricochet' && moves !== null && moves >= 4 && moves <= 6);
  assert.equal(new URL(page.url()).hash, '#?game=ricochet&least=4&most=6');
  await page.locator('#page-name').fill('no puzzle has this name');
  await count(() => false);
});

test('a link opens its puzzle, and the solution is watched', async () => {
  const { page } = await open(url, DESKTOP);
  const puzzle = played(await dataOf(page), 'ricochet');
  await page.goto(`${url}#/${puzzle.fragment}`);
  await page.reload();
  await page.locator('#title', { hasText: puzzle.title }).waitFor();
  await watch(page);
  await page.locator('#last').click();
  await page.locator('#step', { hasText: `Move ${puzzle.moves} of ${puzzle.moves}, the last` }).waitFor();
});

test('without the solver a way on is known along the solution alone, with it everywhere', async () => {
  for (const [address, isExact] of [
    [plainUrl, false],
    [url, true],
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
        ([, way]) => `${label.match(/robot (\w)\b/)?.[1]}${glyphs[way as keyof typeof glyphs]}`,
      ),
    );
    const other =
      moves.find((move) => move !== first && /^[A-Z][<>^v]/.test(move)) ?? assert.fail(moves.join(' '));
    await page.locator('#typed').fill(other);
    await page.locator('#typed').press('Enter');
    await page.locator('#played', { hasText: other }).waitFor();
    if (isExact) {
      await says(page, 'score', /\d+ more moves?|no way on from here/);
      await hint(page, /^Look at .+\.$|^There is no way on from here\. Restart\.$/);
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
    assert.match((await page.locator('#summary').textContent()) ?? '', /by <\/script><img/);
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
    await says(page, 'score', START);
    const solved = await page.locator('.page-mark', { hasText: /solved/ }).count();
    assert.equal(solved, puzzles.indexOf(first) + 1);
  }
});

test('an unknown link says so', async () => {
  const { page } = await open(`${url}#/no-such-puzzle`, DESKTOP);
  await page.locator('#page-lost', { hasText: 'This page has no puzzle “no-such-puzzle”.' }).waitFor();
  await follow(page.locator('#page-items a').first());
  await page.locator('#page-lost').waitFor({ state: 'hidden' });
});

test('undo and redo reach back to the start, and typed moves can be redone', async () => {
  const { page } = await open(url, DESKTOP);
  const puzzle = played(await dataOf(page), 'ricochet');
  await choose(page, puzzle);
  await page.locator('#typed').fill(puzzle.solution);
  await page.locator('#typed').press('Enter');
  await page.locator('#score', { hasText: 'Solved' }).waitFor();
  const shown = (count: number) =>
    page.waitForFunction(
      (text) => document.getElementById('played')?.textContent === text,
      puzzle.solution.split(' ').slice(0, count).join(' '),
    );
  const all = puzzle.moves ?? 0;
  for (let count = all - 1; count >= 0; count--) {
    await page.locator('#takeback').click();
    await shown(count);
  }
  for (let count = 1; count <= all; count++) {
    await page.locator('#again').click();
    await shown(count);
  }
  await page.locator('#restart').click();
  await shown(0);
});

test('a result is copied without a spoiler, and the next unsolved puzzle follows', async () => {
  const { page } = await open(url, DESKTOP);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const data = await dataOf(page);
  const puzzle = played(data, 'ricochet');
  await choose(page, puzzle);
  await page.locator('#typed').fill(puzzle.solution);
  await page.locator('#typed').press('Enter');
  await page.locator('#page-result').click();
  await page.locator('#page-status', { hasText: 'Copied.' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const squares = '🟩'.repeat(puzzle.moves ?? 0);
  assert.equal(copied, `${puzzle.title} – ${puzzle.moves} moves, par ${puzzle.moves} ★★★\n${squares}`);
  const order = await page
    .locator('#page-items a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const following = order[order.indexOf(`#/${puzzle.fragment}`) + 1];
  const after = data.puzzles.find(({ fragment }) => `#/${fragment}` === following);
  await page.locator('#page-unsolved-next').click();
  await page.locator('#title', { hasText: after?.title ?? '' }).waitFor();
  await page.locator('#page-link').click();
  await page.locator('#page-status', { hasText: 'Copied.' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${url}#/${after?.fragment}`);
});

test('the browser goes back to the entry in the list', async () => {
  const { page } = await open(url, PHONE);
  const puzzle = played(await dataOf(page), 'ricochet');
  await choose(page, puzzle);
  await page.goBack();
  await page.locator(`#page-items a[href="#/${puzzle.fragment}"]:focus`).waitFor();
});

test('a square says what is on it, and the start is announced', async () => {
  const file = path.join(OUT, 'words.carom');
  writeFileSync(
    file,
    'puzzle ricochet "Words"\n  rules: direct\n  target: r b1\n  board:\n    . . # r\n    B . / .\n    R|. . .\n',
  );
  const { page } = await open(pageOf('words', file), DESKTOP);
  const describes = async (name: string, text: RegExp) =>
    assert.match((await square(page, name).getAttribute('aria-label')) ?? '', text);
  await square(page, 'a1').waitFor();
  await describes('a1', /^a1, red robot R, wall to the right$/);
  await describes('b1', /^b1, target of the red robot R, wall to the left$/);
  await describes('a2', /^a2, blue robot B; can go up to a3, right to /);
  await describes('c3', /^c3, block$/);
  await describes('c2', /^c2, diagonal \/$/);
  await describes('b2', /^b2, empty$/);
  await page.locator('#heard', { hasText: /^Start: 4 columns and 3 rows; B on a2; R on a1; / }).waitFor();
  await page.locator('#typed').fill('B^');
  await page.locator('#typed').press('Enter');
  await page.locator('[data-square="a3"][aria-label^="a3, blue robot B"]').waitFor();
  await describes('a2', /^a2, empty$/);
  await page.locator('#play-status', { hasText: 'B' }).waitFor();
});

test('a board of 16×16 fills a phone, and no message changes its size', async () => {
  const file = path.join(OUT, 'large.carom');
  const row = '. '.repeat(16).trim();
  const rows = [...Array(15).fill(`    ${row}`), `    R${row.slice(1, -1)}r`];
  writeFileSync(file, `puzzle ricochet "Large"\n  board:\n${rows.join('\n')}\n`);
  const address = pageOf('large', file);
  const sideways = { ...PHONE, viewport: { width: 667, height: 375 } };
  for (const options of [PHONE, SMALL, sideways, DESKTOP]) {
    const { page } = await open(address, options);
    await says(page, 'score', START);
    // The squares alone, without coordinates.
    const size = () =>
      page.locator('#board').evaluate((board) => {
        const middle = (name: string) => {
          const heat = board.querySelector(`[data-square="${name}"] .heat`)?.getBoundingClientRect();
          return { x: (heat?.x ?? 0) + scrollX, y: (heat?.y ?? 0) + scrollY };
        };
        const [from, to] = [middle('a1'), middle('p16')];
        return [to.x - from.x, from.y - to.y].map((length) => Math.round((length / 15) * 16));
      });
    const before = await size();
    const { width, height } = page.viewportSize() ?? assert.fail();
    const shorter = Math.min(width, height);
    const least = options === DESKTOP ? 0.8 : 0.9;
    assert.ok(Math.min(...before) >= least * shorter, `${before} of ${width} by ${height}`);
    for (let count = 0; count < 6; count++) {
      await page.locator('#page-hint').click();
      assert.deepEqual(await size(), before);
    }
    await page.context().close();
  }
});

test('the puzzle of the day has an address', async () => {
  const file = path.join(ROOT, 'examples/lunar-lockout.carom');
  const { page } = await open(pageOf('daily', file, '--daily'), DESKTOP);
  const { puzzles } = await dataOf(page);
  const today = new Date();
  const day = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate()) / 86_400_000;
  const at = day % puzzles.length;
  const { title } =
    [...puzzles.slice(at), ...puzzles.slice(0, at)].find(({ state }) => state === 'solved') ?? assert.fail();
  await page.locator('#page-daily .page-name', { hasText: title }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator('#page-daily').click();
  await page.locator('#title', { hasText: title }).waitFor();
  assert.equal(new URL(page.url()).hash, '#/today');
});

test('the colours can be switched, and stay', async () => {
  const { page } = await open(url, { ...DESKTOP, colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.locator('#page-theme').click();
  assert.equal(await ground(), light);
  await page.locator('#page-theme').click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await ready(page);
  assert.equal(await ground(), dark);
});

/** Returns the page with one puzzle after the other of a text. */
function pageWith(name: string, text: string, ...more: string[]): string {
  const file = path.join(OUT, `${name}.carom`);
  writeFileSync(file, text);
  return pageOf(name, file, ...more);
}

/** Opens the puzzle with a fragment, in a page that is open. */
async function go(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${fragment}`);
  await says(page, 'score', /./);
}

const mark = (page: Page, fragment: string) =>
  page.locator(`#page-items a[href^="#/${fragment}"] .page-mark`).first().textContent();

test('a lost game is not solved, and its winner is named', async () => {
  const { page, errors } = await open(`${url}#/at-the-door`, DESKTOP);
  await says(page, 'score', 'H wins in 1 move');
  // The opponent answers.
  await type(page, 'd1^', 'd1^ d4^');
  await says(page, 'score', 'V has won after 2 moves.');
  await says(page, 'page-status', 'That is not the proved result for H: H wins in 1 move.');
  assert.equal(await mark(page, 'at-the-door'), '');
  // Undo takes back the moves of both sides.
  await page.locator('#takeback').click();
  await says(page, 'score', /^H wins in 1 move$/);
  await type(page, 'd1>');
  await says(page, 'score', 'H has won after 1 move.');
  assert.equal(await mark(page, 'at-the-door'), '✓ won');
  assert.deepEqual(errors, []);
});

test('in Slider, the opponent holds out as long as it can, and a lost side may do so too', async () => {
  const { page } = await open(`${url}#/the-race`, DESKTOP);
  const { puzzles } = await dataOf(page);
  const race = puzzles.find(({ fragment }) => fragment === 'the-race') ?? assert.fail();
  const line = race.solution.split(' ');
  for (let count = 0; count < line.length; count += 2) {
    const move = line[count] ?? '';
    await page.locator('#typed').fill(move);
    await page.locator('#typed').press('Enter');
    await page.waitForFunction(
      (least) => (document.getElementById('played')?.textContent?.split(' ').length ?? 0) >= least,
      Math.min(count + 2, line.length),
    );
  }
  await says(page, 'score', `V has won after ${line.length} moves.`);
  await go(page, 'one-step-late');
  await says(page, 'score', 'V wins in 2 moves');
  await type(page, 'b3>', 'b3> c4^');
  await says(page, 'score', 'V has won after 2 moves.');
  assert.equal(await mark(page, 'one-step-late'), '✓ held out');
});

test('a push is a part of its turn, with and without the solver', async () => {
  for (const address of [plainUrl, url]) {
    const { page, errors } = await open(`${address}#/behind-the-wall`, DESKTOP);
    await says(page, 'score', '0 of 3 moves');
    await type(page, '1>');
    await says(page, 'score', '1 of 3 moves: 2 more moves');
    await hint(page, /^Look at the player\.$/);
    await hint(page, /^Move the player up\.$/);
    await hint(page, /^1>:\^\^\^<: .+\.$/);
    assert.equal(await page.locator('#board .hint-line').count(), 1);
    await page.locator('#typed').fill('dv:<');
    await page.locator('#restart').click();
    await says(page, 'score', /^0 of 3 moves$/);
    assert.deepEqual(errors, []);
  }
});

test('the best of two tabs stays, and help is marked', async () => {
  const context = await browser.newContext({ offline: true, reducedMotion: 'reduce', ...DESKTOP });
  const address = pageWith('tabs', `${ALIKE[0]}\n${ALIKE[1]}`);
  const one = (await open(`${address}#/direct`, DESKTOP, context)).page;
  const two = (await open(`${address}#/direct`, DESKTOP, context)).page;
  await says(two, 'score', START);
  await type(one, 'R^ R>');
  await says(one, 'score', 'which is optimal');
  await type(two, 'R> R< R^ R>');
  await says(two, 'score', 'Solved in 4 moves');
  for (const page of [one, two]) {
    await page.reload();
    await ready(page);
    assert.equal(await mark(page, 'direct'), '★★★ solved at par');
  }
  await go(one, 'bounce');
  await watch(one);
  await one.locator('#play-tab').click();
  await says(one, 'score', START);
  const { puzzles } = await dataOf(one);
  await type(one, puzzles[1]?.solution ?? '');
  await says(one, 'score', 'Solved');
  assert.match((await mark(one, 'bounce')) ?? '', /💡$/);
  await context.close();
});

test('a puzzle that is solved at its start earns nothing when it is opened', async () => {
  const solved = 'puzzle ricochet "Done"\n  rules: direct\n  target: r a1\n  board:\n    . .\n    R .\n';
  const { page } = await open(`${pageWith('done', `${solved}\n${ALIKE[0]}`)}#/done`, DESKTOP);
  await page.locator('#score', { hasText: /./ }).waitFor();
  await page.locator('#page-all').click();
  assert.equal(await mark(page, 'done'), '');
});

test('the next puzzle is an unsolved one that can be solved and fits the filters', async () => {
  const { page } = await open(url, DESKTOP);
  const { puzzles } = await dataOf(page);
  await page.locator('#page-game').selectOption('ricochet');
  await page.locator('#page-unsolved').check();
  const own = puzzles.filter(({ game, moves }) => game === 'ricochet' && moves !== null);
  const hardest = own.toSorted((a, b) => (b.moves ?? 0) - (a.moves ?? 0))[0] ?? assert.fail();
  await follow(page.locator(`#page-items a[href^="#/${hardest.fragment}"]`));
  await says(page, 'score', START);
  await type(page, hardest.solution);
  await page.locator('#page-unsolved-next').click();
  await says(page, 'score', START);
  const hash = new URL(page.url()).hash;
  assert.match(hash, /\?game=ricochet&unsolved=1$/);
  const next = puzzles.find(({ fragment }) => hash.startsWith(`#/${fragment}?`));
  assert.ok(next?.game === 'ricochet' && next.state === 'solved');
  await page.locator('#page-all').click();
  await page.locator('#page-items').waitFor();
  assert.equal(await page.locator(`#page-items li:visible a[href^="#/${hardest.fragment}"]`).count(), 0);
});

const SIDEWAYS: BrowserContextOptions = { ...PHONE, viewport: { width: 667, height: 375 } };
const SCREENS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['375', PHONE],
  ['320', SMALL],
  ['667 sideways', SIDEWAYS],
  ['568 sideways', { ...PHONE, viewport: { width: 568, height: 320 } }],
  ['desktop at 200 %', { viewport: { width: 640, height: 400 } }],
];

for (const [name, options] of SCREENS) {
  test(`title, board, score and buttons fit on one screen: ${name}`, async () => {
    for (const fragment of ['three-hands', 'on-the-printed-board', 'the-race', 'behind-the-wall', 'walls']) {
      const { page } = await open(`${url}#/${fragment}`, options);
      await says(page, 'score', START);
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      for (const id of ['title', 'board', 'score', 'takeback', 'restart', 'page-hint', 'page-after']) {
        const box = (await page.locator(`#${id}`).boundingBox()) ?? assert.fail(id);
        const isInside =
          box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height + 0.5;
        assert.ok(isInside, `${fragment}: ${id} ${JSON.stringify(box)}`);
      }
      const [bar, ...above] = await Promise.all(
        ['page-bar', 'board', 'score', 'play-status'].map((id) => page.locator(`#${id}`).boundingBox()),
      );
      for (const box of above) {
        const isBeside = (bar?.x ?? 0) >= (box?.x ?? 0) + (box?.width ?? 0) - 1;
        assert.ok(
          isBeside || (box?.y ?? 0) + (box?.height ?? 0) <= (bar?.y ?? 0) + 1,
          `${fragment}: ${JSON.stringify(box)}`,
        );
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), fragment);
      await page.context().close();
    }
  });
}

test('a phone shows numbers in the filter, labels in forced colours, and ways with turns', async () => {
  const { page } = await open(url, PHONE);
  await page.locator('#page-least').fill('10');
  const room = await page.locator('#page-least').evaluate((field) => {
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  });
  assert.ok(room >= 30, `${room} pixels`);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto(`${url}#/behind-the-wall`);
  await says(page, 'score', START);
  const [label, plate] = await page
    .locator('#board .carom-item')
    .first()
    .evaluate((item) =>
      ['.carom-label', '.carom-item-plate'].map(
        (part) => getComputedStyle(item.querySelector(part) ?? item).fill,
      ),
    );
  assert.notEqual(label, plate);
  await page.emulateMedia({ forcedColors: 'none' });
  const diagonal =
    'puzzle ricochet "Turn"\n  rules: direct\n  board:\n    . . . .\n    R . / .\n    . . . r\n';
  const turned = (await open(pageWith('turn', diagonal), DESKTOP)).page;
  await square(turned, 'a2').locator('.heat').click();
  await turned.locator('[data-square="a2"][aria-selected="true"]').waitFor();
  const ways = await turned
    .locator('.aim-line')
    .evaluateAll((all) => all.map((way) => way.getAttribute('d') ?? ''));
  assert.equal(ways.filter((way) => way.split('L').length === 3).length, 1);
});

test('the guide explains what is on the board, and hints name the side', async () => {
  const { page } = await open(`${url}#/walls`, DESKTOP);
  const how = page.locator('#page-how');
  const explains = async (fragment: string, text: RegExp) => {
    await go(page, fragment);
    await page.locator('#page-how', { hasText: text }).waitFor({ state: 'attached' });
  };
  await explains('walls', /On this board, walls stop pieces too/);
  assert.doesNotMatch((await how.textContent()) ?? '', /no walls/);
  await explains('mirrors', /A diagonal turns every robot/);
  await explains('coloured-mirrors', /A diagonal with a colour lets the robot of that colour pass/);
  await explains('whoever-comes', /Any robot may come to rest on the target/);
  await explains('seven-alike', /Robots without a letter/);
  await go(page, 'nothing-but-passing');
  const { puzzles } = await dataOf(page);
  const line = puzzles.find(({ fragment }) => fragment === 'let-me-out')?.solution.split(' ') ?? [];
  const passes = line.findIndex((move, index) => move === '--' && index % 2 === 0);
  if (passes > 0) {
    await go(page, 'let-me-out');
    await type(page, line.slice(0, passes).join(' '));
    await hint(page, /^H cannot move\.$/);
    await hint(page, /^H has to pass\.$/);
  }
  const stuck = (await open(pageWith('stuck', 'puzzle lunar "Stuck"\n  board:\n    @ . +\n'), DESKTOP)).page;
  await says(stuck, 'play-status', 'No piece can move.');
});

test('the board has the focus when a puzzle opens', async () => {
  const { page } = await open(`${url}#/three-hands`, DESKTOP);
  await page.locator('[data-square]:focus').waitFor();
  await page.keyboard.press('r');
  await page.locator('[data-square="e6"][aria-selected="true"]').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('#played', { hasText: 'R^' }).waitFor();
  // The board is one stop of the Tab key.
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement?.closest('#board') === null));
});

test('titles in other scripts keep their addresses and their direction', async () => {
  const puzzle = (name: string) => `puzzle lunar "${name}"\n  notes: ${name}\n  board:\n    @ . + A\n`;
  const file = (...names: string[]) => names.map(puzzle).join('\n');
  const { page } = await open(pageWith('scripts', file('Первая', 'שלום')), DESKTOP);
  assert.deepEqual(
    (await dataOf(page)).puzzles.map(({ fragment, was }) => [fragment, was]),
    [
      ['первая', '1'],
      ['שלום', '2'],
    ],
  );
  const inserted = pageWith('inserted', file('Новая', 'Первая', 'שלום'));
  const other = (await open(`${inserted}#/שלום`, DESKTOP)).page;
  await says(other, 'title', 'שלום');
  for (const id of ['title', 'notes']) {
    const direction = await other.locator(`#${id}`).evaluate((found) => getComputedStyle(found).direction);
    assert.equal(direction, 'rtl', id);
  }
  // An old address.
  const old = (await open(`${pageWith('scripts', file('Первая', 'שלום'))}#/2`, DESKTOP)).page;
  await says(old, 'title', 'שלום');
});

test('a browser without the means says so', async () => {
  for (const missing of ['DecompressionStream', 'WebAssembly']) {
    const page = await browser.newPage();
    await page.addInitScript(`delete globalThis.${missing}`);
    await page.goto(url);
    await page.locator('body', { hasText: `This page needs WebAssembly and DecompressionStream` }).waitFor();
    await page.close();
  }
});

test('on paper there are no buttons, and an arrow covers no number', async () => {
  const { page } = await open(`${url}#/behind-the-wall`, DESKTOP);
  await says(page, 'score', START);
  await type(page, '2>');
  const numbers = await page.locator('#board .carom-coordinate').allTextContents();
  assert.ok(!numbers.includes('2') && numbers.includes('3'), numbers.join(' '));
  await page.emulateMedia({ media: 'print' });
  for (const id of ['turn', 'page-bar', 'page-actions', 'score', 'modes']) {
    assert.ok(!(await page.locator(`#${id}`).isVisible()), id);
  }
});

test('a hint lies on the board, a lost star is told at once, and squares answer a touch', async () => {
  const { page } = await open(`${url}#/three-hands`, DESKTOP);
  await says(page, 'score', '0 of 6 moves');
  assert.equal(await page.locator('#board .hint').count(), 0);
  await hint(page, /^Look at /);
  assert.equal(await page.locator('#board .hint').count(), 1);
  assert.equal(await page.locator('#board .hint-line').count(), 0);
  await hint(page, /^Move /);
  assert.equal(await page.locator('#board .hint-line').count(), 1);
  await square(page, 'a5').locator('.heat').click();
  await says(page, 'play-status', 'a5, block.');
  await square(page, 'g4').locator('.heat').click();
  await says(page, 'play-status', 'g4, target of the red robot R');
  // There and back.
  await type(page, 'Rv R^');
  await says(page, 'page-status', /^That costs a star: at best \d+ moves now\. Undo takes it back\.$/);
  await page.locator('#takeback.is-advised').click();
  await page.locator('#takeback').click();
  await says(page, 'score', /^0 of 6 moves$/);
});

test('the front page has a section for each file, a start, and a way to continue', async () => {
  const { page } = await open(url, DESKTOP);
  const { puzzles } = await dataOf(page);
  const titles = [...new Set(puzzles.map(({ section }) => section))];
  const headings = page.locator('#page-items h2');
  assert.equal(await headings.count(), titles.length);
  assert.match((await headings.first().textContent()) ?? '', /0 of \d+$/);
  // From easy to hard.
  const fragments = await page
    .locator('#page-items section')
    .nth(1)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2)));
  const moves = fragments.flatMap((name) => puzzles.find(({ fragment }) => fragment === name)?.moves ?? []);
  assert.deepEqual(
    moves,
    moves.toSorted((a, b) => a - b),
  );
  await page.locator('#page-start h2', { hasText: 'Start here' }).waitFor();
  // The easiest of each game.
  assert.equal(await page.locator('#page-start a').count(), 5);
  await page.locator('#page-name').fill('no puzzle has this name');
  await page.locator('#page-none button').click();
  await says(page, 'page-count', `${puzzles.length} puzzles`);
  await go(page, 'three-hands');
  await says(page, 'score', START);
  await type(page, 'R>');
  await page.locator('#page-all').click();
  await page.locator('#page-start h2', { hasText: 'Continue' }).waitFor();
  await page.locator('#page-start a', { hasText: 'Three hands' }).click();
  await page.locator('#played', { hasText: 'R>' }).waitFor();
  // The moves stay over a reload too.
  await page.reload();
  await page.locator('#played', { hasText: 'R>' }).waitFor();
});

test('a page with one puzzle opens on it', async () => {
  const { page, errors } = await open(pageWith('single', ALIKE[0] ?? ''), PHONE);
  await says(page, 'score', START);
  assert.deepEqual(errors, []);
});

test('a day has a number, an archive, and its link in the result', async () => {
  const [first, yesterday] = [2, 1].map((back) =>
    new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10),
  );
  const address = pageOf('days', path.join(ROOT, 'examples/ricochet-robots.carom'), `--daily=${first}`);
  const { page } = await open(address, { ...DESKTOP, timezoneId: 'UTC' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#page-daily', { hasText: 'No. 3, ' }).waitFor();
  await page.locator('#page-archive summary').click();
  assert.equal(await page.locator('#page-archive a').count(), 2);
  await page.locator(`#page-archive a[href="#/${yesterday}"]`).click();
  await says(page, 'page-day', 'No. 2, ');
  const { puzzles } = await dataOf(page);
  const title = await page.locator('#title').textContent();
  await type(page, puzzles.find((one) => one.title === title)?.solution ?? '');
  await page.locator('#page-result').click();
  await says(page, 'page-status', 'Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.split('\n').at(-1), `${address}#/${yesterday}`);
  await page.goto(`${address}#/statistics`);
  await page.locator('#page-statistics td', { hasText: `1 of ${puzzles.length}` }).waitFor();
  assert.deepEqual(await violations(page), []);
});

test('at a dead end, the page names the move to go back to', async () => {
  const { page } = await open(`${url}#/walls`, DESKTOP);
  await says(page, 'score', START);
  // The first move differs from the stored solution, and the second one is the mistake.
  await type(page, 'A> C<');
  await says(page, 'score', '2 of 9 moves: no way on from here');
  await hint(page, /^There is no way on from here\. Go back to move 1\.$/);
  await page.locator('#takeback.is-advised').click();
  await says(page, 'score', /^1 of 9 moves: \d+ more moves/);
  await hint(page, /^Look at /);
});

test('the page says what a scripted opponent will push', async () => {
  const { page } = await open(`${url}#/somebody-else-pushes`, DESKTOP);
  await says(page, 'page-status', 'In the next turn, the opponent pushes 4>.');
  const guide = page.locator('#page-how', { hasText: 'The opponent pushes a line in each turn too.' });
  await guide.waitFor({ state: 'attached' });
});

test('the first boards are on the screen before the rules are compiled', async () => {
  const address = pageWith('early', ALIKE.join('\n'));
  for (const [hash, board] of [
    ['', '#page-start svg'],
    ['#/direct', '.page-preview svg'],
  ] as const) {
    const page = await browser.newPage(PHONE);
    await page.addInitScript(() => {
      WebAssembly.compile = () => new Promise(() => {});
    });
    await page.goto(`${address}${hash}`);
    await page.locator(board).first().waitFor();
    await page.close();
  }
});
