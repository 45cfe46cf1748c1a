/** A clock that ticks while something is played. */

export class Clock {
  readonly #tick: () => void;
  #timer: ReturnType<typeof setInterval> | null = null;
  #interval: number | null = null;

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** Ticks every so many milliseconds from now on; null stops it. */
  set(interval: number | null): void {
    if (interval === this.#interval) {
      return;
    }
    if (this.#timer !== null) {
      clearInterval(this.#timer);
    }
    this.#interval = interval;
    this.#timer = interval === null ? null : setInterval(this.#tick, interval);
  }
}
