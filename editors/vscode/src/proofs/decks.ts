/** What is known of each deck, as the server tells it piece by piece. */

import type { Deck, Fault, Position, Proof, Range, State, Told } from './protocol.ts';

/** The puzzles after what was told; none where the document is closed or gone. */
export function merged(known: readonly Proof[], { whole, changes }: Told): readonly Proof[] {
  const before = whole ? [] : known;
  const after: Proof[] = [];
  let at = 0;
  let moved = 0;
  const keep = (end: number) => {
    for (const proof of before.slice(at, end)) {
      after.push(moved === 0 ? proof : down(proof, moved));
    }
  };
  for (const { start, removed, puzzles, moved: next } of changes) {
    keep(start);
    for (const proof of puzzles) {
      after.push(proof);
    }
    at = start + removed;
    moved = next;
  }
  keep(before.length);
  return after;
}

/** A puzzle some lines further down. */
function down(proof: Proof, lines: number): Proof {
  const place = ({ line, character }: Position): Position => ({ line: line + lines, character });
  const range = ({ start, end }: Range): Range => ({ start: place(start), end: place(end) });
  const { claim, faults } = proof;
  return {
    ...proof,
    line: proof.line + lines,
    range: range(proof.range),
    claim: claim && { ...claim, range: range(claim.range) },
    faults: faults.map((fault) => ({ ...fault, range: range(fault.range) })),
  };
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
      const { uri, version, puzzles } = deck;
      this.take({ uri, version, whole: true, changes: [{ start: 0, removed: 0, puzzles, moved: 0 }] });
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

/** What a proof says of its puzzle, wherever that stands and however long it took. */
export function verdict({ state, summary, claim, faults }: Proof): string {
  const found = claim && [claim.claimed, claim.found];
  return JSON.stringify([state, summary, found, faults.map(({ code, message }) => [code, message])]);
}

/** The lints about the claim that a puzzle makes of its answer. */
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
