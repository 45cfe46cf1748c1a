/** Searches for the remaining moves, in a worker that can be terminated. */

/** The script of the page, which the worker runs too. */
const script = globalThis.document?.currentScript?.textContent ?? '';

/** The remaining moves: `Remaining` in `packaging/wasm/page`. */
export interface Remaining {
  readonly left: number | null;
  readonly moves: string | null;
  /** Whether the first of these moves replaces the last one played, which it extends. */
  readonly extends: boolean;
  /** The value for the side to move, in a game of two sides: `win 9`. */
  readonly value: string | null;
  /** Whether the search finished without reaching a limit. */
  readonly settled: boolean;
}

export interface Question {
  readonly text: string;
  readonly moves: string;
}

/** Messages to the worker: first the rules, then one question at a time. */
export type ToWorker = { readonly module: WebAssembly.Module } | Question;

const NOTHING: Remaining = { left: null, moves: null, extends: false, value: null, settled: false };

export class Solver {
  readonly #module: WebAssembly.Module;
  readonly #found: () => void;
  readonly #known = new Map<string, Remaining>();
  #worker: Worker | null = null;
  /** The question that is being searched. */
  #requested: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls `found` for each answer. */
  constructor(module: WebAssembly.Module, found: () => void) {
    this.#module = module;
    this.#found = found;
  }

  /**
   * Returns the remaining moves, or null while searching. Stops the search for any other question.
   * After `patience` milliseconds, if any, the search is given up.
   */
  remaining(question: Question, patience: number | null = null): Remaining | null {
    const key = `${question.moves}\n${question.text}`;
    const known = this.#known.get(key);
    if (known === undefined && this.#requested !== key) {
      if (this.#requested !== null) {
        this.#end();
      }
      this.#requested = key;
      this.#send(question);
      if (patience !== null) {
        this.#timer = setTimeout(() => this.#giveUp(), patience);
      }
    }
    return known ?? null;
  }

  #send(question: Question): void {
    if (this.#worker === null) {
      this.#worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      this.#worker.addEventListener('message', ({ data }) => this.#answer(data as Remaining));
      this.#worker.addEventListener('error', () => this.#giveUp());
      this.#post({ module: this.#module });
    }
    this.#post(question);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #giveUp(): void {
    this.#end();
    this.#answer(NOTHING);
  }

  #answer(answer: Remaining): void {
    clearTimeout(this.#timer);
    if (this.#requested !== null) {
      this.#known.set(this.#requested, answer);
      this.#requested = null;
      this.#found();
    }
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
  }
}
