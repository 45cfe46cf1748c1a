/** The data that `carom page` writes into the page. */

import type { State } from '../src/index.ts';
import { unpack, unpack85 } from './unpack.ts';

/** A puzzle: `PagePuzzle` in `src/cli/page/puzzle.rs`. */
export interface PagePuzzle {
  /** Equal for turned, mirrored and recoloured copies. */
  readonly identity: string | null;
  readonly fragment: string;
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

/** Returns the text about the optimum. */
export function par({ game, state, summary, moves }: PagePuzzle): string {
  switch (state) {
    case 'solved':
      // The result of a two-player game is more than a number.
      return game === 'slider' || moves === null ? summary : `par ${moves}`;
    case 'unsolvable':
      return 'no solution';
    default:
      return `par unknown (${summary})`;
  }
}

/** The address of the puzzle of the day. */
export const TODAY = '/today';

/** Returns the puzzle of a day in local time: the next one each day, and the first after the last. */
export function puzzleOf({ daily, puzzles }: PageData, now: Date): PagePuzzle | null {
  if (daily === null) {
    return null;
  }
  const midnight = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const day = Math.round((midnight - Date.parse(daily)) / 86_400_000);
  return puzzles.at(day % puzzles.length) ?? null;
}
