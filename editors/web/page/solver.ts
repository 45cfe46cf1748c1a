/** The search for the moves that remain, in a worker that can be ended. */

import script from 'carom-worker';

/** What remains: `Remaining` in `packaging/wasm/page`. */
export interface Remaining {
  readonly left: number | null;
  readonly moves: string | null;
  /** Whether the search reached no limit. */
  readonly settled: boolean;
}

export interface Question {
  readonly text: string;
  readonly moves: string;
}

/** To the worker: the rules first, and then a question at a time. */
export type ToWorker = { readonly module: WebAssembly.Module } | Question;

const NOTHING: Remaining = { left: null, moves: null, settled: false };

export class Solver {
  readonly #module: WebAssembly.Module;
  readonly #found: () => void;
  readonly #known = new Map<string, Remaining>();
  #worker: Worker | null = null;
  /** The question that is searched. */
  #asked: string | null = null;

  /** `found` is called when an answer has come. */
  constructor(module: WebAssembly.Module, found: () => void) {
    this.#module = module;
    this.#found = found;
  }

  /** What remains; null while it is searched. A search for anything else is ended. */
  remaining(question: Question): Remaining | null {
    const key = `${question.moves}\n${question.text}`;
    const known = this.#known.get(key);
    if (known === undefined && this.#asked !== key) {
      if (this.#asked !== null) {
        this.#end();
      }
      this.#asked = key;
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
    if (this.#asked !== null) {
      this.#known.set(this.#asked, answer);
      this.#asked = null;
      this.#found();
    }
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
