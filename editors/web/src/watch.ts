/** The mode that plays a solution. */

import { Clock } from './clock.ts';
import { element } from './dom.ts';
import { gridOf, NO_GRID } from './grid.ts';
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
import { type Frame, puzzleKey, type Solution, type SolutionSource } from './protocol.ts';
import type { Stage } from './stage.ts';

type Shown = Extract<ToView, { type: 'show' }>;

const STOPPED: Player = { step: 0, last: 0, isPlaying: false };

export class WatchMode {
  readonly #stage: Stage;
  readonly #changed: () => void;
  readonly #ask: () => void;
  readonly #mark: (turn: number) => void;
  readonly #canInsert: boolean;
  readonly #step = element('step', HTMLElement);
  readonly #description = element('description', HTMLElement);
  readonly #play = element('play', HTMLButtonElement);
  readonly #speed = element('speed', HTMLInputElement);
  readonly #of = element('of', HTMLSelectElement);
  readonly #text = element('text', HTMLElement);
  readonly #insert = element('insert', HTMLElement);
  readonly #moves = new MoveList(element('moves', HTMLOListElement), (to) => this.apply({ to }));
  readonly #clock = new Clock(() => this.apply('tick'));
  readonly #steppers = (['first', 'back', 'forward', 'last'] as const).map((action) => ({
    action,
    button: element(action, HTMLButtonElement),
  }));
  #shown: Shown | null = null;
  /** The last solution with frames, also while another mode is active. */
  #latest: Shown | null = null;
  #player = STOPPED;
  #memory: Memory | null;
  /** The move at the text cursor. */
  #turn: number | null = null;
  /** The moves that were marked in the text. If the cursor follows, the server reports them back. */
  #marked: number[] = [];
  #lastMark = 0;
  /** The move at the cursor when the file's solution was last selected because of it. */
  #switchedAt: number | null = null;

  /**
   * Calls `changed` when there is state to keep, `ask` to request another solution, and `mark`
   * with the number of the shown move, to mark it in the text. With `canInsert`, the solution can be
   * written into a file that has none.
   */
  constructor(
    stage: Stage,
    kept: { speed?: number; watched?: Memory | null },
    changed: () => void,
    ask: () => void,
    mark: (turn: number) => void,
    canInsert: boolean,
  ) {
    this.#stage = stage;
    this.#canInsert = canInsert;
    this.#ask = ask;
    this.#mark = mark;
    this.#changed = changed;
    this.#memory = kept.watched ?? null;
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

  /** Returns the moves of the shown solution. */
  get solution(): readonly string[] {
    const moves = this.#frames().flatMap(({ move, turn }): [number, string][] =>
      move === null ? [] : [[turn, move]],
    );
    // A move may have several frames.
    return [...new Map(moves).values()];
  }

  get watched(): Memory | null {
    return this.#memory;
  }

  /** Shows a new solution. */
  show(message: Shown): void {
    if (message.of !== this.of) {
      // It was requested before the other solution was chosen.
      return;
    }
    const last = this.#latest;
    // Keep the last board while the text is malformed.
    const isOutdated =
      message.solution.frames.length === 0 &&
      last?.uri === message.uri &&
      last.solution.line === message.solution.line;
    const solution = isOutdated ? { ...last.solution, ...withoutBoard(message.solution) } : message.solution;
    this.#latest = isOutdated ? last : solution.frames.length > 0 ? message : null;
    const { turn = null } = solution;
    const isNewTurn = turn !== null && turn !== this.#switchedAt;
    this.#switchedAt = turn;
    if (isNewTurn && message.of === 'solver') {
      // The cursor has moved to a move of the file's solution.
      this.#of.value = 'file';
      this.#ask();
      return;
    }
    const kept = resume(this.#memory, message.uri, solution);
    const cursor = this.#stepOfCursor(solution);
    if (cursor !== null && this.#lastMark !== 0) {
      this.#lastMark = 0;
      this.#mark(0);
    }
    const step = cursor ?? kept ?? 0;
    const end = Math.max(0, solution.frames.length - 1);
    this.#shown = { ...message, solution };
    const isPlaying = this.#player.isPlaying && kept !== null && step < end;
    this.#player = { step, last: end, isPlaying };
    this.#moves.set(solution.frames);
    const { state, written = [] } = solution;
    const isFree = message.of === 'solver' && state === 'solved' && end > 0 && written.length === 0;
    this.#insert.hidden = !(this.#canInsert && isFree);
    this.#draw();
    const key = puzzleKey(message.uri, solution);
    const [start] = solution.frames;
    if (start === undefined) {
      this.#stage.recall(key, solution.faults ?? []);
    } else {
      this.#stage.judge(gridOf(solution), solution.faults ?? [], isOutdated);
      this.#stage.remember(key, start.svg, gridOf(solution));
    }
  }

  /** Returns the step after the move at the text cursor; null if the cursor has not moved. */
  #stepOfCursor({ frames, turn = null }: Solution): number | null {
    const isSame = turn === this.#turn;
    this.#turn = turn;
    const own = turn === null ? -1 : this.#marked.indexOf(turn);
    if (own >= 0) {
      this.#marked.splice(0, own + 1);
    }
    if (isSame || own >= 0 || turn === null) {
      return null;
    }
    const step = frames.findLastIndex((frame) => frame.turn === turn);
    return step < 0 ? null : step;
  }

  /** Marks the shown move in the text, if the file's solution is shown. */
  #markText(): void {
    const turn = this.#of.value === 'file' ? (this.#frames()[this.#player.step]?.turn ?? 0) : 0;
    if (turn !== this.#lastMark) {
      this.#lastMark = turn;
      this.#marked.push(turn);
      this.#mark(turn);
    }
  }

  /** Leaves this mode, or shows nothing. */
  leave(): void {
    if (this.#shown !== null && this.#lastMark !== 0) {
      this.#mark(0);
    }
    this.#lastMark = 0;
    this.#turn = null;
    this.#shown = null;
    this.#stage.judge(NO_GRID, [], false);
    this.#player = STOPPED;
    this.#clock.set(null);
  }

  /** Applies an action of the user or the clock. */
  apply(action: Action): void {
    if (this.#frames().length > 0) {
      this.#player = act(this.#player, action);
      this.#draw();
      this.#markText();
    }
  }

  /** Handles a key anywhere in the panel. Returns whether it had an effect. */
  key(event: KeyboardEvent): boolean {
    const { target, key } = event;
    const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const action = isModified || this.#shown === null ? null : keyAction(key);
    // Sliders, lists and text use these keys themselves, and the space bar presses a button.
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
    this.#memory = remember(this.#memory, this.#shown.uri, this.#shown.solution, step);
    this.#changed();
  }

  #drawControls(): void {
    const { step, last, isPlaying } = this.#player;
    const [isAtStart, isAtEnd] = [step === 0, step === last];
    for (const { action, button } of this.#steppers) {
      // A disabled button would lose the focus at the last step.
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

/** Returns a solution without the data of its board. */
function withoutBoard({ frames, grid, files, ranks, ...rest }: Solution): Partial<Solution> {
  return rest;
}

/** Returns the line below the title. */
export function summaryText({ state, summary, frames }: Solution, of: SolutionSource): string {
  if (of === 'file' && frames.length < 2 && state !== 'invalid') {
    return `${summary}; the file has no solution that could be played`;
  }
  return summary;
}
