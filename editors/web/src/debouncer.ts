/** Runs a function once, some time after the last request. */

export class Debouncer {
  readonly #work: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** Runs the function after this delay in milliseconds. Replaces an earlier request. */
  soon(delay: number): void {
    this.cancel();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#work();
    }, delay);
  }

  /** Cancels the request. */
  cancel(): void {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
  }

  dispose(): void {
    this.cancel();
  }
}
