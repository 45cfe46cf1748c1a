/** What is known of each deck, as the server tells it piece by piece. */

import type { Deck, Fault, Proof, State, Told } from './protocol.ts';

/** The puzzles after what was told; none where the document is closed or gone. */
export function merged(known: readonly Proof[], told: Told): readonly Proof[] {
  if (told.whole) {
    return told.puzzles;
  }
  const news = new Map(told.puzzles.map((proof) => [proof.id, proof]));
  return known.map((proof) => news.get(proof.id) ?? proof);
}

/** The decks that are known, by their addresses. */
export class Decks {
  readonly #decks = new Map<string, readonly Proof[]>();

  /** The puzzles of a document. */
  of(uri: string): readonly Proof[] {
    return this.#decks.get(uri) ?? [];
  }

  /** The addresses of all. */
  get uris(): string[] {
    return [...this.#decks.keys()];
  }

  /** Takes in what was told, and gives the puzzles of that document. */
  take(told: Told): readonly Proof[] {
    const puzzles = merged(this.of(told.uri), told);
    if (puzzles.length === 0) {
      this.#decks.delete(told.uri);
    } else {
      this.#decks.set(told.uri, puzzles);
    }
    return puzzles;
  }

  /** Forgets all but these. */
  replace(decks: readonly Deck[]): void {
    this.#decks.clear();
    for (const deck of decks) {
      this.take({ ...deck, whole: true });
    }
  }
}

/**
 * The line that has the sign of a puzzle: the one below the first, in whose gutter
 * the button stands that runs the test, if there is one.
 */
export function signLine({ line, range }: Proof): number {
  return Math.min(line + 1, Math.max(line, range.end.line));
}

/** Whether a proof has come to its end, one way or another. */
export function isFinal(state: State): boolean {
  return state !== 'proving' && state !== 'stale';
}

/** The rules about the claim that a puzzle makes of its answer. */
const OF_CLAIM = ['moves-mismatch', 'result-mismatch', 'solvable', 'unsolvable'];

/** The report of the wrong claim, and the others. */
export function parted({ claim, faults }: Proof): { claimed: Fault | undefined; others: Fault[] } {
  const claimed = claim === null ? undefined : faults.find(({ code }) => OF_CLAIM.includes(code));
  return { claimed, others: faults.filter((fault) => fault !== claimed) };
}

/** The folders between a folder of the workspace and a file below it. */
export function foldersBetween(root: string, file: string): string[] {
  const rest = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  return rest.split('/').slice(0, -1);
}
