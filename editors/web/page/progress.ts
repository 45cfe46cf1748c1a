/** The solved puzzles, stored in this browser. */

import type { PagePuzzle } from './data.ts';

const KEY = 'carom.solved';

/** The lowest number of moves used to solve each puzzle, by identity. */
export class Progress {
  readonly #best: Map<string, number>;

  constructor() {
    this.#best = new Map(Object.entries(read()));
  }

  of({ identity }: PagePuzzle): number | null {
    return (identity === null ? undefined : this.#best.get(identity)) ?? null;
  }

  /** Stores a solution. Returns whether it is better than the previous one. */
  solved({ identity }: PagePuzzle, moves: number): boolean {
    const best = identity === null ? 0 : (this.#best.get(identity) ?? Number.POSITIVE_INFINITY);
    if (identity === null || moves >= best) {
      return false;
    }
    this.#best.set(identity, moves);
    try {
      // Another tab may have written meanwhile.
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [identity]: moves }));
    } catch {
      // Without storage, the result is kept until the page is closed.
    }
    return true;
  }
}

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(kept ?? {}).filter(([, moves]) => Number.isInteger(moves));
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
