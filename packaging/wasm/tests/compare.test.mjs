/**
 * The web build and the program give the same results for the same files. `CAROM` names the
 * program, `PACKAGE` the folder of the npm package, `FILES` more folders, separated by spaces.
 * With `MOST_BYTES`, files of more bytes in these folders are compared without searches, and only the
 * examples as in an editor, whose limit for a search takes minutes in WebAssembly.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Server } from './lsp.mjs';

const need = (name) => process.env[name] ?? assert.fail(`${name} is not set`);
const CAROM = path.resolve(need('CAROM'));
const PACKAGE = path.resolve(need('PACKAGE'));
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Enough for almost all files; a limit that is reached is compared as well. */
const LIMIT = 200_000;
const FLAGS = ['--max-positions', String(LIMIT), '--no-cache'];
const OPTIONS = { maxPositions: LIMIT };

const web = await import(pathToFileURL(path.join(PACKAGE, 'index.js')));

// No test starts before all are known: the runner would end the server after the first one.
let early;
try {
  web.solve('');
} catch (error) {
  early = error;
}

// The entry point for Node loads the module itself.
const carom = await import(pathToFileURL(path.join(PACKAGE, 'node.js')));

test('a call before init says so', () => {
  assert.ok(early instanceof TypeError);
  assert.equal(early.message, 'solve: call `await init()` first.');
});

test('a new instance replaces one that has failed', async () => {
  const { renew } = await import(pathToFileURL(path.join(PACKAGE, 'carom.js')));
  for (let time = 0; time < 3; time += 1) {
    renew();
    assert.equal(carom.solve('puzzle lunar\n  board:\n    @ . + A\n')[0].solution, '@>');
  }
});

test('every mistake is a TypeError with a sentence', () => {
  const at = { line: 0, character: 0 };
  for (const [call, message] of [
    [() => carom.solve(5), /^solve: the text must be a string, but is the number 5\.$/],
    [() => carom.check(Buffer.from('')), /^check: the text must be a string, but is an object of the class Buffer\.$/],
    [() => carom.solve('', { maxposition: 1 }), /^solve: there is no option "maxposition"\. The options are maxPositions, /],
    [() => carom.solve('', { maxPositions: -1 }), /must be a whole number from 0/],
    [() => carom.solve('', 5), /^solve: the options must be an object/],
    [() => carom.check('', { from: 'nothing' }), /^check: unknown format "nothing"\.$/],
    [() => carom.board('', 3), /^board: the position must be a position, \{ line, character \}/],
    [() => carom.play('', at, 'R>'), /^play: the moves must be an array of strings/],
    [() => carom.edit('', at, { paint: 'a1' }), /^edit: the operation must be an operation with one of/],
    [() => carom.convert('', {}), /^convert: the option to must be a string, but is missing\.$/],
    [() => carom.page('', {}), /^page: the option script must be a string, but is missing\.$/],
  ]) {
    assert.throws(call, { name: 'TypeError', message });
  }
});

test('puzzles are taken and given as objects', () => {
  const text = 'puzzle lunar "One"\n  moves: 2\n  board:\n    @ . + A\n\npuzzle slider\n  board:\n    H . . .\n    . . . .\n    . . . .\n    . . . V\n';
  const { puzzles } = carom.convert(text, { to: 'json' });
  const objects = puzzles.map(({ object }) => object);
  assert.deepEqual(objects[0], {
    game: 'lunar',
    name: 'One',
    size: [4, 1],
    pieces: [{ name: '@', square: 'a1' }, { name: 'A', square: 'd1' }],
    targets: ['c1'],
    moves: 2,
  });
  assert.equal(carom.convert(objects, { to: 'carom' }).text, text);
  assert.equal(carom.solve(objects[0])[0].solution, '@>');
  assert.deepEqual(carom.check(objects).map(({ code }) => code), carom.check(text).map(({ code }) => code));
  const [{ message }] = carom.check({ ...objects[0], targets: ['z9'] });
  assert.match(message, /^\/targets\/0: expected a square/);
});

