import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

interface Rule {
  beforeText: string;
  afterText?: string;
  previousLineText?: string;
  action: { indent: string; appendText?: string };
}

const file = new URL('../language-configuration.json', import.meta.url);
const language = JSON.parse(await readFile(file, 'utf8'));
const rules: Rule[] = language.onEnterRules;

/** Returns the effect of the Enter key. Like the editor, uses the first matching rule. */
function enter(before: string, after = '', previous = ''): string {
  const fits = (pattern: string | undefined, text: string) => !pattern || new RegExp(pattern).test(text);
  const rule = rules.find(
    (rule) =>
      fits(rule.beforeText, before) && fits(rule.afterText, after) && fits(rule.previousLineText, previous),
  );
  return rule ? rule.action.indent + (rule.action.appendText ?? '') : 'as above';
}

test('Enter indents what belongs to a puzzle and to a board', () => {
  assert.equal(enter('puzzle lunar "A name"'), 'indent');
  assert.equal(enter('  board:'), 'indent');
  assert.equal(enter('  board : ; the first'), 'indent');
  assert.equal(enter('  moves: 3'), 'as above');
  assert.equal(enter('    . . A .'), 'as above');
  assert.equal(enter('  author: of the puzzle'), 'as above');
});

test('Enter goes on with a comment only where it cuts one', () => {
  assert.equal(enter('; one ', 'two'), 'none; ');
  assert.equal(enter('; one'), 'as above');
});

test('Enter on an empty row leaves the board', () => {
  assert.equal(enter('    ', '', '    . . A .'), 'outdent');
  assert.equal(enter('  ', '', '  moves: 3'), 'as above');
});

test('Enter on a line without blanks begins one without blanks', () => {
  for (const previous of ['', '    . . A .', '  solution: A>', 'title: Mine']) {
    assert.equal(enter('', '', previous), 'none');
  }
  // The editor trims the spaces of the previous line; the new line has fewer.
  assert.equal(enter('  ', '', ''), 'outdent');
  assert.equal(enter('', 'puzzle lunar'), 'as above');
});

test('a double click takes a key, a rule word, a piece or a square', () => {
  const { pattern, flags } = language.wordPattern;
  const words = (line: string) => line.match(new RegExp(pattern, `g${flags}`));
  assert.deepEqual(words('  to-move: H'), ['to-move', 'H']);
  assert.deepEqual(words('  rules: bounce no-rebound'), ['rules', 'bounce', 'no-rebound']);
  assert.deepEqual(words('  solution: A> @^ c1-'), ['solution', 'A', '@', 'c1']);
  assert.deepEqual(words('    . . A . +'), ['A', '+']);
});
