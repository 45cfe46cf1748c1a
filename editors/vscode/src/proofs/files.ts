/** The known puzzles and proofs of each file, updated incrementally by the server. */

import type { Fault, Position, Proof, ProofChanges, ProvedFile, Range, State } from './protocol.ts';

/** Applies a notification to the known puzzles. A closed or deleted document has none. */
export function merged(known: readonly Proof[], { whole, changes }: ProofChanges): readonly Proof[] {
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

/** Moves a puzzle down by a number of lines. */
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

/** The known files, by URI. */
export class ProvedFiles {
  readonly #files = new Map<string, readonly Proof[]>();

  /** Returns the puzzles of a document. */
  of(uri: string): readonly Proof[] {
    return this.#files.get(uri) ?? [];
  }

  /** Returns the URIs of all documents. */
  get uris(): string[] {
    return [...this.#files.keys()];
  }

  /** Applies a notification, and returns the puzzles of its document. */
  take(update: ProofChanges): readonly Proof[] {
    const puzzles = merged(this.of(update.uri), update);
    if (puzzles.length === 0) {
      this.#files.delete(update.uri);
    } else {
      this.#files.set(update.uri, puzzles);
    }
    return puzzles;
  }

  /** Replaces all known files. */
  replace(files: readonly ProvedFile[]): void {
    this.#files.clear();
    for (const file of files) {
      const { uri, version, puzzles } = file;
      this.take({ uri, version, whole: true, changes: [{ start: 0, removed: 0, puzzles, moved: 0 }] });
    }
  }
}

/**
 * Returns the line for a puzzle's gutter icon: the second line of the puzzle if
 * it has one, because the first line has the button that runs the test.
 */
export function signLine({ line, range }: Proof): number {
  return Math.min(line + 1, Math.max(line, range.end.line));
}

/** Whether a proof has finished, with any result. */
export function isFinal(state: State): boolean {
  return state !== 'proving' && state !== 'stale';
}

/** Returns a proof's result as text, independent of its position and its time. */
export function verdict({ state, summary, claim, faults }: Proof): string {
  const found = claim && [claim.claimed, claim.found];
  return JSON.stringify([state, summary, found, faults.map(({ code, message }) => [code, message])]);
}

/** The lints that check claims. */
const OF_CLAIM = ['moves-mismatch', 'result-mismatch', 'solvable', 'unsolvable'];

/** Separates the diagnostic about the wrong claim from the others. */
export function parted({ claim, faults }: Proof): { claimed: Fault | undefined; others: Fault[] } {
  const claimed = claim === null ? undefined : faults.find(({ code }) => OF_CLAIM.includes(code));
  return { claimed, others: faults.filter((fault) => fault !== claimed) };
}

/** Returns the folders between a workspace folder and a file in it. */
export function foldersBetween(root: string, file: string): string[] {
  const rest = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  return rest.split('/').slice(0, -1);
}
