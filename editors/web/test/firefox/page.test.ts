/**
 * Plays a puzzle of each game to its end in Firefox, by keyboard alone and by touch alone. `CAROM`
 * names the program, `FIREFOX` the browser.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { PageData } from '../../page/data.ts';

const need = (name: string) => process.env[name] ?? assert.fail(`${name} is not set`);
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const GAMES = {
  lunar: 'lunar-lockout',
  ricochet: 'ricochet-robots',
  slider: 'slider',
  rush: 'x-mas-rush',
  tilt: 'tilt',
};
const KEYS = { '^': 'ArrowUp', v: 'ArrowDown', '<': 'ArrowLeft', '>': 'ArrowRight' } as const;
const STEPS = { '^': [0, -1], v: [0, 1], '<': [-1, 0], '>': [1, 0] } as const;
type Glyph = keyof typeof KEYS;

const folder = mkdtempSync(path.join(tmpdir(), 'carom-firefox-'));
const file = path.join(folder, 'page.html');
let browser: Browser;

before(async () => {
  const files = Object.values(GAMES).map((name) => path.join(ROOT, 'examples', `${name}.carom`));
  execFileSync(path.resolve(need('CAROM')), ['page', ...files, '--output', file]);
  // Firefox ESR does not know all commands for a viewport.
  const size = { defaultViewport: null, args: ['--width=1280', '--height=900'] };
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: need('FIREFOX'), ...size });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Returns the data of the page, as its script reads it. */
function data(): PageData {
  const packed = /id="carom-data">([^<]*)</.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString());
}

