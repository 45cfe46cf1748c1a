/** Hints in three levels: the piece, the direction, the move. */

import { directionOf } from '../src/hand.ts';
import { preview, type Situation } from './host.ts';

/** The hint of each level, or the reason why there is none. */
export type Hints = readonly [string, string, string] | string;

/** The labels of the button, one for each level. */
export const LEVELS = ['Hint: what moves?', 'Hint: which direction?', 'Hint: the move'] as const;

const PUSH = /^([a-z]|\d+)([<>^v])/;

export function hints(situation: Situation): Hints {
  const { puzzle, moves, next, play } = situation;
  if (play.solved) {
    return '';
  }
  if (next === null) {
    return reason(situation);
  }
  const [who, where] = mover(situation, next);
  const frames = preview(puzzle, [...moves, next]).frames.filter(({ turn }) => turn > moves.length);
  const whole = frames.map(({ description }) => description).join('; ');
  return [`Look at ${who}.`, `Move ${who} ${where}.`, `${next}: ${whole}.`];
}

/** Returns the reason why no next move is known. */
function reason({ puzzle, play, moves, along }: Situation): string {
  if (play.state === 'solving') {
    return 'Searching…';
  }
  if (puzzle.state === 'unsolvable') {
    return 'There is no solution.';
  }
  if (puzzle.game === 'slider' && (play.settled || puzzle.summary === 'draw')) {
    return 'Best play is a draw.';
  }
  const back = along === 0 ? 'Restart' : `Go back to move ${along}`;
  if (moves.length > along && play.settled) {
    return `There is no way on from here. ${back} for a hint.`;
  }
  return puzzle.moves !== null && moves.length > along
    ? `No way on from here is known. ${back} for a hint.`
    : 'No solution is known.';
}

/** Returns the name of the moving piece, and its direction. */
function mover({ puzzle, board, play }: Situation, next: string): [string, string] {
  const [, line, glyph] = PUSH.exec(next) ?? [];
  if (puzzle.game === 'rush' && line !== undefined && glyph !== undefined) {
    const way = directionOf({ move: glyph, id: null, from: null, to: null });
    return [`${/\d/.test(line) ? 'row' : 'column'} ${line}`, `${way}`];
  }
  const legal = play.legal.find(({ move }) => move === next);
  if (legal === undefined || legal.from === null) {
    return ['the other side', 'by a pass'];
  }
  // A piece without a name is identified by its square, so it is found only at the start.
  const piece = board.pieces.find(({ id }) => id === legal.id);
  return [`${piece?.label ?? 'the piece'} on ${legal.from}`, `${directionOf(legal)}`];
}
