/** The page of `carom page`: a list of puzzles, and the board view of the puzzle in the URL. */

import { initSync } from 'carom-core';
import script from 'carom-worker';
import { element } from '../src/dom.ts';
import { type Controller, show } from '../src/index.ts';
import { addressOf, compileCore, type PageData, type PagePuzzle, pageData, par } from './data.ts';
import { hints, LEVELS } from './hints.ts';
import { PageHost, type Situation } from './host.ts';
import { List, solvedIn } from './list.ts';
import { MARKUP } from './markup.ts';
import { Progress } from './progress.ts';
import { Solver } from './solver.ts';
import { TurnPad } from './turn.ts';

class Page {
  readonly #data: PageData;
  readonly #progress = new Progress();
  readonly #list: List;
  readonly #host: PageHost;
  readonly #pad: TurnPad;
  readonly #article = element('page-puzzle', HTMLElement);
  readonly #about = element('page-about', HTMLElement);
  readonly #hint = element('page-hint', HTMLButtonElement);
  readonly #status = element('page-hint-status', HTMLElement);
  #controller: Controller | null = null;
  #situation: Situation | null = null;
  /** The number of hints given for the next move. */
  #level = 0;

  constructor(data: PageData, module: WebAssembly.Module) {
    this.#data = data;
    this.#list = new List(data.puzzles, this.#progress);
    const solver = script === '' ? null : (found: () => void) => new Solver(module, found);
    this.#host = new PageHost(solver, (situation) => this.#played(situation));
    this.#pad = new TurnPad(replay);
    this.#hint.addEventListener('click', () => this.#giveHint());
    addEventListener('hashchange', () => this.#go());
    this.#go();
  }

  /** Shows the puzzle in the URL. */
  #go(): void {
    const puzzle = this.#data.puzzles.find((one) => addressOf(one) === decode(location.hash)) ?? null;
    document.title = puzzle === null ? this.#data.title : `${puzzle.title} – ${this.#data.title}`;
    document.body.classList.toggle('has-puzzle', puzzle !== null);
    this.#article.hidden = puzzle === null;
    this.#list.mark(puzzle);
    if (puzzle === null) {
      return;
    }
    const shown = this.#list.shown();
    const index = shown.indexOf(puzzle);
    link('page-before', index < 0 ? undefined : shown[index - 1]);
    link('page-after', shown[index + 1]);
    this.#describe(puzzle);
    const where = this.#host.use(puzzle);
    this.#situation = null;
    if (this.#controller === null) {
      const { uri, position } = where;
      const root = element('page-view', HTMLElement);
      this.#controller = show(root, this.#host, { kept: { uri, position, mode: 'play' } }).controller;
    } else {
      this.#controller.show(where, 'play');
    }
    this.#article.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Describes the puzzle. */
  #describe(puzzle: PagePuzzle): void {
    const best = this.#progress.of(puzzle);
    const author = puzzle.author === null ? [] : [`by ${puzzle.author}`];
    const mark = best === null ? [] : [solvedIn(puzzle, best)];
    this.#about.textContent = [puzzle.game_title, par(puzzle), ...author, ...mark].join(' · ');
  }

  #played(situation: Situation): void {
    const { puzzle, play, moves } = situation;
    const isSame = String(this.#situation?.moves) === String(moves);
    if (!isSame || this.#situation?.puzzle !== puzzle || this.#situation.play.state === 'solving') {
      this.#level = 0;
      this.#status.textContent = '';
    }
    this.#situation = situation;
    this.#pad.show(situation);
    if (play.solved && this.#progress.solved(puzzle, moves.length)) {
      this.#list.mark(puzzle);
      this.#describe(puzzle);
    }
    this.#name();
  }

  #giveHint(): void {
    if (this.#situation === null || this.#situation.play.solved) {
      return;
    }
    const found = hints(this.#situation);
    const isKnown = typeof found !== 'string';
    this.#status.textContent = isKnown ? (found[this.#level] ?? found[2]) : found;
    this.#level = isKnown ? Math.min(this.#level + 1, LEVELS.length - 1) : 0;
    this.#name();
  }

  #name(): void {
    this.#hint.textContent = LEVELS[this.#level] ?? LEVELS[2];
    this.#hint.disabled = this.#situation?.play.solved ?? true;
  }
}

/** Decodes a fragment. Returns a malformed one unchanged. */
function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

function link(id: string, puzzle: PagePuzzle | undefined): void {
  const anchor = element(id, HTMLAnchorElement);
  anchor.hidden = puzzle === undefined;
  anchor.href = puzzle === undefined ? '#' : addressOf(puzzle);
}

/** Undoes and plays moves through the controls of the view. */
function replay(back: number, move: string): void {
  for (let count = 0; count < back; count++) {
    element('takeback', HTMLButtonElement).click();
  }
  const typed = element('typed', HTMLInputElement);
  typed.value = move;
  typed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

async function start(): Promise<void> {
  document.body.insertAdjacentHTML('afterbegin', MARKUP);
  const data = await pageData();
  element('page-title', HTMLElement).textContent = data.title;
  const module = await compileCore();
  initSync({ module });
  new Page(data, module);
}

void start();
