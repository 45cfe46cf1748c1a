/** Searches for the remaining moves, in a worker that can be terminated. */

/** The script of the page, which the worker runs too. */
const script = globalThis.document?.currentScript?.textContent ?? '';

/** The remaining moves: `Remaining` in `packaging/wasm/page`. */
export interface Remaining {
  readonly left: number | null;
  readonly moves: string | null;
  /** Whether the search finished without reaching a limit. */
  readonly settled: boolean;
}

export interface Question {
  readonly text: string;
  readonly moves: string;
}

/** Messages to the worker: first the rules, then one question at a time. */
export type ToWorker = { readonly module: WebAssembly.Module } | Question;

const NOTHING: Remaining = { left: null, moves: null, settled: false };

export class Solver {
  readonly #module: WebAssembly.Module;
  readonly #found: () => void;
  readonly #known = new Map<string, Remaining>();
  #worker: Worker | null = null;
  /** The question that is being searched. */
  #requested: string | null = null;

  /** Calls `found` for each answer. */
  constructor(module: WebAssembly.Module, found: () => void) {
    this.#module = module;
    this.#found = found;
  }

  /** Returns the remaining moves, or null while searching. Stops the search for any other question. */
  remaining(question: Question): Remaining | null {
    const key = `${question.moves}\n${question.text}`;
    const known = this.#known.get(key);
    if (known === undefined && this.#requested !== key) {
      if (this.#requested !== null) {
        this.#end();
      }
      this.#requested = key;
      this.#send(question);
    }
    return known ?? null;
  }

  #send(question: Question): void {
    if (this.#worker === null) {
      this.#worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      this.#worker.addEventListener('message', ({ data }) => this.#answer(data as Remaining));
      this.#worker.addEventListener('error', () => {
        this.#end();
        this.#answer(NOTHING);
      });
      this.#post({ module: this.#module });
    }
    this.#post(question);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #answer(answer: Remaining): void {
    if (this.#requested !== null) {
      this.#known.set(this.#requested, answer);
      this.#requested = null;
      this.#found();
    }
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
