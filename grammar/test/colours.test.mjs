// The same colours from both grammars: on every file of the project, what a
// character is by the TextMate grammar and what it is by the tree-sitter
// queries stand in one row of the table in README.md.
//
// Lines with a syntax error are left out: there the tree has an ERROR node, and
// a grammar of regular expressions colours what it can.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const treeSitter = process.env.TREE_SITTER ?? 'tree-sitter';

/** The rows of the table of colours: a scope and the captures beside it. */
function table() {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\|[^|]*\| `([a-z.-]+)` \| ((?:`@[a-z.]+`(?:, )?)+) \|$/gm)];
  assert(rows.length > 15, 'the table is gone');
  return rows.map(([, scope, captures]) => ({
    scope,
    captures: [...captures.matchAll(/`@([a-z.]+)`/g)].map(([, name]) => name),
  }));
}

async function textmateGrammar() {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(readFileSync(join(folder, 'carom.tmLanguage.json'), 'utf8'), 'carom.json'),
  });
  return registry.loadGrammar('source.carom');
}

/** For each line, the row of the table for each of its characters. */
function byScopes(grammar, rows, lines) {
  const rowOf = scope => rows.findIndex(row => scope === row.scope || scope.startsWith(`${row.scope}.`));
  let state = textmate.INITIAL;
  return lines.map(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    const colours = Array(line.length).fill(-1);
    for (const { startIndex, endIndex, scopes } of tokens) {
      colours.fill(scopes.map(rowOf).findLast(row => row >= 0) ?? -1, startIndex, endIndex);
    }
    return colours;
  });
}

/** The same by what the queries capture, and the lines with an error. */
function byCaptures(rows, files, texts) {
  const rowOf = capture => rows.findIndex(row => row.captures.includes(capture));
  const query = (name, source) =>
    execFileSync(treeSitter, ['query', '--captures', join(source, name), ...files], {
      cwd: join(folder, 'tree-sitter-carom'),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const result = new Map(
    texts.map(({ file, lines }) => [
      file,
      { colours: lines.map(line => Array(line.length).fill(-1)), errors: new Set() },
    ]),
  );
  const read = (output, place) => {
    let file;
    for (const line of output.split('\n')) {
      const found = line.match(/^ +pattern: *(\d+), capture: (?:\d+ - )?([a-z._]+), start: \((\d+), (\d+)\), end: \((\d+), (\d+)\)/);
      if (!found) {
        if (result.has(line.trim())) file = line.trim();
        continue;
      }
      const [pattern, , ...numbers] = found.slice(1).map(Number);
      place(file, found[2], pattern, ...numbers);
    }
  };
  const lines = new Map(texts.map(({ file, lines }) => [file, lines]));
  // Columns are bytes.
  const column = (file, row, bytes) => Buffer.from(lines.get(file)[row]).subarray(0, bytes).toString().length;
  const patterns = new Map();
  read(query('highlights.scm', 'queries'), (file, capture, pattern, row, start, endRow, end) => {
    if (capture === 'spell') return;
    assert(rowOf(capture) >= 0, `@${capture} is not in the table`);
    assert.equal(row, endRow, `${file}: @${capture} goes over lines`);
    for (let at = column(file, row, start); at < column(file, row, end); at++) {
      // Of two patterns the later one has the say.
      const key = `${file}:${row}:${at}`;
      if ((patterns.get(key) ?? -1) > pattern) continue;
      patterns.set(key, pattern);
      result.get(file).colours[row][at] = rowOf(capture);
    }
  });
  read(query('errors.scm', '../test'), (file, capture, pattern, row) => result.get(file).errors.add(row));
  return result;
}

function carom(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.carom'))
    .map(name => join(folder, name));
}

test('TextMate and tree-sitter give the same colours', async () => {
  const rows = table();
  const grammar = await textmateGrammar();
  const files = ['../examples', '../tests/fixtures', 'test', 'tree-sitter-carom/test/highlight']
    .flatMap(name => carom(join(folder, name)))
    .sort();
  assert(files.length > 40);
  const texts = files.map(file => ({ file, lines: readFileSync(file, 'utf8').split(/\r\n|\n/) }));
  const captured = byCaptures(rows, files, texts);
  const differences = [];
  const seen = new Set();
  for (const { file, lines } of texts) {
    const scoped = byScopes(grammar, rows, lines);
    const { colours, errors } = captured.get(file);
    lines.forEach((line, row) => {
      if (errors.has(row)) return;
      const blank = [...line.matchAll(/\s/g)].map(({ index }) => index);
      const shown = colour => colour.map((row, at) => (blank.includes(at) ? -1 : row));
      const [a, b] = [shown(scoped[row]), shown(colours[row])];
      a.forEach(row => seen.add(row));
      const at = a.findIndex((row, at) => row !== b[at]);
      if (at < 0) return;
      const name = row => rows[row]?.scope ?? 'nothing';
      differences.push(`${file}:${row + 1}:${at + 1}: ${name(a[at])} but ${name(b[at])}\n    ${line}`);
    });
  }
  assert.deepEqual(differences, []);
  const unseen = rows.filter((_, row) => !seen.has(row));
  assert.deepEqual(unseen, [], 'no file shows these');
});
