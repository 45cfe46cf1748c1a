/** Playing by hand, independent of a page. */

import type { Direction } from './grid.ts';
import type { LegalMove, Motion, Play } from './protocol.ts';

/** The direction of each glyph. */
export const GLYPHS: Readonly<Record<string, Direction>> = {
  '^': 'up',
  '>': 'right',
  v: 'down',
  '<': 'left',
};

/** Returns the direction of a move. */
export function directionOf({ move }: Pick<LegalMove, 'move'>): Direction | null {
  return GLYPHS[move.slice(-1)] ?? null;
}

/** Returns the squares of movable pieces, each once. */
export function movers(legal: readonly LegalMove[]): string[] {
  return [...new Set(legal.flatMap(({ motions }) => motions.map(({ from }) => from)))];
}

/** Returns the moves of the piece on a square, each with its motion. */
export function movesFrom(legal: readonly LegalMove[], square: string | null): [LegalMove, Motion][] {
  return legal.flatMap((move) =>
    move.motions.filter(({ from }) => from === square).map((motion): [LegalMove, Motion] => [move, motion]),
  );
}

/** Whether a move names only a direction, so that it moves the whole board. */
export function isWhole({ move }: LegalMove): boolean {
  return move.length === 1;
}

/** Returns the move in a direction of the whole board, or of the piece on a square. */
export function slide(
  legal: readonly LegalMove[],
  from: string | null,
  direction: Direction,
): LegalMove | null {
  const own = movesFrom(legal, from).map(([move]) => move);
  return [...legal.filter(isWhole), ...own].find((move) => directionOf(move) === direction) ?? null;
}

/** Returns the next or previous square with a movable piece. */
export function next(legal: readonly LegalMove[], from: string | null, step: 1 | -1): string | null {
  const all = movers(legal);
  const index = from === null ? -1 : all.indexOf(from);
  if (index < 0) {
    return (step > 0 ? all[0] : all.at(-1)) ?? null;
  }
  return all[(index + step + all.length) % all.length] ?? null;
}

/** Returns the square of the piece with a letter. */
export function lettered(legal: readonly LegalMove[], letter: string): string | null {
  const motions = legal.flatMap((move) => move.motions);
  return motions.find(({ id }) => id.toUpperCase() === letter.toUpperCase())?.from ?? null;
}

const moves = (number: number) => (number === 1 ? '1 move' : `${number} moves`);

/** Compares the played moves with the optimum. */
export function comparison(play: Play): string {
  const { solved, count: played, optimum, left, state } = play;
  if (solved) {
    return ending(play);
  }
  const sofar = played === 0 ? 'No moves yet' : `${moves(played)} so far`;
  if (state === 'unsolvable') {
    return `${sofar}; there is no solution.`;
  }
  const best = optimum === null ? '' : `, ${optimum} is optimal`;
  if (left === null) {
    return `${sofar}${best}${played === 0 ? '' : outlook(play)}.`;
  }
  if (played === 0) {
    return `${sofar}${best}.`;
  }
  if (left === 0) {
    return `${sofar}${best}; the last turn is not over.`;
  }
  const detour = optimum !== null && played + left > optimum ? `, ${played + left} in all` : '';
  return `${sofar}${best}, ${left} left${detour}.`;
}

/** Returns what is known of a position without a number of moves left. */
function outlook({ game, optimum, settled, state }: Play): string {
  if (settled) {
    return game === 'slider' ? '; best play is a draw' : '; there is no way on from here';
  }
  if (state === 'solving') {
    return '; searching for the moves left';
  }
  return optimum === null ? '' : '; no way on from here is known';
}

function ending({ game, count: played, optimum, frames }: Play): string {
  if (game === 'slider') {
    // In a two-player game, a shorter game is not better. The last move is the winner's.
    const winner = /^(\w) leaves/.exec(frames.at(-1)?.description ?? '')?.[1];
    return winner === undefined
      ? `The game is over after ${moves(played)}.`
      : `${winner} has won after ${moves(played)}.`;
  }
  const done = `Solved in ${moves(played)}`;
  if (optimum === null) {
    return `${done}.`;
  }
  return played > optimum ? `${done}; ${optimum} is optimal.` : `${done}, which is optimal.`;
}

/** Splits typed moves at spaces. */
export function typed(text: string): string[] {
  return text.split(/\s+/).filter((move) => move !== '');
}
