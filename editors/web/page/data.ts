/** The data that `carom page` writes into the page. */

import type { Play, State } from '../src/index.ts';
import { unpack, unpack85 } from './unpack.ts';

/** A puzzle: `PagePuzzle` in `crates/carom-library/src/page/puzzle.rs`. */
export interface PagePuzzle {
  /** Equal for turned, mirrored and recoloured copies. */
  readonly identity: string | null;
  readonly fragment: string;
  /** The fragment in pages of earlier versions, if it was another one. */
  readonly was?: string;
  /** The title or the name of its file. */
  readonly section: string;
  /** The picture of its start; only the first puzzles have one. */
  readonly svg?: string;
  readonly title: string;
  readonly author: string | null;
  /** How it differs from the plain game, in sentences. */
  readonly rules: string;
  readonly notes: string | null;
  readonly difficulty: string | null;
  readonly game: string;
  readonly game_title: string;
  readonly text: string;
  /** The moves of an optimal solution or of best play, separated by spaces. */
  readonly solution: string;
  readonly state: State;
  readonly summary: string;
  /** The optimum, if proved. */
  readonly moves: number | null;
}

export interface PageData {
  readonly title: string;
  /** The day of the first puzzle, if there is a puzzle of the day: `2026-12-01`. */
  readonly daily: string | null;
  readonly puzzles: readonly PagePuzzle[];
}

/** Returns the puzzles of the page. */
export async function pageData(): Promise<PageData> {
  return (await new Response(unpack('carom-data')).json()) as PageData;
}

/** Compiles the rules. */
export async function compileCore(): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await new Response(unpack85('carom-core')).arrayBuffer());
}

/** Returns the fragment that links to a puzzle. The slash keeps it different from element ids. */
export const addressOf = ({ fragment }: PagePuzzle) => `#/${fragment}`;

/** Whether two sides play against each other. */
export const isDuel = ({ game }: PagePuzzle) => game === 'slider';

/** Returns the sides of a game of two: the one that plays first, and the other. */
export function sides({ text }: PagePuzzle): readonly [string, string] {
  return /^\s*to-move: V/m.test(text) ? ['V', 'H'] : ['H', 'V'];
}

/** Returns the value of a game of two sides in words. */
export function valueText(puzzle: PagePuzzle, value: string): string {
  const [first, second] = sides(puzzle);
  const [kind, plies] = value.split(' ');
  const moves = plies === '1' ? '1 move' : `${plies} moves`;
  switch (kind) {
    case 'win':
      return `${first} wins in ${moves}`;
    case 'loss':
      return `${second} wins in ${moves}`;
    default:
      return value;
  }
}

/** Returns the text about the optimum. */
export function par(puzzle: PagePuzzle): string {
  const { state, summary, moves } = puzzle;
  switch (state) {
    case 'solved':
      return isDuel(puzzle) ? valueText(puzzle, summary) : moves === null ? summary : `par ${moves}`;
    case 'unsolvable':
      return 'no solution';
    default:
      return `par unknown (${summary})`;
  }
}

/** Whether a puzzle can be solved, as far as is known: a drawn game has no end to reach. */
export const isSolvable = ({ state, summary }: PagePuzzle) => state !== 'unsolvable' && summary !== 'draw';

/**
 * Whether moves reach the proved result. In a game of two sides, the side that plays first must win
 * or, if it is lost, hold out as long as it can.
 */
export function isReached(puzzle: PagePuzzle, { solved, count }: Pick<Play, 'solved' | 'count'>): boolean {
  if (!solved || count === 0) {
    return false;
  }
  const isWin = count % 2 === 1;
  return !isDuel(puzzle) || isWin || (puzzle.summary.startsWith('loss') && count >= (puzzle.moves ?? 0));
}

/** Returns the line that the opponent pushes after some moves, if it has a script. */
export function scripted({ game, text }: PagePuzzle, moves: number): string | null {
  const script = game === 'rush' ? /^\s*opponent: (.+)$/m.exec(text)?.[1] : undefined;
  return script?.split(/\s+/)[moves] ?? null;
}

/** The address of the puzzle of the day. */
export const TODAY = '/today';

const DAY = 86_400_000;

/** Returns a day in local time: `2026-12-31`. */
export const dayOf = (now: Date) =>
  new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);

/** Returns the day before. */
export const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** Returns the number of a day, from 1 on the first one. */
export const numberOf = ({ daily }: PageData, day: string) =>
  Math.round((Date.parse(day) - Date.parse(daily ?? day)) / DAY) + 1;

/**
 * Returns the puzzle of a day: the next one each day, and the first after the last. On the day of a
 * puzzle that cannot be solved, it is the next one that can.
 */
export function puzzleOf(data: PageData, day: string): PagePuzzle | null {
  const { daily, puzzles } = data;
  const at = (numberOf(data, day) - 1) % puzzles.length;
  const inOrder = [...puzzles.slice(at), ...puzzles.slice(0, at)];
  return daily === null ? null : (inOrder.find(isSolvable) ?? null);
}
