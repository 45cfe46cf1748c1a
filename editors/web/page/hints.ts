/** Hints in three levels: the piece, the direction, the move. */

import { directionOf, isWhole } from '../src/hand.ts';
import { isDuel, sides } from './data.ts';
import { preview, type Situation } from './host.ts';

/** The hint of each level, or the reason why there is none. */
export type Hints = readonly [string, string, string] | string;

/** The labels of the button, one for each level. */
export const LEVELS = ['Hint: what moves?', 'Hint: which direction?', 'Hint: the move'] as const;

/** The answer while the page searches. */
export const SEARCHING = 'Searching…';

const PUSH = /^([a-z]|\d+)([<>^v])/;

export function hints(situation: Situation): Hints {
  const { puzzle, moves, next, extendsLast, play } = situation;
  if (play.solved) {
    return '';
  }
  if (next === null) {
    return reason(situation);
  }
  if (next === '--') {
    const side = sides(puzzle)[moves.length % 2];
    return [`${side} cannot move.`, `${side} has to pass.`, `--: ${side} passes.`];
  }
  const [who, where] = mover(situation, next);
  const all = extendsLast ? moves.slice(0, -1) : moves;
  const shown = play.frames.length;
  const frames = preview(puzzle, [...all, next]).frames;
  const rest = extendsLast ? frames.slice(shown) : frames.filter(({ turn }) => turn > moves.length);
  const whole = rest.map(({ description }) => description).join('; ');
  return [`Look at ${who}.`, `Move ${who} ${where}.`, `${next}: ${whole}.`];
}

/** Returns the reason why no next move is known. */
function reason({ puzzle, play, moves, along, back }: Situation): string {
  if (puzzle.state === 'unsolvable') {
    return 'There is no solution.';
  }
  if (isDuel(puzzle) && (play.settled || puzzle.summary === 'draw')) {
    return 'Best play is a draw.';
  }
  const to = (count: number) => (count === 0 ? 'Restart' : `Go back to move ${count}`);
  if (play.settled && play.left === null && moves.length > 0) {
    return back === null ? SEARCHING : `There is no way on from here. ${to(back)}.`;
  }
  if (play.state === 'solving') {
    return SEARCHING;
  }
  return puzzle.moves !== null && moves.length > along
    ? `No way on from here is known. ${to(along)} for a hint.`
    : 'No solution is known.';
}

/** Returns the name of the moving piece, and its direction. */
function mover({ puzzle, play, moves, extendsLast }: Situation, next: string): [string, string] {
  if (extendsLast) {
    const step = next.slice((moves.at(-1) ?? '').length).replace(':', '')[0] ?? '';
    return ['the player', `${directionOf({ move: step })}`];
  }
  const [, line, glyph] = PUSH.exec(next) ?? [];
  if (puzzle.game === 'rush' && line !== undefined && glyph !== undefined) {
    const way = directionOf({ move: glyph });
    return [`${/\d/.test(line) ? 'row' : 'column'} ${line}`, `${way}`];
  }
  const legal = play.legal.find(({ move }) => move === next);
  if (legal !== undefined && isWhole(legal)) {
    return ['the board', `${directionOf(legal)}`];
  }
  const [motion] = legal?.motions ?? [];
  const piece = play.pieces.find(({ id }) => id === motion?.id);
  return [`${piece?.label ?? 'the piece'} on ${motion?.from}`, `${legal && directionOf(legal)}`];
}
