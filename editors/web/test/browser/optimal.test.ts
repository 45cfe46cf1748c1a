/**
 * Plays ten puzzles of each game along an optimal solution other than the stored one: after each move
 * the page knows what remains, and its hint leads on. `CAROM` names the program, `CHROMIUM` the
 * browser, `OUT` a folder for files.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import type { PageData, PagePuzzle } from '../../page/data.ts';
import type { Remaining } from '../../page/solver.ts';
import type { Board, Play } from '../../src/index.ts';

const need = (name: string) =>
  process.env[name] ?? assert.fail(`${name} is not set; see tests/editors/web.sh`);
const OUT = path.join(need('OUT'), 'optimal');
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const ASSETS = path.join(ROOT, 'src/cli/page/assets');
const NUMBER = 10;

/** The rules and the solver of pages. */
const core = new Function(`${readFileSync(path.join(ASSETS, 'solver.js'), 'utf8')}; return caromCore;`)();
core.initSync({ module: inflateSync(readFileSync(path.join(ASSETS, 'solver.wasm.deflate'))) });
const remaining = (text: string, moves: readonly string[]): Remaining =>
  JSON.parse(core.remaining(text, moves.join(' ')));
const play = (text: string, moves: readonly string[]): Play =>
  JSON.parse(core.play(text, '', '', moves.join(' ')));

let browser: Browser;

before(async () => {
  mkdirSync(OUT, { recursive: true });
  browser = await chromium.launch({ executablePath: need('CHROMIUM'), args: ['--no-sandbox'] });
});

after(() => browser?.close());

/** Returns the moves after which as few remain as possible, with the rest of a turn. */
function best(text: string, moves: readonly string[], left: number): string[] {
  const { legal } = play(text, moves);
  const { files, ranks, game } = JSON.parse(core.board(text)) as Board;
  const lines = [
    ...Array.from({ length: ranks ?? 0 }, (_, index) => [`${index + 1}<`, `${index + 1}>`]),
    ...Array.from({ length: files ?? 0 }, (_, index) =>
      ['^', 'v'].map((to) => String.fromCharCode(97 + index) + to),
    ),
  ].flat();
  return (game === 'rush' ? lines : legal.map(({ move }) => move)).flatMap((move) => {
    const next = play(text, [...moves, move]);
    if (next.refused !== null || next.solved) {
      return next.solved && left === 1 ? [move] : [];
    }
    const found = remaining(text, [...moves, move]);
    const whole = found.extends ? (found.moves?.split(' ')[0] ?? move) : move;
    return found.settled && found.left === left - 1 ? [whole] : [];
  });
}

/** Returns an optimal solution that differs from the stored one; null if there is none. */
function other({ text, solution, moves }: PagePuzzle): string[] | null {
  const line: string[] = [];
  const stored = solution.split(' ');
  for (let left = moves ?? 0; left > 0; left--) {
    const all = best(text, line, left);
    const isSame = line.every((move, index) => move === stored[index]);
    const move = (isSame && all.find((one) => one !== stored[line.length])) || all[0];
    if (move === undefined) {
      return null;
    }
    line.push(move);
  }
  return line.join(' ') === solution ? null : line;
}

const FILES = {
  lunar: 'lunar-lockout',
  ricochet: 'ricochet-robots',
  slider: 'slider',
  rush: 'x-mas-rush',
  tilt: 'tilt',
};

/** Returns puzzles on random small boards, always the same ones. */
function random(game: string, number: number): string {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const square = (size: number) => String.fromCharCode(97 + below(size)) + (1 + below(size));
  const size = game === 'lunar' ? 5 : game === 'ricochet' ? 6 : 4;
  const pieces =
    { lunar: '@+ABCDEF', ricochet: 'Rr#GB', slider: 'HHVV#', rush: '', tilt: 'GGB+#' }[game] ?? '';
  const tile = () => '╗═╔╦║╝╣╚╩╠╬'[below(11)] ?? '';
  const puzzles = Array.from({ length: number }, (_, index) => {
    const cells = Array<string>(size * size).fill('.');
    const free = cells.map((_, at) => at);
    for (const piece of pieces) {
      cells[free.splice(below(free.length), 1)[0] ?? 0] = piece;
    }
    const rows = Array.from({ length: size }, (_, row) => {
      const own = cells.slice(row * size, (row + 1) * size);
      return `    ${game === 'rush' ? own.map(tile).join('') : own.join(' ')}`;
    });
    const head =
      game === 'rush' ? `player: ${square(size)}\n  hand: ${tile()}\n  items: KEY ${square(size)}\n  ` : '';
    const rules = game === 'ricochet' ? 'rules: direct\n  ' : '';
    return `puzzle ${game} "${game} ${index}"\n  ${head}${rules}board:\n${rows.join('\n')}\n`;
  });
  return puzzles.join('\n');
}

/** Puzzles with more moves take a minute each to find another solution. */
const MOST = 12;

for (const [game, name] of Object.entries(FILES)) {
  test(`every optimal solution is as good as the stored one: ${game}`, async () => {
    const file = path.join(OUT, `${game}.html`);
    const examples = path.join(ROOT, 'examples', `${name}.carom`);
    const own = path.join(OUT, `${game}.carom`);
    writeFileSync(own, random(game, 60));
    execFileSync(path.resolve(need('CAROM')), ['page', examples, own, '--output', file], {
      stdio: 'pipe',
    });
    const packed = /id="carom-data">([^<]*)</.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    const { puzzles } = JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString()) as PageData;
    const page = await browser.newPage({ offline: true, reducedMotion: 'reduce' });
    const says = (id: string, text: string | RegExp) =>
      page.locator(`#${id}`, { hasText: text }).waitFor({ timeout: 60_000 });
    let played = 0;
    for (const puzzle of puzzles) {
      const isFit = puzzle.game === game && puzzle.state === 'solved';
      const isSuitable = isFit && (puzzle.moves ?? 0) >= 2 && (puzzle.moves ?? 0) <= MOST;
      const line = isSuitable && played < NUMBER ? other(puzzle) : null;
      if (line === null) {
        continue;
      }
      played += 1;
      await page.goto('about:blank');
      await page.goto(`${pathToFileURL(file)}#/${puzzle.fragment}`);
      await says('score', /./);
      const isDuel = game === 'slider';
      for (const [index, move] of line.entries()) {
        const left = line.length - index - 1;
        if (isDuel && index % 2 === 1) {
          // The page answers, perhaps with another move that is as good.
          break;
        }
        await page.locator('#typed').fill(move);
        await page.locator('#typed').press('Enter');
        const more = isDuel
          ? `wins in ${left - 1} move`
          : `${index + 1} of ${line.length} moves: ${left} more move`;
        await says('score', left <= (isDuel ? 1 : 0) ? /which is optimal|has won/ : more);
        if (left > (isDuel ? 1 : 0)) {
          await page.locator('#page-hint').click();
          await says('page-status', /^Look at |cannot move/);
        }
      }
      if (!isDuel) {
        await page.locator('#page-stars', { hasText: '★★★' }).waitFor();
      }
    }
    assert.equal(played, NUMBER);
    await page.close();
  });
}
