/** What the player has done, stored in this browser. */

import { dayBefore, isDuel, type PagePuzzle } from './data.ts';

/** The fewest moves of each solution, by identity, from earlier versions. */
const OLD = 'carom.solved';
const KEY = 'carom.progress';

/** A solution. */
export interface Best {
  readonly moves: number;
  /** Whether a hint was given, or the solution was watched. */
  readonly helped: boolean;
}

/** The stored state. */
interface Stored {
  readonly version: 2;
  /** By identity. */
  readonly best: Readonly<Record<string, Best>>;
  /** The moves of unfinished puzzles, by identity and text: mirrored copies share an identity. */
  readonly moves: Readonly<Record<string, string>>;
  /** The puzzles, as in `moves`, for which help was given. */
  readonly helped: Readonly<Record<string, true>>;
  /** The days whose puzzles were solved on that day. */
  readonly days: Readonly<Record<string, true>>;
  /** The puzzle that was played last, as in `moves`. */
  readonly last: string | null;
}

const NOTHING: Stored = { version: 2, best: {}, moves: {}, helped: {}, days: {}, last: null };

const isBetter = (one: Best, other: Best | undefined) =>
  other === undefined ||
  one.moves < other.moves ||
  (one.moves === other.moves && !one.helped && other.helped);

/** Returns a short hash of a text (FNV-1a). */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const char of text) {
    value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

export class Progress {
  #state = read();
  readonly #old = json(OLD);

  /** Calls `changed` when another tab has stored something. */
  constructor(changed: () => void) {
    addEventListener('storage', ({ key }) => {
      if (key === KEY || key === null) {
        this.#state = read();
        changed();
      }
    });
  }

  of(puzzle: PagePuzzle): Best | null {
    const { identity } = puzzle;
    const best = identity === null ? undefined : this.#state.best[identity];
    // Earlier versions stored lost games too.
    const old = identity === null || isDuel(puzzle) ? undefined : this.#old[identity];
    const moves = Number.isInteger(old) ? (old as number) : Number.POSITIVE_INFINITY;
    return best !== undefined && best.moves <= moves
      ? best
      : Number.isFinite(moves)
        ? { moves, helped: false }
        : null;
  }

  /** Stores a solution. Returns whether it is better than the previous one. */
  solved(puzzle: PagePuzzle, moves: number, day: string | null): boolean {
    const { identity } = puzzle;
    const found = { moves, helped: this.isHelped(puzzle) };
    const isNew = identity !== null && isBetter(found, this.of(puzzle) ?? undefined);
    this.#update((stored) => {
      const kept = identity === null ? undefined : stored.best[identity];
      const best = isNew && isBetter(found, kept) ? { ...stored.best, [identity]: found } : stored.best;
      return { ...stored, best, days: day === null ? stored.days : { ...stored.days, [day]: true } };
    });
    return isNew;
  }

  /** Returns the moves that were played, if the puzzle was left unfinished. */
  moves(puzzle: PagePuzzle): readonly string[] {
    return this.#state.moves[keyOf(puzzle)]?.split(' ') ?? [];
  }

  /** Keeps the moves of an unfinished puzzle. */
  keep(puzzle: PagePuzzle, moves: readonly string[]): void {
    const key = keyOf(puzzle);
    const now = moves.length === 0 ? undefined : moves.join(' ');
    if (now !== this.#state.moves[key] || (now !== undefined && this.#state.last !== key)) {
      this.#update(({ moves: { [key]: _, ...others }, ...stored }) => ({
        ...stored,
        moves: now === undefined ? others : { ...others, [key]: now },
        last: now === undefined ? stored.last : key,
      }));
    }
  }

  isHelped(puzzle: PagePuzzle): boolean {
    return this.#state.helped[keyOf(puzzle)] === true;
  }

  help(puzzle: PagePuzzle): void {
    if (!this.isHelped(puzzle)) {
      this.#update((stored) => ({ ...stored, helped: { ...stored.helped, [keyOf(puzzle)]: true } }));
    }
  }

  /** Whether a puzzle was played last. */
  isLast(puzzle: PagePuzzle): boolean {
    return this.#state.last === keyOf(puzzle);
  }

  hasDay(day: string): boolean {
    return this.#state.days[day] === true;
  }

  /** Returns the number of days in a row up to today or yesterday. */
  streak(today: string): number {
    let day = this.hasDay(today) ? today : dayBefore(today);
    let length = 0;
    for (; this.hasDay(day); day = dayBefore(day)) {
      length += 1;
    }
    return length;
  }

  #update(change: (stored: Stored) => Stored): void {
    // Another tab may have written meanwhile. Without storage, the state is kept until the page is closed.
    this.#state = change(storage() === null ? this.#state : read());
    try {
      storage()?.setItem(KEY, JSON.stringify(this.#state));
    } catch {
      // The storage is full.
    }
  }
}

function keyOf({ identity, text }: PagePuzzle): string {
  return `${identity ?? ''}.${hash(text)}`;
}

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function json(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function read(): Stored {
  const kept = json(KEY);
  return kept.version === 2 ? { ...NOTHING, ...kept } : NOTHING;
}
