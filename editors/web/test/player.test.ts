import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Action,
  act,
  keyAction,
  type Memory,
  type Player,
  remember,
  resume,
  stepLabel,
} from '../src/player.ts';
import type { Frame, Solution } from '../src/protocol.ts';

const frames = (labels: string[], start = 'board', turns?: number[]): Frame[] =>
  ['start', ...labels].map((label, index) => ({
    move: index === 0 ? null : label,
    label,
    turn: turns?.[index] ?? index,
    description: `${label}.`,
    text: index === 0 ? start : label,
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }));

const solution = (frames: Frame[], state: Solution['state'] = 'solved'): Solution => ({
  version: 1,
  range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
  line: 0,
  game: 'lunar',
  name: null,
  title: 'puzzle 1',
  state,
  summary: state,
  frames,
});

const URI = 'file:///deck.carom';
const resumed = (memory: Memory | null, frames: Frame[]) => resume(memory, URI, solution(frames));

const after = (player: Player, ...actions: Action[]) => actions.reduce(act, player);
const paused: Player = { step: 0, last: 3, isPlaying: false };

test('steps stay within the solution', () => {
  const actions: Action[] = ['first', 'back', 'play', 'forward', 'last', 'tick', { to: 9 }, { to: -9 }];
  // All sequences of three actions, for solutions of up to three moves.
  for (let last = 0; last <= 3; last++) {
    for (const a of actions) {
      for (const b of actions) {
        for (const c of actions) {
          const { step, isPlaying } = after({ step: 0, last, isPlaying: false }, a, b, c);
          assert.ok(step >= 0 && step <= last, `${step} of ${last}`);
          assert.ok(!(isPlaying && step === last), 'playing at the end');
        }
      }
    }
  }
});

test('playing goes to the end and stops there, and then starts again', () => {
  const played = after(paused, 'play', 'tick', 'tick', 'tick', 'tick');
  assert.deepEqual(played, { step: 3, last: 3, isPlaying: false });
  assert.deepEqual(after(played, 'play'), { step: 0, last: 3, isPlaying: true });
});

test('a step by hand pauses, and the clock moves nothing then', () => {
  const stepped = after(paused, 'play', 'tick', 'forward');
  assert.deepEqual(stepped, { step: 2, last: 3, isPlaying: false });
  assert.deepEqual(after(stepped, 'tick'), stepped);
});

test('keys mean what they say', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', 'x', 'Tab'];
  assert.deepEqual(keys.map(keyAction), ['back', 'forward', 'first', 'last', 'play', null, null]);
});

test('a step is kept exactly as long as the same moves lead there', () => {
  const old = frames(['A>', 'B^', '@<']);
  const memory = remember(null, URI, solution(old), 2);
  assert.equal(resumed(memory, old), 2);
  assert.equal(resumed(memory, frames(['A>', 'B^'])), 2);
  assert.equal(resumed(memory, frames(['A>', 'B^', 'C>', '@<'])), 2);
  assert.equal(resumed(memory, frames(['A>', 'Bv', '@<'])), null);
  assert.equal(resumed(memory, frames(['A>'])), null);
  assert.equal(resumed(memory, frames(['A>', 'B^', '@<'], 'another board')), null);
  assert.equal(resumed(memory, []), null);
  assert.equal(resumed(null, old), null);
});

test('a step, like moves, belongs to a puzzle and not to its drawing', () => {
  const old = frames(['A>', 'B^', '@<']);
  const memory = remember(null, URI, solution(old), 2);
  const at = (more: Partial<Solution>) => resume(memory, URI, { ...solution(old), ...more });
  assert.equal(at({}), 2);
  // An edit may move the puzzle to another line.
  assert.equal(at({ version: 2, line: 7 }), 2);
  // The puzzles on other lines of the same text are others, even if they look alike.
  assert.equal(at({ line: 7 }), null);
  assert.equal(at({ version: 2, title: 'puzzle 2' }), null);
  assert.equal(resume(memory, 'file:///other.carom', solution(old)), null);
});

test('a step outlives the time of solving', () => {
  const old = frames(['A>', 'B^', '@<']);
  const memory = remember(null, URI, solution(old), 2);
  const meanwhile = solution(frames([]), 'solving');
  assert.equal(resumed(memory, []), null);
  assert.equal(resumed(remember(memory, URI, meanwhile, 0), old), 2);
  assert.equal(resumed(remember(memory, URI, solution(frames([]), 'unsolvable'), 0), old), 0);
});

test('the label says which step it is, and which is the last', () => {
  const lunar = frames(['A>', '@^']);
  assert.equal(stepLabel(lunar, 0), 'Start');
  assert.equal(stepLabel(lunar, 1), 'Move 1 of 2: A>');
  assert.equal(stepLabel(lunar, 2), 'Move 2 of 2, the last: @^');
  const rush = frames(['3>', '^', '^'], 'board', [0, 1, 1, 1]);
  assert.equal(stepLabel(rush, 2), 'Step 2 of 3, turn 1: ^');
});