/** Presses Tab, or Shift and Tab, until an element that fits a selector has the focus. */
async function tab(page: Page, selector: string): Promise<void> {
  const look = (selector: string) => {
    const active = document.activeElement;
    const first = document.querySelector(selector);
    const isBehind =
      active !== document.body &&
      first !== null &&
      (first.compareDocumentPosition(active ?? first) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    return active?.matches(selector) ? 'there' : isBehind ? 'behind' : 'ahead';
  };
  for (let count = 0, where = ''; where !== 'there'; count++) {
    assert.ok(count < 80, `Tab does not reach ${selector}`);
    where = await page.evaluate(look, selector);
    if (where === 'behind') {
      await page.keyboard.down('Shift');
    }
    if (where !== 'there') {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.up('Shift');
  }
}

/** Waits until an element has a text. The security policy of the page forbids `waitForFunction`. */
async function has(page: Page, id: string, accept: (text: string) => boolean): Promise<void> {
  const read = () => page.$eval(`#${id}`, (found) => found.textContent ?? '');
  for (const end = Date.now() + 30_000; !accept(await read()); ) {
    assert.ok(Date.now() < end, `#${id} says ${await read()}`);
  }
}

/** Waits until the moves are these. */
const played = (page: Page, moves: string) => has(page, 'played', (text) => text === moves);

/** Returns the square of the piece with this letter, or of the player; squares stay as they are. */
const find = (page: Page, who: string) =>
  page.$$eval(
    '[data-square]',
    (cells, who) =>
      cells
        .find((cell) =>
          cell.ariaLabel?.split(/[;,]/).some((part) => part.endsWith(who) && !/target/.test(part)),
        )
        ?.getAttribute('data-square') ?? who.trim(),
    who === '@' ? ' human' : ` ${who}`,
  );

/** Swipes from the middle of a square. */
async function swipe(page: Page, square: string, glyph: Glyph): Promise<void> {
  const box = await (await page.$(`[data-square="${square}"] .heat`))?.boundingBox();
  assert.ok(box, square);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [dx, dy] = STEPS[glyph];
  await page.touchscreen.touchStart(x, y);
  await page.touchscreen.touchMove(x + 25 * dx, y + 25 * dy);
  await page.touchscreen.touchMove(x + 60 * dx, y + 60 * dy);
  await page.touchscreen.touchEnd();
}

async function slideByKeys(page: Page, who: string, glyph: Glyph): Promise<void> {
  await tab(page, '[data-square]');
  const square = await find(page, who);
  const isChosen = () => page.$eval(`[data-square="${square}"]`, (cell) => cell.ariaSelected === 'true');
  for (let count = 0; !(await isChosen()); count++) {
    assert.ok(count < 40, `Space does not reach ${square}`);
    await page.keyboard.press(' ');
  }
  await page.keyboard.press(KEYS[glyph]);
}

/** Tilts the board, from any of its squares. */
async function tilt(page: Page, glyph: Glyph, isTouch: boolean): Promise<void> {
  if (isTouch) {
    await swipe(page, 'b2', glyph);
  } else {
    await tab(page, '[data-square]');
    await page.keyboard.press(KEYS[glyph]);
  }
}

async function pushByKeys(page: Page, line: string, glyph: Glyph): Promise<void> {
  await tab(page, '#line');
  await page.keyboard.press('Home');
  const at = () => page.$eval('#line', (select) => (select as HTMLSelectElement).value);
  for (let count = 0; (await at()) !== line; count++) {
    assert.ok(count < 40, `the arrow keys do not reach ${line}`);
    await page.keyboard.press('ArrowDown');
  }
  await tab(page, `[data-push="${'<^'.includes(glyph) ? 0 : 1}"]`);
  await page.keyboard.press('Enter');
}

/** Plays a turn of X-mas Rush: a push, and the steps of a walk. */
async function turn(page: Page, before: string, move: string, isTouch: boolean): Promise<void> {
  const [push = '', walk = ''] = move.split(':');
  const [line, glyph] = [push.slice(0, -1), push.slice(-1) as Glyph];
  const player = await find(page, 'player');
  if (isTouch) {
    const squares = await page.$$eval('[data-square]', (all) =>
      all.map((cell) => cell.getAttribute('data-square')),
    );
    const isOn = (square: string | null) => square?.replace(/^[a-z]/, '') === line || square?.[0] === line;
    await swipe(page, squares.find((square) => isOn(square) && square !== player) ?? '', glyph);
  } else {
    await pushByKeys(page, line, glyph);
  }
  await played(page, `${before}${push}`);
  for (const [index, step] of [...walk].entries()) {
    if (isTouch) {
      await swipe(page, await find(page, 'player'), step as Glyph);
    } else {
      await tab(page, '[data-square]');
      await page.keyboard.press(KEYS[step as Glyph]);
    }
    await played(page, `${before}${push}:${walk.slice(0, index + 1)}`);
  }
}

for (const game of Object.keys(GAMES)) {
  for (const input of ['keyboard', 'touch']) {
    test(`a puzzle of ${game} is played to its end in Firefox by ${input} alone`, async () => {
      const isTouch = input === 'touch';
      const page = await browser.newPage();
      const errors: unknown[] = [];
      page.on('pageerror', (error) => errors.push(error));
      const puzzle = data().puzzles.find(
        (one) => one.game === game && one.state === 'solved' && (one.moves ?? 0) >= 2,
      );
      assert.ok(puzzle);
      await page.goto(`${pathToFileURL(file)}#/${puzzle.fragment}`);
      await page.waitForSelector('[data-square]');
      let before = '';
      // In Slider, the page answers.
      const line = puzzle.solution.split(' ');
      for (const [index, move] of line.entries()) {
        if (game === 'slider' && index % 2 === 1) {
          before += `${move} `;
          await played(page, before.trim());
          continue;
        }
        const [who, glyph] = [move.slice(0, -1), move.slice(-1) as Glyph];
        if (game === 'rush') {
          await turn(page, before, move, isTouch);
        } else if (game === 'tilt') {
          await tilt(page, glyph, isTouch);
          await played(page, `${before}${move}`);
        } else {
          await (isTouch ? swipe(page, await find(page, who), glyph) : slideByKeys(page, who, glyph));
          const more = game === 'slider' && index + 1 < line.length ? ` ${line[index + 1]}` : '';
          await played(page, `${before}${move}${more}`);
        }
        before += `${move} `;
      }
      await has(page, 'score', (text) => /which is optimal|has won after/.test(text));
      assert.deepEqual(errors, []);
      await page.close();
    });
  }
}

/** Opens a puzzle. */
async function open(fragment: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${pathToFileURL(file)}#/${fragment}`);
  await page.waitForSelector('[data-square]');
  return page;
}

/** Types moves. */
async function type(page: Page, moves: string): Promise<void> {
  await page.type('#typed', moves);
  await page.keyboard.press('Enter');
}

test('in Firefox, the board has the focus when a puzzle opens', async () => {
  const page = await open('three-hands');
  await has(page, 'score', (text) => text === '0 of 6 moves');
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowUp');
  await played(page, 'R^');
  await page.close();
});

test('in Firefox, a push is a part of its turn', async () => {
  const page = await open('behind-the-wall');
  await has(page, 'score', (text) => text === '0 of 3 moves');
  await type(page, '1>');
  await has(page, 'score', (text) => text === '1 of 3 moves: 2 more moves');
  await page.click('#page-hint');
  await has(page, 'page-status', (text) => text === 'Look at the player.');
  await page.close();
});

test('in Firefox, a lost game is not solved, and moves stay over a reload', async () => {
  const page = await open('at-the-door');
  await has(page, 'score', (text) => text === 'H wins in 1 move');
  await type(page, 'd1^');
  await has(page, 'score', (text) => text === 'V has won after 2 moves.');
  const marks = await page.$$eval('.page-mark', (all) => all.map((mark) => mark.textContent));
  assert.ok(!marks.some((mark) => mark?.includes('won')));
  await page.goto(`${pathToFileURL(file)}#/three-hands`);
  await has(page, 'score', (text) => text === '0 of 6 moves');
  await type(page, 'R>');
  await played(page, 'R>');
  await page.reload();
  await page.waitForSelector('#played');
  await played(page, 'R>');
  await page.close();
});
