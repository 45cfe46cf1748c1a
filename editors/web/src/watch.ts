/** The mode in which a solution is played. */

import { Clock } from './clock.ts';
import { element } from './dom.ts';
import type { ToView } from './messages.ts';
import { MoveList } from './moves.ts';
import {
  type Action,
  act,
  keyAction,
  type Memory,
  type Player,
  remember,
  resume,
  speedText,
  stepLabel,
} from './player.ts';
import type { Frame, Solution, SolutionSource } from './protocol.ts';
import type { Stage } from './stage.ts';

type Shown = Extract<ToView, { type: 'show' }>;

const STOPPED: Player = { step: 0, last: 0, isPlaying: false };

export class WatchMode {
  readonly #stage: Stage;
  readonly #changed: () => void;
  readonly #step = element('step', HTMLElement);
  readonly #description = element('description', HTMLElement);
  readonly #play = element('play', HTMLButtonElement);
  readonly #speed = element('speed', HTMLInputElement);
  readonly #of = element('of', HTMLSelectElement);
  readonly #text = element('text', HTMLElement);
  readonly #moves = new MoveList(element('moves', HTMLOListElement), (to) => this.apply({ to }));
  readonly #clock = new Clock(() => this.apply('tick'));
  readonly #steppers = (['first', 'back', 'forward', 'last'] as const).map((action) => ({
    action,
    button: element(action, HTMLButtonElement),
  }));
  #shown: Shown | null = null;
  #player = STOPPED;
  #memory: Memory | null;

  /** `changed` is called when there is something to keep, `ask` when another solution is wanted. */
  constructor(
    stage: Stage,
    kept: { speed?: number; memory?: Memory | null },
    changed: () => void,
    ask: () => void,
  ) {
    this.#stage = stage;
    this.#changed = changed;
    this.#memory = kept.memory ?? null;
    this.#speed.value = String(kept.speed ?? 1);
    for (const { action, button } of this.#steppers) {
      button.addEventListener('click', () => this.apply(action));
    }
    this.#play.addEventListener('click', () => this.apply('play'));
    this.#speed.addEventListener('input', () => this.#draw());
    this.#of.addEventListener('change', ask);
  }

  get of(): SolutionSource {
    return this.#of.value as SolutionSource;
  }

  get speed(): number {
    return Number(this.#speed.value);
  }

  get memory(): Memory | null {
    return this.#memory;
  }

  /** The solution has come anew. */
  show(message: Shown): void {
    const { solution } = message;
    const kept = resume(this.#memory, solution.frames);
    const step = kept ?? 0;
    const last = Math.max(0, solution.frames.length - 1);
    this.#shown = message;
    this.#player = { step, last, isPlaying: this.#player.isPlaying && kept !== null && step < last };
    this.#of.value = message.of;
    this.#moves.set(solution.frames);
    this.#draw();
  }

  /** Another mode begins, or nothing is shown. */
  leave(): void {
    this.#shown = null;
    this.#player = STOPPED;
    this.#clock.set(null);
  }

  /** Does what the user or the clock wants. */
  apply(action: Action): void {
    if (this.#frames().length > 0) {
      this.#player = act(this.#player, action);
      this.#draw();
    }
  }

  /** A key anywhere in the panel; whether it meant something. */
  key(event: KeyboardEvent): boolean {
    const { target, key } = event;
    const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const action = isModified || this.#shown === null ? null : keyAction(key);
    // A slider, a list and the text have uses of their own for these keys, and a
    // button is pressed with the space bar.
    const isTaken =
      target instanceof Element &&
      (target.closest('input, select, pre, summary') !== null ||
        (key === ' ' && target.closest('button') !== null));
    if (action === null || isTaken) {
      return false;
    }
    this.apply(action);
    return true;
  }

  #frames(): readonly Frame[] {
    return this.#shown?.solution.frames ?? [];
  }

  #draw(): void {
    if (this.#shown === null) {
      return;
    }
    const frames = this.#frames();
    const { step, isPlaying } = this.#player;
    const frame = frames[step];
    this.#stage.draw(frame?.svg ?? null);
    this.#step.textContent = stepLabel(frames, step);
    this.#description.textContent = frame?.description ?? '';
    this.#text.textContent = frame?.text ?? '';
    this.#moves.mark(step);
    this.#drawControls();
    this.#clock.set(isPlaying ? 1000 / this.speed : null);
    this.#memory = remember(this.#memory, this.#shown.solution, step);
    this.#changed();
  }

  #drawControls(): void {
    const { step, last, isPlaying } = this.#player;
    const [isAtStart, isAtEnd] = [step === 0, step === last];
    for (const { action, button } of this.#steppers) {
      // A button that is disabled would lose the focus at the end of the way.
      const isIdle = action === 'first' || action === 'back' ? isAtStart : isAtEnd;
      button.setAttribute('aria-disabled', String(isIdle));
    }
    const name = isPlaying ? 'Pause' : isAtEnd && !isAtStart ? 'Play again' : 'Play';
    this.#play.setAttribute('aria-label', name);
    this.#play.title = `${name} (Space)`;
    this.#play.classList.toggle('is-playing', isPlaying);
    this.#play.setAttribute('aria-disabled', String(last === 0));
    this.#speed.setAttribute('aria-valuetext', speedText(this.speed));
    this.#speed.title = speedText(this.speed);
  }
}

/** The line below the title. */
export function summaryText({ state, summary, frames }: Solution, of: SolutionSource): string {
  if (state === 'invalid') {
    return `${summary}: mend what is reported in the file first`;
  }
  if (of === 'file' && frames.length < 2) {
    return `${summary}; the file has no solution that could be played`;
  }
  return summary;
}
