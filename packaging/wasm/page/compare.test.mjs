/**
 * The rules that the program puts into pages say what the program says. `CAROM` names the program,
 * `CORE` what `build` has made: only its scripts are used, and the WebAssembly of the program.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { Server } from '../tests/lsp.mjs';

const need = (name) => process.env[name] ?? assert.fail(`${name} is not set`);
const CAROM = path.resolve(need('CAROM'));
const CORE = path.resolve(need('CORE'));
const ROOT = path.resolve(import.meta.dirname, '../../..');
const GAMES = ['lunar-lockout', 'ricochet-robots', 'slider', 'x-mas-rush', 'tilt'];

/** Loads rules of the program. */
async function load(kind) {
  const rules = await import(pathToFileURL(path.join(CORE, kind, 'carom.js')));
  const wasm = readFileSync(path.join(ROOT, `src/cli/page/assets/${kind}.wasm.deflate`));
  rules.initSync({ module: inflateSync(wasm) });
  return rules;
}

/** The puzzles of a page. */
function puzzlesOf(file) {
  const page = execFileSync(CAROM, ['page', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const packed = /id="carom-data">([^<]*)</.exec(page)[1];
  return JSON.parse(inflateSync(Buffer.from(packed, 'base64'))).puzzles;
}

/** What is said besides the heading, which the page has of its own. */
const body = ({ version, range, line, game, name, title, state, summary, ...rest }) => rest;

let server;
before(async () => {
  server = new Server(CAROM);
  await server.start();
});
after(() => server.stop());

const START = { line: 0, character: 0 };

/** Asks until the answer is known. */
async function settled(method, more) {
  for (;;) {
    const answer = await server.at(method, START, more);
    if (answer.state !== 'solving') {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

for (const kind of ['rules', 'solver']) {
  for (const game of GAMES) {
    test(`the ${kind} of pages and the server agree: ${game}`, async () => {
      const rules = await load(kind);
      const puzzles = puzzlesOf(path.join(ROOT, `examples/${game}.carom`));
      assert.ok(puzzles.length > 1);
      for (const { text, summary, solution, title } of puzzles) {
        server.open(text);
        const best = await settled('carom/solution');
        if (best.state !== 'unknown') {
          const board = await settled('carom/board');
          assert.deepEqual(body(JSON.parse(rules.board(text))), body(board), title);
          assert.deepEqual(body(JSON.parse(rules.solution(text, summary, solution))), body(best), title);
          await comparePlays(rules, { text, summary, solution, title });
        }
        server.close();
      }
    });
  }
}

/** Returns random numbers below a limit, always the same ones. */
function dice(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Returns a random legal move; in X-mas Rush, a push and a walk, which may be blocked. */
function randomMove({ legal }, { files, ranks, game }, below) {
  if (game !== 'rush') {
    return legal[below(legal.length)]?.move;
  }
  const isRow = below(2) === 0;
  const line = isRow ? String(1 + below(ranks)) : String.fromCharCode(97 + below(files));
  const walk = Array.from({ length: below(4) }, () => '<>^v'[below(4)]).join('');
  return `${line}${(isRow ? '<>' : '^v')[below(2)]}${walk && `:${walk}`}`;
}

const WALKS = 3;
const LENGTH = 10;

for (const game of GAMES) {
  test(`after random moves, the rules of pages and the server agree: ${game}`, async () => {
    const rules = await load('rules');
    const below = dice(49);
    let [played, refused] = [0, 0];
    for (const { text, title } of puzzlesOf(path.join(ROOT, `examples/${game}.carom`))) {
      server.open(text);
      const board = JSON.parse(rules.board(text));
      for (let walk = 0; walk < WALKS; walk++) {
        let moves = [];
        let play = JSON.parse(rules.play(text, '', '', ''));
        for (let count = 0; count < 2 * LENGTH && moves.length < LENGTH && !play.solved; count++) {
          const move = randomMove(play, board, below);
          if (move === undefined) {
            break;
          }
          const words = [...moves, move];
          play = JSON.parse(rules.play(text, '', '', words.join(' ')));
          // What a search finds is compared above.
          const parts = ({ frames, legal, pieces, count, solved, refused }) =>
            ({ frames, legal, pieces, count, solved, refused });
          const theirs = await server.at('carom/play', START, { moves: words });
          assert.deepEqual(parts(play), parts(theirs), `${title}: ${words.join(' ')}`);
          refused += play.refused === null ? 0 : 1;
          played += 1;
          // A blocked walk is left out, so that the walk goes on.
          moves = play.refused === null ? words : moves;
          if (play.refused !== null) {
            play = JSON.parse(rules.play(text, '', '', moves.join(' ')));
          }
        }
      }
      server.close();
    }
    assert.ok(played > 100, `${played} moves`);
    assert.equal(refused > 0, game === 'x-mas-rush');
  });
}

async function comparePlays(rules, { text, summary, solution, title }) {
  const play = (moves) => JSON.parse(rules.play(text, summary, solution, moves.join(' ')));
  const line = solution.split(' ').filter(Boolean);
  const other = play([]).legal.find(({ move }) => move !== line[0])?.move;
  const along = line.map((_, index) => line.slice(0, index + 1));
  for (const moves of [[], ...along, ['nonsense'], ...(other === undefined ? [] : [[other]])]) {
    const { left, settled: isKnown, ...theirs } = body(await settled('carom/play', { moves }));
    const { left: ours, settled: isKnownHere, ...rest } = body(play(moves));
    assert.deepEqual(rest, theirs, `${title}: ${moves.join(' ')}`);
    // Without a search, a page knows less than the server.
    assert.ok(isKnown || !isKnownHere, `${title}: ${moves.join(' ')}`);
    if (other !== undefined && moves[0] === other && rules.remaining !== undefined && !theirs.solved) {
      const remaining = JSON.parse(rules.remaining(text, moves.join(' ')));
      assert.equal(remaining.left, left, `${title}: ${moves.join(' ')}`);
    } else if (ours !== null) {
      assert.equal(ours, left, `${title}: ${moves.join(' ')}`);
    }
  }
}
