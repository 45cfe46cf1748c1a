import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asParagraph, choices } from '../src/forms.ts';

test('a form that cannot say the puzzle comes last and tells why', () => {
  const all = [
    { form: 'lunar-digits', about: 'digits', refused: 'b3: this form has no walls' },
    { form: 'jsonl', about: 'lines', text: '{}' },
  ];
  assert.deepEqual(choices(all), [
    { label: 'jsonl', description: 'lines', text: '{}' },
    { label: 'lunar-digits', description: 'digits', detail: 'not possible: b3: this form has no walls' },
  ]);
});

test('a puzzle is parted from what is before it', () => {
  assert.equal(asParagraph('', 'p'), 'p');
  assert.equal(asParagraph('a\n\n', 'p'), 'p');
  assert.equal(asParagraph('a\r\n\r\n', 'p'), 'p');
  assert.equal(asParagraph('a\n', 'p'), '\np');
  assert.equal(asParagraph('a', 'p'), '\n\np');
});
