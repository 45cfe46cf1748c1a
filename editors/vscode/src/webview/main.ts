/** The page of the panel: shows frames, and asks the extension for nothing but them. */

import type { Frame, FromPanel, Of, Place, Solution, ToPanel } from '../solution/protocol.ts';
import { Clock } from './clock.ts';
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

/** What is kept while the panel is hidden, and when the window is loaded again. */
interface Kept {
  readonly uri: string;
  readonly position: Place;
  readonly of: Of;
  readonly speed: number;
  readonly memory: Memory;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

const host = acquireVsCodeApi();

function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

const main = element('player', HTMLElement);
const title = element('title', HTMLButtonElement);
const summary = element('summary', HTMLElement);
const board = element('board', HTMLElement);
const step = element('step', HTMLElement);
const description = element('description', HTMLElement);
const playButton = element('play', HTMLButtonElement);
const speed = element('speed', HTMLInputElement);
const of = element('of', HTMLSelectElement);
const text = element('text', HTMLElement);
const empty = element('empty', HTMLElement);
const steppers = (['first', 'back', 'forward', 'last'] as const).map((action) => ({
  action,
  button: element(action, HTMLButtonElement),
}));
const moves = new MoveList(element('moves', HTMLOListElement), (to) => apply({ to }));

let shown: { readonly uri: string; readonly position: Place; readonly solution: Solution } | null = null;
let player: Player = { step: 0, last: 0, isPlaying: false };
let memory: Memory | null = host.getState()?.memory ?? null;
speed.value = String(host.getState()?.speed ?? 1);
const clock = new Clock(() => apply('tick'));

function frames(): readonly Frame[] {
  return shown?.solution.frames ?? [];
}

function apply(action: Action): void {
  if (frames().length > 0) {
    player = act(player, action);
    draw();
  }
}

/** An SVG of the server's as a node. Parsed as XML, so that no script of it could run. */
function drawing(svg: string): Node | null {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return parsed.localName === 'svg' ? document.importNode(parsed, true) : null;
}

function draw(): void {
  const frame = frames()[player.step];
  const image = frame === undefined ? null : drawing(frame.svg);
  board.replaceChildren(...(image === null ? [] : [image]));
  board.hidden = image === null;
  step.textContent = stepLabel(frames(), player.step);
  description.textContent = frame?.description ?? '';
  text.textContent = frame?.text ?? '';
  moves.mark(player.step);
  drawControls();
  clock.set(player.isPlaying ? 1000 / Number(speed.value) : null);
  keep();
}

function drawControls(): void {
  const isAtStart = player.step === 0;
  const isAtEnd = player.step === player.last;
  for (const { action, button } of steppers) {
    // A button that is disabled would lose the focus at the end of the way.
    const isIdle = action === 'first' || action === 'back' ? isAtStart : isAtEnd;
    button.setAttribute('aria-disabled', String(isIdle));
  }
  const name = player.isPlaying ? 'Pause' : isAtEnd && !isAtStart ? 'Play again' : 'Play';
  playButton.setAttribute('aria-label', name);
  playButton.title = `${name} (Space)`;
  playButton.classList.toggle('is-playing', player.isPlaying);
  playButton.setAttribute('aria-disabled', String(player.last === 0));
  speed.setAttribute('aria-valuetext', speedText(Number(speed.value)));
  speed.title = speedText(Number(speed.value));
}

function keep(): void {
  if (shown !== null) {
    const { uri, position, solution } = shown;
    memory = remember(memory, solution, player.step);
    host.setState({ uri, position, of: of.value as Of, speed: Number(speed.value), memory });
  }
}

function show(message: Extract<ToPanel, { type: 'show' }>): void {
  const { solution } = message;
  const kept = resume(memory, solution.frames);
  const step = kept ?? 0;
  const last = Math.max(0, solution.frames.length - 1);
  shown = message;
  player = { step, last, isPlaying: player.isPlaying && kept !== null && step < last };
  main.hidden = false;
  empty.hidden = true;
  title.textContent = solution.title;
  summary.textContent = summaryText(solution, message.of);
  main.dataset.state = solution.state;
  main.setAttribute('aria-busy', String(solution.state === 'solving'));
  of.value = message.of;
  moves.set(solution.frames);
  draw();
}

function summaryText({ state, summary, frames }: Solution, of: Of): string {
  if (state === 'invalid') {
    return `${summary}: mend what is reported in the file first`;
  }
  if (of === 'file' && frames.length < 2) {
    return `${summary}; the file has no solution that could be played`;
  }
  return summary;
}

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
  if (data.type === 'show') {
    show(data);
  } else {
    shown = null;
    player = { step: 0, last: 0, isPlaying: false };
    clock.set(null);
    main.hidden = true;
    empty.hidden = false;
    empty.textContent = data.reason;
  }
});

window.addEventListener('keydown', (event) => {
  const { target } = event;
  const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  const action = isModified || event.defaultPrevented ? null : keyAction(event.key);
  // A slider, a list and the text have uses of their own for these keys, and a
  // button is pressed with the space bar.
  const isTaken =
    target instanceof Element &&
    (target.closest('input, select, pre, summary') !== null ||
      (event.key === ' ' && target.closest('button') !== null));
  if (action !== null && !isTaken) {
    event.preventDefault();
    apply(action);
  }
});

for (const { action, button } of steppers) {
  button.addEventListener('click', () => apply(action));
}
playButton.addEventListener('click', () => apply('play'));
speed.addEventListener('input', () => draw());
of.addEventListener('change', () => host.postMessage({ type: 'of', of: of.value as Of }));
title.addEventListener('click', () => host.postMessage({ type: 'reveal' }));

host.postMessage({ type: 'ready' });
