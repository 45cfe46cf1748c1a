import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  click,
  type Desk,
  describe,
  drop,
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
const START: Desk = { cursor: 'a3', chosen: null, held: null };
const key = (name: string): Key => ({
  key: name.replace(/^(Shift|Control)\+/, ''),
  shift: name.startsWith('Shift+'),
  control: name.startsWith('Control+'),
});

/** What comes of keys, one after the other. */
function type(keys: string[], desk: Desk = START, on = BOARD): Step {
  let step: Step = { desk, effect: null };
  for (const name of keys) {
    step = press(on, step.desk, key(name)) ?? assert.fail(`${name} means nothing`);
  }
  return step;
}

const gestureOf = ({ effect }: Step) => (effect?.type === 'edit' ? effect.gesture : null);

test('the cursor goes over the squares and stays on the board', () => {
  const walk = (...keys: string[]) => type(keys).desk.cursor;
  assert.equal(walk('ArrowRight', 'ArrowDown'), 'b2');
  assert.equal(walk('ArrowLeft', 'ArrowUp'), 'a3');
  assert.equal(walk('End', 'PageDown', 'ArrowRight', 'ArrowDown'), 'c1');
  assert.equal(walk('Control+End', 'Home', 'PageUp'), 'a3');
  assert.equal(walk('Control+End', 'Control+Home'), 'a3');
});

test('a piece is picked up and put down with the same key', () => {
  for (const pickUp of ['Enter', ' ']) {
    const step = type(['PageDown', pickUp, 'ArrowUp', 'ArrowUp', pickUp]);
    assert.deepEqual(gestureOf(step), { move: 'R', to: 'a3' });
    assert.deepEqual(step.desk, { cursor: 'a3', chosen: 'R', held: null });
  }
  // The target lies below the robot.
  assert.deepEqual(gestureOf(type(['PageDown', 't', 'ArrowRight', 'Enter'])), {
    move: 'target:r@a1',
    to: 'b1',
  });
});

test('what comes down where it was has not moved, and Escape puts it back', () => {
  const held = type(['PageDown', 'Enter']);
  assert.equal(held.desk.held, 'R');
  assert.deepEqual(type(['Enter'], held.desk), {
    desk: { cursor: 'a1', chosen: 'R', held: null },
    effect: null,
  });
  const back = type(['ArrowUp', 'Escape'], held.desk);
  assert.deepEqual(back, { desk: { cursor: 'a1', chosen: 'R', held: null }, effect: null });
  // The panel has other uses of Escape where nothing is held.
  assert.equal(press(BOARD, START, key('Escape')), null);
});

test('keys draw walls and blocks, and take them away', () => {
  assert.deepEqual(gestureOf(type(['Shift+ArrowRight'])), { wall: ['a3', 'b3'] });
  assert.equal(type(['Shift+ArrowLeft']).effect?.type, 'say');
  assert.deepEqual(gestureOf(type(['b'])), { put: '#', at: 'a3' });
  assert.deepEqual(gestureOf(type(['ArrowRight', 'ArrowDown', 'B'])), { clear: 'b2' });
  assert.deepEqual(gestureOf(type(['Delete'])), { clear: 'a3' });
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
  assert.deepEqual(gestureOf(edge), { wall: ['a3', 'a2'] });
  assert.deepEqual(gestureOf(on('a2')), { put: '#', at: 'a2' });
  assert.deepEqual(gestureOf(on('b2')), { clear: 'b2' });
  assert.deepEqual(on('a1'), { desk: { cursor: 'a1', chosen: 'R', held: null }, effect: null });
  // In a game without blocks it asks what shall stand there.
  const lunar = board({ palette: [] });
  const menu = click(lunar, START, { kind: 'square', square: 'a2' });
  assert.deepEqual(menu.effect, { type: 'menu', square: 'a2' });
  // With something in the air, a click puts it down, on whatever it is.
  const held = pick(piece('G', 'robot', 'c3'));
  const down = click(BOARD, held, { kind: 'edge', square: 'a3', squares: ['a3', 'a2'] });
  assert.deepEqual(gestureOf(down), { move: 'G', to: 'a3' });
});

test('a drop outside the board puts the piece back', () => {
  const held = pick(piece('G', 'robot', 'c3'));
  assert.deepEqual(drop(BOARD, held, null), {
    desk: { cursor: 'c3', chosen: 'G', held: null },
    effect: null,
  });
});

test('a board that comes anew takes nothing from the desk but what is gone', () => {
  assert.deepEqual(onto(null, BOARD), { cursor: 'a3', chosen: null, held: null });
  const desk: Desk = { cursor: 'c3', chosen: 'G', held: 'R' };
  assert.deepEqual(onto(desk, BOARD), desk);
  const smaller = board({ files: 2, ranks: 2, pieces: [piece('R', 'robot', 'a1')] });
  assert.deepEqual(onto(desk, smaller), { cursor: 'b2', chosen: null, held: 'R' });
});

test('a square is told in words: the uppermost first, and its walls', () => {
  assert.equal(describe(BOARD, 'a1'), 'a1, robot R, target target:r@a1');
  assert.equal(describe(BOARD, 'a2'), 'a2, empty');
  assert.equal(describe(BOARD, 'b3'), 'b3, empty, wall to the left');
  assert.deepEqual(
    standing(BOARD, 'a1').map(({ id }) => id),
    ['R', 'target:r@a1'],
  );
});

test('the menu offers all that the palette has, and what to do with what stands there', () => {
  const labels = (square: string) => entries(BOARD, square).map(({ label }) => label);
  assert.deepEqual(labels('a2'), ['block', 'blue robot B']);
  assert.deepEqual(labels('a1'), [
    'Pick up robot R',
    'Pick up target target:r@a1',
    'Map of robot R',
    'Map of target target:r@a1',
    'Take away what stands here',
    'block',
    'blue robot B',
  ]);
  const last = entries(BOARD, 'a2').at(-1)?.does;
  assert.deepEqual(last, { type: 'edit', gesture: { put: 'B', at: 'a2' } });
  assert.deepEqual(hands(BOARD), []);
  // What is in a hand comes to the board from there.
  const carried = board({ pieces: [piece('item:KEY', 'item', 'hand')], palette: [] });
  assert.deepEqual(entries(carried, 'a2')[0]?.does, {
    type: 'edit',
    gesture: { move: 'item:KEY', to: 'a2' },
  });
  const rush = board({ palette: [{ put: '╬', label: 'crossing', kind: 'tile' }] });
  assert.deepEqual(hands(rush)[0]?.does, { type: 'edit', gesture: { hand: '╬' } });
});
