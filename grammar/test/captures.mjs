// What the queries of the tree-sitter grammar capture in some files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A capture, as the command prints it: places are lines and bytes, from 0. */
const CAPTURE = /^ +pattern: *(\d+), capture: (?:\d+ - )?([\w.]+), start: \((\d+), (\d+)\), end: \((\d+), (\d+)\)/;

/**
 * Runs queries on all files; for each query the captures by their files. `texts` has the lines of each file.
 */
export function capturesOf(folder, queries, texts) {
  const files = [...texts.keys()];
  const built = mkdtempSync(join(tmpdir(), 'carom-grammar-'));
  const treeSitter = (...rest) =>
    execFileSync('tree-sitter', rest, {
      cwd: join(folder, 'tree-sitter-carom'),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  try {
    const parser = join(built, 'carom.so');
    treeSitter('build', '--output', parser);
    const run = query => {
      const path = join(folder, query);
      return treeSitter('query', '--captures', '--lib-path', parser, '--lang-name', 'carom', path, ...files);
    };
    return queries.map(query => readCaptures(run(query), files));
  } finally {
    rmSync(built, { recursive: true });
  }
}

function readCaptures(output, files) {
  const captures = new Map(files.map(file => [file, []]));
  let file;
  for (const line of output.split('\n')) {
    const found = line.match(CAPTURE);
    if (found) {
      const [pattern, row, start, endRow, end] = [1, 3, 4, 5, 6].map(group => Number(found[group]));
      captures.get(file).push({ pattern, name: found[2], row, start, endRow, end });
    } else if (captures.has(line.trim())) {
      file = line.trim();
    }
  }
  return captures;
}

/** For each line of a file the row of the table of each character, by what was captured there; -1 for none. */
export function rowsByCaptures(rows, lines, captures) {
  const found = lines.map(line => Array(line.length).fill(-1));
  // If two patterns match, the later one wins.
  const patterns = lines.map(line => Array(line.length).fill(-1));
  for (const { pattern, name, row, start, endRow, end } of captures) {
    if (name === 'spell') continue;
    const rowOfName = rows.findIndex(row => row.captures.includes(name));
    assert(rowOfName >= 0, `@${name} is not in the table`);
    assert.equal(row, endRow, `@${name} goes over lines`);
    const column = bytes => Buffer.from(lines[row]).subarray(0, bytes).toString().length;
    for (let at = column(start); at < column(end); at++) {
      if (patterns[row][at] > pattern) continue;
      patterns[row][at] = pattern;
      found[row][at] = rowOfName;
    }
  }
  return found;
}
