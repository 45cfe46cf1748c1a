/** What the server is currently solving. */

/** The notification `carom/solving`. */
export interface Solving {
  /** The number of unfinished puzzles. */
  readonly open: number;
  /** The number of puzzles that are being searched now. */
  readonly running: number;
  /** The titles of the first few puzzles. */
  readonly titles: readonly string[];
}

/** The state in which nothing is being solved. */
export const IDLE: Solving = { open: 0, running: 0, titles: [] };

/** How the progress tokens of the panel begin, which shows the progress itself. */
export const OWN_PROGRESS = 'carom/panel/';

type Token = string | number;

/**
 * The searches whose progress the server reports because they take long, by
 * their progress tokens. Only these can be stopped.
 */
export class Searches {
  readonly #messages = new Map<Token, string>();
  readonly #stop: (token: Token) => void;
  #isStopping = false;
  #solving: Solving = IDLE;

  /** `stop` asks the server to stop the search with a token. */
  constructor(stop: (token: Token) => void) {
    this.#stop = stop;
  }

  get solving(): Solving {
    return this.#solving;
  }

  /** Returns the server's progress messages, oldest first. */
  get messages(): string[] {
    return [...this.#messages.values()];
  }

  /** Updates the state of the server. */
  update(solving: Solving): void {
    this.#solving = solving;
    if (solving.open === 0) {
      this.#isStopping = false;
    }
  }

  /** Records the progress of a search. */
  report(token: Token, message: string | undefined): void {
    const isNew = !this.#messages.has(token);
    this.#messages.set(token, message ?? this.#messages.get(token) ?? '');
    // "Stop" also applies to searches that were still waiting.
    if (isNew && this.#isStopping) {
      this.#stop(token);
    }
  }

  /** Removes a finished search. */
  end(token: Token): void {
    this.#messages.delete(token);
  }

  /** Stops all running searches, and those that start before the server is idle. */
  stopAll(): void {
    this.#isStopping = this.#solving.open > 0;
    for (const token of this.#messages.keys()) {
      this.#stop(token);
    }
  }

  /** Removes all searches, because the server is gone. */
  clear(): void {
    this.#messages.clear();
    this.#isStopping = false;
    this.#solving = IDLE;
  }
}
