/** The page of `carom page`: a list of puzzles, and the board view of the puzzle in the URL. */

import * as core from 'carom-core';
import { element } from '../src/dom.ts';
import { type Board, type Controller, type Play, show } from '../src/index.ts';
import {
  addressOf,
  compileCore,
  type PageData,
  type PagePuzzle,
  pageData,
  par,
  puzzleOf,
  TODAY,
} from './data.ts';
import { guide } from './guide.ts';
import { hints, LEVELS } from './hints.ts';
import { PageHost, type Situation } from './host.ts';
import { List, stars } from './list.ts';
import { EXTRAS, MARKUP } from './markup.ts';
import { Progress } from './progress.ts';
import { Solver } from './solver.ts';
import { followTheme } from './theme.ts';
import { work } from './worker.ts';

class Page {
  readonly #data: PageData;
  readonly #progress = new Progress();
  readonly #list: List;
  readonly #host: PageHost;
  readonly #article = element('page-puzzle', HTMLElement);
  #controller: Controller | null = null;
  #puzzle: PagePuzzle | null = null;
  #situation: Situation | null = null;
  /** The number of hints given for the next move, and whether any was given for the puzzle. */
  #level = 0;
  #isHelped = false;

  constructor(data: PageData, module: WebAssembly.Module) {
    this.#data = data;
    this.#list = new List(data.puzzles, this.#progress, picture, () => this.#keepFilters());
    const games = new Map(data.puzzles.map(({ game, game_title }) => [game, game_title]));
    element('page-guide', HTMLElement).append(...[...games].map(([game, title]) => how(game, title)));
    const solver = 'remaining' in core ? (found: () => void) => new Solver(module, found) : null;
    this.#host = new PageHost(solver, (situation) => this.#played(situation));
    addEventListener('hashchange', () => this.#go());
    this.#go();
  }

  /** Shows the puzzle and the filters in the URL. */
  #go(): void {
    const [path = '', query = ''] = decode(location.hash).slice(1).split('?');
    this.#list.query = query;
    const last = this.#puzzle;
    const today = puzzleOf(this.#data, new Date());
    const named = this.#data.puzzles.find(({ fragment }) => `/${fragment}` === path) ?? null;
    const puzzle = path === TODAY ? today : named;
    this.#list.offer(today);
    this.#puzzle = puzzle;
    const lost = element('page-lost', HTMLElement);
    lost.hidden = puzzle !== null || !path.startsWith('/');
    lost.textContent = lost.hidden ? '' : `This page has no puzzle “${path.slice(1)}”. Choose another one.`;
    document.title = puzzle === null ? this.#data.title : `${puzzle.title} – ${this.#data.title}`;
    document.body.classList.toggle('has-puzzle', puzzle !== null);
    this.#article.hidden = puzzle === null;
    this.#list.mark(puzzle);
    if (puzzle === null) {
      if (last !== null) {
        this.#list.focus(last);
      }
      return;
    }
    this.#link();
    const where = this.#host.use(puzzle);
    this.#situation = null;
    this.#isHelped = false;
    if (this.#controller === null) {
      const { uri, position } = where;
      const extras = document.createRange().createContextualFragment(EXTRAS);
      const root = element('page-view', HTMLElement);
      const kept = { uri, position, mode: 'play' } as const;
      this.#controller = show(root, this.#host, { kept, extras, isCompact: true }).controller;
      element('page-hint', HTMLButtonElement).addEventListener('click', () => this.#giveHint());
      element('page-result', HTMLButtonElement).addEventListener('click', () => this.#copy(this.#result()));
      element('page-link', HTMLButtonElement).addEventListener('click', () => this.#copy(this.#address()));
    } else {
      this.#controller.show(where, 'play');
    }
    const details = element('page-how', HTMLDetailsElement);
    details.replaceChildren(...how(puzzle.game, puzzle.game_title).childNodes);
    details.open = !this.#data.puzzles.some(
      (one) => one.game === puzzle.game && this.#progress.of(one) !== null,
    );
    this.#article.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Sets the links to other puzzles. */
  #link(): void {
    const shown = this.#list.shown();
    const index = this.#puzzle === null ? -1 : shown.indexOf(this.#puzzle);
    const query = this.#list.query;
    element('page-all', HTMLAnchorElement).href = `#${query && `?${query}`}`;
    for (const [id, other] of [
      ['page-before', shown[index - 1]],
      ['page-after', shown[index + 1]],
    ] as const) {
      const anchor = element(id, HTMLAnchorElement);
      anchor.hidden = other === undefined;
      anchor.href = other === undefined ? '#' : `${addressOf(other)}${query && `?${query}`}`;
    }
  }

  /** Keeps the filters in the URL. */
  #keepFilters(): void {
    const query = this.#list.query;
    const path = this.#puzzle === null ? '#' : addressOf(this.#puzzle);
    history.replaceState(null, '', `${path}${query && `?${query}`}`);
    this.#link();
  }

  #played(situation: Situation): void {
    const { puzzle, play, moves } = situation;
    const isSame = String(this.#situation?.moves) === String(moves);
    if (!isSame || this.#situation?.puzzle !== puzzle || this.#situation.play.state === 'solving') {
      this.#level = 0;
      this.#say('');
    }
    this.#situation = situation;
    if (play.solved && this.#progress.solved(puzzle, play.count)) {
      this.#list.mark(puzzle);
    }
    const mark = play.solved && puzzle.game !== 'slider' ? stars(puzzle, play.count) : '';
    const line = element('page-stars', HTMLElement);
    line.textContent = mark;
    document.body.classList.toggle('is-solved', play.solved);
    element('page-result', HTMLElement).hidden = !play.solved;
    element('page-hint', HTMLElement).hidden = play.solved;
    const next = play.solved ? this.#list.nextUnsolved(puzzle) : null;
    const anchor = element('page-unsolved-next', HTMLAnchorElement);
    anchor.hidden = next === null;
    anchor.href = next === null ? '#' : addressOf(next);
    if (play.solved) {
      line.scrollIntoView({ block: 'nearest' });
    }
    this.#name();
  }

  #giveHint(): void {
    if (this.#situation === null || this.#situation.play.solved) {
      return;
    }
    const found = hints(this.#situation);
    const isKnown = typeof found !== 'string';
    this.#isHelped ||= isKnown;
    this.#say(isKnown ? (found[this.#level] ?? found[2]) : found);
    this.#level = isKnown ? Math.min(this.#level + 1, LEVELS.length - 1) : 0;
    this.#name();
  }

  #name(): void {
    element('page-hint', HTMLButtonElement).textContent = LEVELS[this.#level] ?? LEVELS[2];
  }

  /** Returns two lines about the solved puzzle, which say nothing about its solution. */
  #result(): string {
    if (this.#situation === null) {
      return '';
    }
    const { puzzle, play } = this.#situation;
    const number = play.count;
    const own = `${number} ${number === 1 ? 'move' : 'moves'}`;
    const mark = puzzle.game === 'slider' ? '' : ` ${stars(puzzle, number)}`;
    const best = Math.min(number, puzzle.moves ?? number);
    const squares = '🟩'.repeat(Math.min(best, 30)) + '🟨'.repeat(Math.min(number - best, 30));
    return `${puzzle.title} – ${own}, ${par(puzzle)}${mark}\n${squares}${this.#isHelped ? '💡' : ''}`;
  }

  /** Returns the address of the puzzle alone. */
  #address(): string {
    return this.#puzzle === null ? location.href : new URL(addressOf(this.#puzzle), location.href).href;
  }

