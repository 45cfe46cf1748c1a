/** What the server is solving, as it tells. */

/** The notification `carom/solving`. */
export interface Solving {
  /** Unfinished puzzles in all. */
  readonly open: number;
  /** Those that are being searched at this moment. */
  readonly running: number;
  /** The titles of the first few. */
  readonly titles: readonly string[];
}

/** Nothing is being solved. */
export const IDLE: Solving = { open: 0, running: 0, titles: [] };

type Token = string | number;

/**
 * The searches that take long enough for the server to tell of them, by the
 * tokens of their progress: only those can be stopped.
 */
export class Searches {
  readonly #messages = new Map<Token, string>();
  readonly #stop: (token: Token) => void;
  #isStopping = false;
  #solving: Solving = IDLE;

  /** `stop` asks the server to stop the search of a token. */
  constructor(stop: (token: Token) => void) {
    this.#stop = stop;
  }

  get solving(): Solving {
    return this.#solving;
  }

  /** What the server says of the searches, oldest first. */
  get messages(): string[] {
    return [...this.#messages.values()];
  }

  /** Takes in what the server is solving. */
  update(solving: Solving): void {
    this.#solving = solving;
    if (solving.open === 0) {
      this.#isStopping = false;
    }
  }

  /** A search goes on. */
  report(token: Token, message: string | undefined): void {
    const isNew = !this.#messages.has(token);
    this.#messages.set(token, message ?? this.#messages.get(token) ?? '');
    // What had to wait for its turn is meant by "stop" as well.
    if (isNew && this.#isStopping) {
      this.#stop(token);
    }
  }

  /** A search has ended. */
  end(token: Token): void {
    this.#messages.delete(token);
  }

  /** Stops what runs, and what is going to run before all is quiet. */
  stopAll(): void {
    this.#isStopping = this.#solving.open > 0;
    for (const token of this.#messages.keys()) {
      this.#stop(token);
    }
  }

  /** Forgets all, because the server is gone. */
  clear(): void {
    this.#messages.clear();
    this.#isStopping = false;
    this.#solving = IDLE;
  }
}
