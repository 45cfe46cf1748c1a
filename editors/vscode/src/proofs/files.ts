/** The known puzzles and proofs of each file. */

import type { Fault, Proof, ProvedFile, State } from './protocol.ts';

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

  /** Stores the puzzles of a document. A closed or deleted document has none. */
  take({ uri, puzzles }: ProvedFile): void {
    if (puzzles.length === 0) {
      this.#files.delete(uri);
    } else {
      this.#files.set(uri, puzzles);
    }
  }

  /** Replaces all known files. */
  replace(files: readonly ProvedFile[]): void {
    this.#files.clear();
    for (const file of files) {
      this.take(file);
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
