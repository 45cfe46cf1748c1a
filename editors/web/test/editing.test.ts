import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  click,
  describe,
  drop,
  type EditorState,
  entries,
  hands,
  type Key,
  onto,
  pick,
  press,
  type Step,
  standing,
} from '../src/editing.ts';
import { board, piece } from './board.ts';

const BOARD = board();
const START: EditorState = { cursor: 'a3', chosen: null, held: null };
const key = (name: string): Key => ({
  key: name.replace(/^(Shift|Control)\+/, ''),
  shift: name.startsWith('Shift+'),
  control: name.startsWith('Control+'),
});

/** Returns the result of pressing keys one after the other. */
function type(keys: string[], editor: EditorState = START, on = BOARD): Step {
  let step: Step = { editor, effect: null };
  for (const name of keys) {
    step = press(on, step.editor, key(name)) ?? assert.fail(`${name} means nothing`);
  }
  return step;
}

const operationOf = ({ effect }: Step) => (effect?.type === 'edit' ? effect.operation : null);

test('the cursor goes over the squares and stays on the board', () => {
  const walk = (...keys: string[]) => type(keys).editor.cursor;
  assert.equal(walk('ArrowRight', 'ArrowDown'), 'b2');
  assert.equal(walk('ArrowLeft', 'ArrowUp'), 'a3');
  assert.equal(walk('End', 'PageDown', 'ArrowRight', 'ArrowDown'), 'c1');
  assert.equal(walk('Control+End', 'Home', 'PageUp'), 'a3');
  assert.equal(walk('Control+End', 'Control+Home'), 'a3');
});

test('a piece is picked up and put down with the same key', () => {
  for (const pickUp of ['Enter', ' ']) {
    const step = type(['PageDown', pickUp, 'ArrowUp', 'ArrowUp', pickUp]);
    assert.deepEqual(operationOf(step), { move: 'R', to: 'a3' });
    assert.deepEqual(step.editor, { cursor: 'a3', chosen: 'R', held: null });
  }
  // The target lies below the robot.
  assert.deepEqual(operationOf(type(['PageDown', 't', 'ArrowRight', 'Enter'])), {
    move: 'target:r@a1',
    to: 'b1',
  });
});

test('what comes down where it was has not moved, and Escape puts it back', () => {
  const held = type(['PageDown', 'Enter']);
  assert.equal(held.editor.held, 'R');
  assert.deepEqual(type(['Enter'], held.editor), {
    editor: { cursor: 'a1', chosen: 'R', held: null },
    effect: null,
  });
  const back = type(['ArrowUp', 'Escape'], held.editor);
  assert.deepEqual(back, { editor: { cursor: 'a1', chosen: 'R', held: null }, effect: null });
  // If no piece is held, the panel uses Escape for something else.
  assert.equal(press(BOARD, START, key('Escape')), null);
});

test('keys draw walls and blocks, and take them away', () => {
  assert.deepEqual(operationOf(type(['Shift+ArrowRight'])), { wall: ['a3', 'b3'] });
  assert.equal(type(['Shift+ArrowLeft']).effect?.type, 'say');
  assert.deepEqual(operationOf(type(['b'])), { put: '#', at: 'a3' });
  assert.deepEqual(operationOf(type(['ArrowRight', 'ArrowDown', 'B'])), { clear: 'b2' });
  assert.deepEqual(operationOf(type(['Delete'])), { clear: 'a3' });
  const lunar = board({ walls: false, palette: [{ put: 'B', label: 'robot B', kind: 'robot' }] });
  for (const name of ['Shift+ArrowRight', 'b']) {
    assert.equal(press(lunar, START, key(name))?.effect?.type, 'say');
  }
});