test('the cache of answers can be cleared', () => {
  const text = 'puzzle ricochet\n  rules: direct\n  board:\n    R . . r\n';
  const state = () => carom.board(text, { line: 0, character: 0 }, { search: false }).state;
  carom.solve(text);
  assert.equal(state(), 'solved');
  carom.clearCache();
  assert.equal(state(), 'solving');
});

const folders = [path.join(ROOT, 'examples'), ...(process.env.FILES ?? '').split(' ').filter(Boolean)];
const files = folders.flatMap((folder) => globSync('**/*.carom', { cwd: folder }).map((name) => path.join(folder, name)));

/** The files whose puzzles are solved. */
const MOST_BYTES = Number(process.env.MOST_BYTES ?? Infinity);
const solved = new Set(files.filter((file) => file.startsWith(ROOT) || statSync(file).size <= MOST_BYTES));

/** Runs the program on a text. */
function start(text, ...command) {
  const result = spawnSync(CAROM, command, { input: text, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.notEqual(result.status, 2, result.stderr);
  return result;
}

const run = (...call) => start(...call).stdout;

/** The texts that a conversion writes into a folder, sorted; without the domain of all PDDL problems. */
function filesOf(text, ...command) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carom-convert-'));
  try {
    run(text, ...command, '--output', folder, '-');
    const names = readdirSync(folder).filter((name) => name !== 'domain.pddl');
    return names.map((name) => readFileSync(path.join(folder, name), 'utf8')).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The program's JSON lines. */
const lines = (out) => out.split('\n').filter(Boolean).map((line) => JSON.parse(line));

/**
 * An answer without its duration; for games of two sides, also without the number of searched positions.
 * It depends on the hashes of their transposition table, which have 32 bits in WebAssembly.
 */
function comparable({ seconds, positions, ...answer }) {
  return 'value' in answer ? answer : { positions, ...answer };
}

/** The program of pages, with or without the solver. */
function pageProgram(kind) {
  const asset = (name, encoding) => readFileSync(path.join(ROOT, 'src/cli/page/assets', name), encoding);
  return {
    script: asset(`${kind}.js`, 'utf8') + asset('page.js', 'utf8'),
    core: asset(`${kind}.wasm.deflate`),
    style: asset('page.css', 'utf8'),
    loader: asset('loader.js', 'utf8'),
  };
}
const PROGRAMS = { rules: pageProgram('rules'), solver: pageProgram('solver') };

const stdin = ['--stdin-name', 'a.carom', '-'];

for (const file of files) {
  const name = path.relative(ROOT, file);
  const text = readFileSync(file, 'utf8');

  test(`format: ${name}`, () => {
    assert.equal(carom.format(text).text, run(text, 'fmt', '-'));
  });

  test(`convert: ${name}`, () => {
    for (const { name: to, writes } of carom.formats()) {
      if (writes) {
        const command = ['convert', '--from', 'carom', '--to', to];
        const { text: own, puzzles, errors } = carom.convert(text, { from: 'carom', to });
        if (own === null && errors.length === 0) {
          // The program writes such puzzles into a folder.
          assert.deepEqual(puzzles.map((puzzle) => puzzle.text).sort(), filesOf(text, ...command), to);
        } else {
          // The program writes whole files only.
          const converted = run(text, ...command, '-');
          assert.equal(errors.length === 0 ? own : '', converted, to);
        }
      }
    }
  });
  if (!solved.has(file)) {
    continue;
  }

  test(`check: ${name}`, () => {
    for (const hints of [false, true]) {
      const more = hints ? ['--hints'] : [];
      const found = lines(run(text, 'check', '--format', 'json', '--isolated', ...FLAGS, ...more, ...stdin));
      const summary = found.pop();
      assert.ok('summary' in summary);
      assert.deepEqual(carom.check(text, { name: 'a.carom', hints, ...OPTIONS }), found);
    }
  });

  test(`solve: ${name}`, () => {
    const answers = lines(run(text, 'solve', '--format', 'json', ...FLAGS, ...stdin));
    const found = carom.solve(text, { name: 'a.carom', ...OPTIONS });
    assert.deepEqual(found.map(comparable), answers.map(comparable));
  });

  test(`page: ${name}`, () => {
    // The solver changes no puzzle of a page, so larger files need one page only.
    const kinds = file.startsWith(ROOT) ? ['rules', 'solver'] : ['rules'];
    for (const kind of kinds) {
      const flags = kind === 'solver' ? [] : ['--no-solver'];
      const { stdout, stderr } = start(text, 'page', ...FLAGS, ...flags, ...stdin);
      const { html, errors, warnings } = carom.page(text, PROGRAMS[kind], { name: 'a.carom', ...OPTIONS });
      assert.ok((html ?? '') === stdout, 'the pages differ');
      if (html === null) {
        const lines = errors.map(({ start, message }) => `error: a.carom:${start.line}:${start.column}: ${message}`);
        assert.deepEqual(lines, stderr.split('\n').filter((line) => line.startsWith('error: ')));
      } else {
        const lines = warnings.map(({ start, message }) => `warning: a.carom:${start.line}: ${message}\n`);
        assert.equal(lines.join(''), stderr);
      }
    }
  });
}

let server;
before(async () => {
  server = new Server(CAROM);
  await server.start();
});
after(() => server.stop());

/** What the server says once it is done. */
async function settled(ask, isDone) {
  for (;;) {
    const answer = await ask();
    if (isDone(answer)) {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The same object about a document without a version. */
const unversioned = (answer) => answer && { ...answer, version: null };

/** The words of a document that an editor may ask about, a few of each puzzle. */
function positions(text) {
  const found = [];
  for (const [line, content] of text.split('\n').entries()) {
    const words = [...content.matchAll(/\S+/g)].slice(0, 3);
    found.push(...words.map(({ index }) => ({ line, character: index })));
  }
  return found;
}

const KINDS = { game: 7, key: 10, rule: 14, glyph: 20, piece: 6, move: 3, value: 12 };

const edited = MOST_BYTES === Infinity ? files : files.filter((file) => file.startsWith(ROOT));
for (const file of edited.filter((file) => !/(generated|hardest)\.carom$/.test(file))) {
  const text = readFileSync(file, 'utf8');
  test(`the editor: ${path.relative(ROOT, file)}`, async () => {
    server.open(text);
    const headers = [...text.matchAll(/^[ \t]*puzzle\b/gm)];
    for (const { index } of headers) {
      const at = { line: text.slice(0, index).split('\n').length - 1, character: 0 };
      const isDone = (answer) => answer.state !== 'solving';
      const solution = await settled(() => server.at('carom/solution', at), isDone);
      if (solution.state === 'unknown') {
        // The limit of an editor is reached, which takes long in a test.
        continue;
      }
      assert.deepEqual(carom.solution(text, at), unversioned(solution));
      assert.deepEqual(carom.board(text, at), unversioned(await server.at('carom/board', at)));
      const moves = carom.play(text, at, []).legal.slice(0, 1).map(({ move }) => move);
      for (const played of [[], moves, ['nonsense']]) {
        const play = await settled(() => server.at('carom/play', at, { moves: played }), isDone);
        if (play.left === null || carom.play(text, at, played).left !== null) {
          assert.deepEqual(carom.play(text, at, played), unversioned(play));
        }
      }
    }
    for (const at of positions(text).slice(0, 150)) {
      const hover = await server.at('textDocument/hover', at);
      const own = carom.hover(text, at);
      assert.equal(timeFree(own?.markdown), timeFree(hover?.contents.value), JSON.stringify(at));
      const items = (await server.at('textDocument/completion', at)) ?? [];
      assert.deepEqual(
        carom.complete(text, at).map(({ label, kind, detail, documentation, range, insert }) => ({
          label,
          kind: KINDS[kind],
          detail: detail ?? undefined,
          documentation: documentation ?? undefined,
          textEdit: { range, newText: insert },
        })),
        (items.items ?? items).map(({ label, kind, detail, documentation, textEdit }) => ({
          label,
          kind,
          detail,
          documentation: documentation?.value,
          textEdit,
        })),
      );
    }
    server.close();
  });
}

/** A hover without the duration of the search, which differs. */
const timeFree = (markdown) => markdown?.replaceAll(/ searched in .*/g, ' searched.');

test('the map of a piece is that of the server', async () => {
  const text = readFileSync(path.join(ROOT, 'examples/lunar-lockout.carom'), 'utf8');
  server.open(text);
  const line = text.split('\n').findIndex((line) => line.startsWith('puzzle'));
  const at = { line, character: 0 };
  const [{ id }] = carom.board(text, at).pieces;
  const map = await settled(() => server.at('carom/map', at, { piece: id }), ({ done }) => done);
  assert.deepEqual(carom.map(text, at, id), unversioned(map));
  server.close();
});

test('an edit changes the puzzle at the position and no other', () => {
  const puzzle = 'puzzle lunar\n  board:\n    @ . + A\n';
  const text = `${puzzle}\n${puzzle}`;
  const edited = carom.edit(text, { line: 4, character: 0 }, { move: '@', to: 'b1' });
  assert.equal(edited.text, `${puzzle}\n${puzzle.replace('@ .', '. @')}`);
  assert.ok('refused' in carom.edit(text, { line: 0, character: 0 }, { clear: 'z9' }));
  const head = { line: 0, character: 0 };
  const claimed = `${puzzle}  solution: @>\n`.replace('  board', '  moves: 1\n  board');
  const away = carom.edit(claimed, head, { move: '@', to: 'd1' });
  assert.ok('refused' in away);
  const there = carom.edit(claimed, head, { move: '@', to: 'c1' });
  assert.equal(there.text, claimed.replace('@ . +', '. . @').replace('moves: 1', 'moves: 0').replace('  board', '  target: c1\n  board'));
  assert.equal(there.also, 'changed `moves` from 1 to 0');
  carom.clearCache();
  const unproved = carom.edit(claimed, head, { move: '@', to: 'c1' }, { search: false });
  assert.match(unproved.text, /moves: 1/);
});

test('a search reports its progress, stops at its limit and leaves answers for later', () => {
  const text = readFileSync(path.join(ROOT, 'examples/generated.carom'), 'utf8');
  const calls = [];
  carom.solve(text, { onProgress: (progress) => calls.push(progress) });
  assert.ok(calls.every(({ puzzle, positions }) => puzzle >= 1 && positions >= 0));
  const at = { line: text.split('\n').findIndex((line) => line.startsWith('puzzle')), character: 0 };
  assert.equal(carom.solution(text, at, 'solver', { search: false }).state, 'solved');
  const other = 'puzzle lunar\n  board:\n    @ . . + A\n';
  assert.equal(carom.solution(other, { line: 0, character: 0 }, 'solver', { search: false }).state, 'solving');
});

test('a page has the title of its options, and a wrong program throws', () => {
  const puzzle = 'puzzle lunar\n  board:\n    @ . + A\n';
  const { html } = carom.page(puzzle, PROGRAMS.rules, { title: 'A & B' });
  assert.match(html, /<title>A &amp; B<\/title>/);
  assert.throws(() => carom.page(puzzle, { ...PROGRAMS.rules, style: undefined }), /^TypeError: page: the option style must be a string, but is missing\.$/);
  assert.throws(() => carom.page(puzzle, { ...PROGRAMS.rules, core: 'x' }), /core/);
  assert.throws(() => carom.page('; empty\n', PROGRAMS.rules), /no puzzles found/);
});

test('the package has the version of carom, and is small', () => {
  assert.equal(run('', '--version').trim(), `carom ${carom.version()}`);
});
