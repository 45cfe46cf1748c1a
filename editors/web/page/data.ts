/** What `carom page` has written into the page. */

import type { State } from '../src/index.ts';
import { unpack } from './unpack.ts';

/** A puzzle: `PagePuzzle` in `src/cli/page/puzzle.rs`. */
export interface PagePuzzle {
  /** Equal for turned, mirrored and recoloured copies. */
  readonly identity: string | null;
  readonly fragment: string;
  readonly title: string;
  readonly author: string | null;
  readonly game: string;
  readonly game_title: string;
  readonly text: string;
  /** The moves of an optimal solution or of best play, with blanks between them. */
  readonly solution: string;
  readonly state: State;
  readonly summary: string;
  /** The optimum, if it is proved. */
  readonly moves: number | null;
}

export interface PageData {
  readonly title: string;
  readonly puzzles: readonly PagePuzzle[];
}

/** The puzzles of the page. */
export async function pageData(): Promise<PageData> {
  return (await new Response(unpack('carom-data')).json()) as PageData;
}

/** The rules, compiled. */
export async function compileCore(): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await new Response(unpack('carom-core')).arrayBuffer());
}

/** Where to go for a puzzle. The slash keeps it apart from the ids of elements. */
export const addressOf = ({ fragment }: PagePuzzle) => `#/${fragment}`;

/** The text about the fewest moves. */
export function par({ game, state, summary, moves }: PagePuzzle): string {
  switch (state) {
    case 'solved':
      // The result of a game of two is more than a number.
      return game === 'slider' || moves === null ? summary : `par ${moves}`;
    case 'unsolvable':
      return 'no solution';
    default:
      return `par unknown (${summary})`;
  }
}