test('undo and redo have their usual keys, and other keys are left to the editor', () => {
  assert.deepEqual(type(['Control+z']).effect, { type: 'undo' });
  assert.deepEqual(type(['Control+y']).effect, { type: 'redo' });
  assert.deepEqual(press(BOARD, START, { key: 'Z', shift: true, control: true })?.effect, { type: 'redo' });
  for (const name of ['Tab', 'Control+p', 'Control+b', 'F1', 'x']) {
    assert.equal(press(BOARD, START, key(name)), null);
  }
});

test('a click means what lies under it', () => {
  const on = (square: string) => click(BOARD, START, { kind: 'square', square });
  const edge = click(BOARD, START, { kind: 'edge', square: 'a3', squares: ['a3', 'a2'] });
  assert.deepEqual(operationOf(edge), { wall: ['a3', 'a2'] });
  assert.deepEqual(operationOf(on('a2')), { put: '#', at: 'a2' });
  assert.deepEqual(operationOf(on('b2')), { clear: 'b2' });
  assert.deepEqual(on('a1'), { editor: { cursor: 'a1', chosen: 'R', held: null }, effect: null });
  // In a game without blocks, the menu opens instead.
  const lunar = board({ palette: [] });
  const menu = click(lunar, START, { kind: 'square', square: 'a2' });
  assert.deepEqual(menu.effect, { type: 'menu', square: 'a2' });
  // A click puts a lifted piece down, on any square.
  const held = pick(piece('G', 'robot', 'c3'));
  const down = click(BOARD, held, { kind: 'edge', square: 'a3', squares: ['a3', 'a2'] });
  assert.deepEqual(operationOf(down), { move: 'G', to: 'a3' });
});

test('a drop outside the board puts the piece back', () => {
  const held = pick(piece('G', 'robot', 'c3'));
  assert.deepEqual(drop(BOARD, held, null), {
    editor: { cursor: 'c3', chosen: 'G', held: null },
    effect: null,
  });
});

test('a board that comes anew takes nothing from the editor but what is gone', () => {
  assert.deepEqual(onto(null, BOARD), { cursor: 'a3', chosen: null, held: null });
  const editor: EditorState = { cursor: 'c3', chosen: 'G', held: 'R' };
  assert.deepEqual(onto(editor, BOARD), editor);
  const smaller = board({ files: 2, ranks: 2, pieces: [piece('R', 'robot', 'a1')] });
  assert.deepEqual(onto(editor, smaller), { cursor: 'b2', chosen: null, held: 'R' });
});

test('a square is described in words: the uppermost first, and its walls', () => {
  assert.equal(describe(BOARD, 'a1'), 'a1, robot R, target target:r@a1');
  assert.equal(describe(BOARD, 'a2'), 'a2, empty');
  assert.equal(describe(BOARD, 'b3'), 'b3, empty, wall to the left');
  assert.deepEqual(
    standing(BOARD, 'a1').map(({ id }) => id),
    ['R', 'target:r@a1'],
  );
});

test('the menu offers the palette and the actions on the pieces of a square', () => {
  const labels = (square: string) => entries(BOARD, square).map(({ label }) => label);
  assert.deepEqual(labels('a2'), ['block', 'blue robot B']);
  assert.deepEqual(labels('a1'), [
    'Pick up robot R',
    'Pick up target target:r@a1',
    'Map of robot R',
    'Map of target target:r@a1',
    'Clear this square',
    'block',
    'blue robot B',
  ]);
  const last = entries(BOARD, 'a2').at(-1)?.does;
  assert.deepEqual(last, { type: 'edit', operation: { put: 'B', at: 'a2' } });
  assert.deepEqual(hands(BOARD), []);
  // An item in a hand can be placed on the board.
  const carried = board({ pieces: [piece('item:KEY', 'item', 'hand')], palette: [] });
  assert.deepEqual(entries(carried, 'a2')[0]?.does, {
    type: 'edit',
    operation: { move: 'item:KEY', to: 'a2' },
  });
  const rush = board({ palette: [{ put: '╬', label: 'crossing', kind: 'tile' }] });
  assert.deepEqual(hands(rush)[0]?.does, { type: 'edit', operation: { hand: '╬' } });
});
