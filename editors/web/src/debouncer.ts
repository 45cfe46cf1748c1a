/** Doing something once, some time after it was last asked for. */

export class Debouncer {
  readonly #work: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** Works so many milliseconds from now, and not before. */
  soon(delay: number): void {
    this.cancel();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#work();
    }, delay);
  }

  /** Does not work after all. */
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
