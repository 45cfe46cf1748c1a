import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asParagraph, choices, insertion, ownPuzzles } from '../src/formats.ts';

test('a format that cannot say the puzzle comes last and tells why', () => {
  const all = [
    { format: 'lunar-digits', about: 'digits', refused: 'b3: this format has no walls' },
    { format: 'jsonl', about: 'lines', text: '{}' },
  ];
  assert.deepEqual(choices(all), [
    { label: 'jsonl', description: 'lines', text: '{}' },
    { label: 'lunar-digits', description: 'digits', detail: 'not possible: b3: this format has no walls' },
  ]);
});

test('puzzles in the own format are found in a file, in a code block and in indented text', () => {
  const own = '; a comment\npuzzle lunar "One"\n  board:\n    @ . + A\n';
  const indented = own.replaceAll(/^(?=.)/gm, '    ');
  for (const text of [
    own,
    own.replaceAll('\n', '\r\n'),
    `title: A file\n\n${own}`,
    `Look:\n\`\`\`carom\n${own}\`\`\`\nbye`,
    indented,
  ]) {
    assert.equal(ownPuzzles(text)?.trimEnd(), own.trimEnd(), text);
  }
  assert.equal(ownPuzzles('a puzzle with a board'), null);
});

test('a puzzle is parted from what is before it', () => {
  assert.equal(asParagraph('', 'p'), 'p');
  assert.equal(asParagraph('a\n\n', 'p'), 'p');
  assert.equal(asParagraph('a\r\n\r\n', 'p'), 'p');
  assert.equal(asParagraph('a\n', 'p'), '\np');
  assert.equal(asParagraph('a', 'p'), '\n\np');
});

/** Returns a file after an insertion. `|` marks the cursor, or both ends of the selection. */
function inserted(marked: string): string {
  const lines = marked.split('\n');
  const point = () => {
    const line = lines.findIndex((text) => text.includes('|'));
    const character = lines[line]?.indexOf('|') ?? 0;
    lines[line] = lines[line]?.replace('|', '') ?? '';
    return { line, character };
  };
  const start = point();
  const cut = insertion(
    lines,
    start,
    lines.some((text) => text.includes('|')) ? point() : start,
    'new\n  x\n',
  );
  const offset = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  const text = lines.join('\n');
  return text.slice(0, offset(cut.start)) + cut.text + text.slice(offset(cut.end));
}

test('a puzzle that is inserted takes no other apart', () => {
  const keys = 'title: T\nauthor: A\n';
  const one = 'puzzle lunar "1"\n  rules: exit\n\n  board:\n    @ +\n';
  const two = '; the second\npuzzle lunar "2"\n  board:\n    + @\n';
  const three = 'new\n  x\n';
  const files: [string, string][] = [
    ['|', three],
    [`${keys}\n${one}\n|`, `${keys}\n${one}\n${three}`],
    [`${keys}\n${one}|`, `${keys}\n${one}\n${three}`],
    [`${keys}|\n${one}`, `${keys}\n${three}\n${one}`],
    [`${keys}|`, `${keys}\n${three}`],
    [`|${two}`, `${three}\n${two}`],
    [`; A deck.\n|\n${one}`, `; A deck.\n\n${three}\n${one}`],
    [`; A |deck.\n\n${one}`, `; A deck.\n\n${three}\n${one}`],
    [`${one}\n|\n\n${two}`, `${one}\n${three}\n${two}`],
    [`${one}  |\n${two}`, `${one}\n${three}\n${two}`],
  ];
  // Every position within the header or a puzzle is equivalent to the one after it.
  for (const at of [0, 5, keys.length - 1]) {
    files.push([`${keys.slice(0, at)}|${keys.slice(at)}\n${one}`, `${keys}\n${three}\n${one}`]);
  }
  for (let at = 0; at < one.length; at++) {
    const marked = `${one.slice(0, at)}|${one.slice(at)}`;
    files.push([`${keys}\n${marked}\n${two}`, `${keys}\n${one}\n${three}\n${two}`]);
    files.push([`${marked}${two}`, `${one}\n${three}\n${two}`]);
    files.push([marked.trimEnd(), `${one}\n${three}`]);
  }
  // A selection of several lines is replaced.
  files.push([`${keys}\n|${one}|\n${two}`, `${keys}\n${three}\n${two}`]);
  files.push([`|${keys}\n${one}\n${two}|`, three]);
  for (const [before, after] of files) {
    assert.equal(inserted(before), after, before);
  }
});