  #copy(text: string): void {
    // Browsers may refuse; then the text can be copied by hand.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
    copied.then(
      () => this.#say('Copied.'),
      () => this.#say(text),
    );
  }

  #say(text: string): void {
    element('page-status', HTMLElement).textContent = text;
  }
}

/** Returns the picture of a puzzle. */
function picture({ text }: PagePuzzle): string | null {
  return (JSON.parse(core.board(text)) as Board).svg;
}

/** Returns the guide of a game, which can be folded. */
function how(game: string, title: string): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = `How to play ${title}`;
  const frames = (text: string, moves: string) =>
    (JSON.parse(core.play(text, '', '', moves)) as Play).frames.map(({ svg }) => svg);
  details.append(summary, ...guide(game, frames));
  return details;
}

/** Decodes a fragment. Returns a malformed one unchanged. */
function decode(hash: string): string {
  try {
    return decodeURI(hash);
  } catch {
    return hash;
  }
}

async function start(): Promise<void> {
  document.body.insertAdjacentHTML('afterbegin', MARKUP);
  followTheme(element('page-theme', HTMLButtonElement));
  const data = await pageData();
  element('page-title', HTMLElement).textContent = data.title;
  const module = await compileCore();
  core.initSync({ module });
  new Page(data, module);
}

// The search worker runs this script too.
if ('document' in globalThis) {
  void start();
} else {
  work();
}
