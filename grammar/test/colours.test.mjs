// The same colours from all grammars: on every file of the project, what a
// character is by the TextMate grammar and what it is by the queries for
// tree-sitter, of each editor, stand in one row of the table in README.md.
//
// Lines with a syntax error are left out: there the tree has an ERROR node, and
// a grammar of regular expressions colours what it can.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { capturesOf, rowsByCaptures } from './captures.mjs';
import { readGrammar, rowsByScopes } from './scopes.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The queries of each column of the table, from the third on. */
const QUERIES = [
  'tree-sitter-carom/queries/highlights.scm',
  '../editors/nvim/queries/carom/highlights.scm',
  '../editors/helix/queries/carom/highlights.scm',
  '../editors/zed/languages/carom/highlights.scm',
];

/** The rows of the table of colours: a scope, and beside it the captures of each column. */
function readTable() {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\|[^|]*\| `([a-z.-]+)` \| (.*) \|$/gm)];
  assert(rows.length > 15, 'the table is gone');
  return rows.map(([, scope, cells]) => ({
    scope,
    columns: cells.split(' | ').map(cell => [...cell.matchAll(/`@([a-z.]+)`/g)].map(([, name]) => name)),
  }));
}

/** The files of the project by name, cut into lines. */
function readTexts() {
  const folders = ['../examples', '../tests/fixtures', 'test', 'tree-sitter-carom/test'];
  const files = folders.flatMap(name =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.carom'))
      .map(file => join(folder, name, file)),
  );
  assert(files.length > 40, `${files.length} files`);
  return new Map(files.sort().map(file => [file, readFileSync(file, 'utf8').split(/\r\n|\n/)]));
}

const table = readTable();
const texts = readTexts();
const grammar = await readGrammar(folder);
const captured = capturesOf(folder, [...QUERIES, 'test/errors.scm'], texts);
const errors = captured.pop();

for (const [column, query] of QUERIES.entries()) {
  test(`TextMate and ${query} give the same colours`, () => {
    const rows = table.map(({ scope, columns }) => ({ scope, captures: columns[column] }));
    const nameOf = row => rows[row]?.scope ?? 'nothing';
    const differences = [];
    const seen = new Set();
    for (const [file, lines] of texts) {
      const scoped = rowsByScopes(grammar, rows, lines);
      const found = rowsByCaptures(rows, lines, captured[column].get(file));
      const wrong = new Set(errors.get(file).map(error => error.row));
      lines.forEach((line, number) => {
        if (wrong.has(number)) return;
        const [a, b] = [scoped[number], found[number]];
        a.forEach(row => seen.add(row));
        const at = a.findIndex((row, at) => row !== b[at] && line[at].trim() !== '');
        if (at < 0) return;
        differences.push(`${file}:${number + 1}:${at + 1}: ${nameOf(a[at])} but ${nameOf(b[at])}\n    ${line}`);
      });
    }
    assert.deepEqual(differences, []);
    const unseen = rows.filter((_, row) => !seen.has(row));
    assert.deepEqual(unseen, [], 'no file shows these');
  });
}
