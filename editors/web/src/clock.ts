/** A timer for the playback. */

export class Clock {
  readonly #tick: () => void;
  #timer: ReturnType<typeof setInterval> | null = null;
  #interval: number | null = null;

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** Ticks with this interval in milliseconds; null stops it. */
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
