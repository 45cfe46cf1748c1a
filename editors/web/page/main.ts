/** The page of `carom page`: a list of puzzles, and the board view of the puzzle in the URL. */

import * as core from 'carom-core';
import { crop } from '../src/compact.ts';
import { drawing, element, make } from '../src/dom.ts';
import { type Board, type Controller, type Play, show, type View } from '../src/index.ts';
import {
  addressOf,
  compileCore,
  dayBefore,
  dayOf,
  isDuel,
  isReached,
  numberOf,
  type PageData,
  type PagePuzzle,
  pageData,
  par,
  puzzleOf,
  scripted,
  sides,
  TODAY,
} from './data.ts';
import { guide } from './guide.ts';
import { hints, LEVELS, SEARCHING } from './hints.ts';
import { PageHost, type Situation } from './host.ts';
import { List, stars } from './list.ts';
import { EXTRAS, MARKUP } from './markup.ts';
import { Progress } from './progress.ts';
import { Solver } from './solver.ts';
import { statistics } from './statistics.ts';
import { followTheme } from './theme.ts';
import { work } from './worker.ts';

/** How long the move of the player is seen before the opponent answers, in milliseconds. */
const PAUSE = 500;

/** The number of earlier days in the list. */
const ARCHIVE = 30;

class Page {
  readonly #data: PageData;
  readonly #progress = new Progress(() => this.#refresh());
  readonly #list: List;
  readonly #article = element('page-puzzle', HTMLElement);
  readonly #archive = element('page-archive', HTMLDetailsElement);
  /** The compiled rules; before, the page shows only the pictures that it contains. */
  #host: PageHost | null = null;
  #view: (View & { controller: Controller }) | null = null;
  #puzzle: PagePuzzle | null = null;
  /** The day of the puzzle in the URL, if it is a day. */
  #day: string | null = null;
  #situation: Situation | null = null;
  /** The number of hints given for the next move. */
  #level = 0;
  /** Whether a hint was asked for that needs a search. */
  #isAwaited = false;
  /** Whether the moves of both sides are made by hand. */
  #isByHand = true;
  #reply: ReturnType<typeof setTimeout> | undefined;
  /** The fewest moves in all after each line of moves. */
  readonly #whole = new Map<string, number>();

  constructor(data: PageData) {
    this.#data = data;
    const draw = ({ svg, text }: PagePuzzle) => svg ?? (this.#host === null ? null : picture(text));
    this.#list = new List(data.puzzles, this.#progress, draw, () => this.#keepFilters());
    addEventListener('hashchange', () => this.#go());
    this.#go();
  }

  /** Starts to play. */
  begin(module: WebAssembly.Module): void {
    const solver = 'remaining' in core ? (found: () => void) => new Solver(module, found) : null;
    this.#host = new PageHost(solver, (situation) => this.#played(situation));
    const games = new Map(this.#data.puzzles.map(({ game, game_title }) => [game, game_title]));
    for (const [game, title] of games) {
      element('page-guide', HTMLElement).append(make('details', {}, ...guide(title, `puzzle ${game}`)));
    }
    this.#list.show();
    this.#go();
  }

  /** Returns the puzzle of a path, and its day, if the path is one. */
  #find(path: string): readonly [PagePuzzle | null, string | null] {
    const { puzzles, daily } = this.#data;
    const [only] = puzzles;
    const name = path.slice(1);
    const named =
      puzzles.find(({ fragment }) => fragment === name) ??
      puzzles.find(({ was }) => was === name) ??
      (path === '' && puzzles.length === 1 ? only : undefined);
    const today = dayOf(new Date());
    const day = path === TODAY ? today : /^\/\d{4}-\d\d-\d\d$/.test(path) && name <= today ? name : null;
    return named !== undefined && path !== TODAY
      ? [named, null]
      : [day === null || daily === null ? null : puzzleOf(this.#data, day), day];
  }

  /** Shows the puzzle and the filters in the URL. */
  #go(): void {
    const [path = '', query = ''] = decode(location.hash).slice(1).split('?');
    this.#list.query = query;
    const last = this.#puzzle;
    const [puzzle, day] = this.#find(path);
    const isStatistics = puzzle === null && path === '/statistics';
    this.#puzzle = puzzle;
    this.#day = puzzle === null ? null : day;
    const lost = element('page-lost', HTMLElement);
    lost.hidden = puzzle !== null || isStatistics || !path.startsWith('/');
    lost.textContent = lost.hidden ? '' : `This page has no puzzle “${path.slice(1)}”. Choose another one.`;
    document.title = puzzle === null ? this.#data.title : `${puzzle.title} – ${this.#data.title}`;
    document.body.classList.toggle('has-puzzle', puzzle !== null);
    document.body.classList.toggle('has-statistics', isStatistics);
    this.#article.hidden = puzzle === null;
    const page = element('page-statistics', HTMLElement);
    page.hidden = !isStatistics;
    clearTimeout(this.#reply);
    if (puzzle === null) {
      this.#refresh();
      if (isStatistics) {
        page.replaceChildren(...statistics(this.#data, this.#progress));
        page.focus();
      } else if (last !== null) {
        this.#list.focus(last);
      }
      return;
    }
    this.#list.mark(puzzle);
    this.#link();
    const about = element('page-day', HTMLElement);
    about.textContent = day === null ? '' : this.#dayText(day);
    this.#article.focus({ preventScroll: true });
    scrollTo(0, 0);
    if (this.#host === null) {
      this.#preview(puzzle);
      return;
    }
    const where = this.#host.use(puzzle);
    this.#situation = null;
    this.#whole.clear();
    this.#isByHand = !isDuel(puzzle) || puzzle.state !== 'solved';
    if (this.#view === null) {
      const { uri, position } = where;
      const extras = document.createRange().createContextualFragment(EXTRAS);
      const root = element('page-view', HTMLElement);
      const kept = { uri, position, mode: 'play' } as const;
      const playing = {
        resume: () => (this.#puzzle === null ? [] : this.#progress.moves(this.#puzzle)),
        undoTo: (moves: number) => moves - (this.#isByHand || moves % 2 === 1 ? 1 : 2),
      };
      const mayChoose = (mode: string) => mode !== 'watch' || this.#mayWatch();
      this.#view = show(root, this.#host, { kept, extras, isCompact: true, playing, mayChoose });
      this.#listen();
    } else {
      this.#view.controller.show(where, 'play');
    }
    for (const id of ['title', 'notes']) {
      element(id, HTMLElement).dir = 'auto';
    }
    const details = element('page-how', HTMLDetailsElement);
    details.replaceChildren(...guide(puzzle.game_title, puzzle.text));
    details.open = !this.#data.puzzles.some(
      (one) => one.game === puzzle.game && this.#progress.of(one) !== null,
    );
  }

  /** Shows the picture of a puzzle, until the rules are compiled. */
  #preview({ svg, title }: PagePuzzle): void {
    const drawn = svg === undefined ? null : drawing(svg);
    const heading = make('h1', { className: 'puzzle-title', id: 'title' }, title);
    const figure = make('div', { className: 'page-preview carom-drawing' });
    if (drawn !== null) {
      crop(drawn);
      figure.append(drawn);
    }
    element('page-view', HTMLElement).replaceChildren(heading, figure);
  }

  #listen(): void {
    const bar = element('page-bar', HTMLElement);
    bar.prepend(element('takeback', HTMLElement), element('restart', HTMLElement));
    element('page-actions', HTMLElement).append(element('again', HTMLElement), element('pass', HTMLElement));
    const on = (id: string, act: () => void) => element(id, HTMLElement).addEventListener('click', act);
    on('page-hint', () => this.#giveHint());
    on('page-result', () => this.#copy(this.#result()));
    on('page-link', () => this.#copy(this.#address()));
    const spoiler = element('page-spoiler', HTMLDialogElement);
    spoiler.addEventListener('close', () => {
      if (spoiler.returnValue === 'watch' && this.#puzzle !== null && this.#host !== null) {
        this.#progress.help(this.#puzzle);
        this.#view?.controller.show(this.#host.use(this.#puzzle), 'watch');
      }
      spoiler.returnValue = '';
    });
  }

  /** Asks before a solution is shown that the player has not found or seen. */
  #mayWatch(): boolean {
    const puzzle = this.#puzzle;
    const isKnown = puzzle === null || puzzle.solution === '' || this.#progress.isHelped(puzzle);
    if (isKnown || this.#progress.of(puzzle) !== null) {
      return true;
    }
    element('page-spoiler', HTMLDialogElement).showModal();
    return false;
  }

  /** Shows what has changed in the stored progress. */
  #refresh(): void {
    this.#list.refresh(this.#puzzle);
    this.#offer();
  }

  /** Shows the puzzle of the day, and where to start. */
  #offer(): void {
    const { puzzles, daily } = this.#data;
    const today = dayOf(new Date());
    const [card, streak] = [puzzleOf(this.#data, today), this.#progress.streak(today)];
    const archive = this.#archive;
    const cards: Node[] = [];
    const title = (text: string) => make('h2', {}, text);
    const row = (...links: Node[]) => make('div', { className: 'page-cards' }, ...links);
    if (card !== null) {
      const days = streak > 1 ? `, ${streak} days in a row` : '';
      const link = this.#list.card(card, `${this.#dayText(today)}${days}`, `#${TODAY}`);
      link.id = 'page-daily';
      cards.push(title('Puzzle of the day'), row(link), archive);
    }
    const last = puzzles.find(
      (puzzle) => this.#progress.isLast(puzzle) && this.#progress.moves(puzzle).length > 0,
    );
    const isNew = last === undefined && puzzles.every((puzzle) => this.#progress.of(puzzle) === null);
    const next = last ?? this.#list.nextUnsolved(null);
    if (puzzles.length > 1 && isNew) {
      const links = this.#list.easiest().map((puzzle) => this.#list.card(puzzle, puzzle.game_title));
      cards.push(title('Start here'), row(...links));
    } else if (puzzles.length > 1 && next !== null) {
      const about = last === undefined ? 'Next unsolved puzzle' : 'Left unfinished';
      cards.push(title('Continue'), row(this.#list.card(next, about)));
    }
    element('page-start', HTMLElement).replaceChildren(...cards);
    if (daily !== null) {
      const days: string[] = [];
      for (let day = dayBefore(today); day >= daily && days.length < ARCHIVE; day = dayBefore(day)) {
        days.push(day);
      }
      const items = days.map((day) => {
        const puzzle = puzzleOf(this.#data, day);
        const mark = puzzle !== null && this.#progress.of(puzzle) !== null ? ' ✓' : '';
        const text = `${this.#dayText(day)}: ${puzzle?.title ?? ''}${mark}`;
        return make('li', {}, make('a', { href: `#/${day}` }, text));
      });
      archive.querySelector('ol')?.replaceChildren(...items);
      archive.hidden = items.length === 0;
    }
  }

  /** Returns the number and the date of a day. */
  #dayText(day: string): string {
    const date = new Date(`${day}T12:00`).toLocaleDateString('en-GB', { dateStyle: 'long' });
    // Without a first day, the numbers would start in 1970.
    return this.#data.daily === '1970-01-01' ? date : `No. ${numberOf(this.#data, day)}, ${date}`;
  }

  /** Sets the links to other puzzles. */
  #link(): void {
    const shown = this.#list.shown();
    const index = this.#puzzle === null ? -1 : shown.indexOf(this.#puzzle);
    const query = this.#list.query;
    const all = element('page-all', HTMLAnchorElement);
    all.href = `#${query && `?${query}`}`;
    all.hidden = this.#data.puzzles.length === 1;
    this.#point('page-before', shown[index - 1] ?? null);
    if (this.#view !== null) {
      this.#point('page-after', shown[index + 1] ?? null);
    }
  }

  /** Lets a link lead to a puzzle, with the filters; hides it without one. */
  #point(id: string, puzzle: PagePuzzle | null): void {
    const query = this.#list.query;
    const anchor = element(id, HTMLAnchorElement);
    anchor.hidden = puzzle === null;
    anchor.href = puzzle === null ? '#' : `${addressOf(puzzle)}${query && `?${query}`}`;
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
    const before = this.#situation;
    const isSame = before?.puzzle === puzzle && String(before.moves) === String(moves);
    const isDraw = puzzle.summary === 'draw' && isRepeated(play);
    const isSolved = isReached(puzzle, play) || isDraw;
    if (!isSame || before.play.state === 'solving') {
      this.#level = 0;
      this.#say(
        isDraw ? 'The position has occurred three times: you have held the draw.' : this.#verdict(situation),
      );
    }
    this.#situation = situation;
    // The start comes before the moves that were kept.
    if (before !== null || moves.length > 0) {
      this.#progress.keep(puzzle, play.solved ? [] : moves);
    }
    const day = this.#day ?? dayOf(new Date());
    const isToday = day === dayOf(new Date()) && puzzleOf(this.#data, day) === puzzle;
    if (isSolved && !isSame) {
      this.#progress.solved(puzzle, play.count, isToday ? day : null);
      this.#list.mark(puzzle);
    }
    const line = element('page-stars', HTMLElement);
    line.textContent = !isSolved || isDuel(puzzle) ? '' : stars(puzzle, play.count);
    document.body.classList.toggle('is-solved', isSolved);
    element('page-result', HTMLElement).hidden = !isSolved;
    element('page-hint', HTMLElement).hidden = play.solved;
    const next = isSolved ? this.#list.nextUnsolved(puzzle) : null;
    this.#point('page-unsolved-next', next);
    this.#link();
    if (next !== null) {
      this.#point('page-after', next);
    }
    element('page-after', HTMLElement).classList.toggle('is-primary', next !== null);
    this.#name();
    if (isSolved && !isSame) {
      element('score', HTMLElement).scrollIntoView({ block: 'nearest' });
    }
    this.#answer(situation);
    this.#isAwaited &&= isSame;
    if (this.#isAwaited && play.state !== 'solving') {
      this.#giveHint();
    }
  }

  /** Returns what a move means for the result, if it means something. */
  #verdict({ puzzle, play, moves, value }: Situation): string {
    const { solved, count, left, settled } = play;
    const whole = solved ? count : left !== null ? count + left : settled ? Number.POSITIVE_INFINITY : null;
    if (whole !== null) {
      this.#whole.set(moves.join(' '), whole);
    }
    this.#whole.set('', puzzle.moves ?? Number.NaN);
    const earlier = moves.map((_, index) => moves.slice(0, moves.length - 1 - index).join(' '));
    const before = earlier.map((line) => this.#whole.get(line)).find((known) => known !== undefined);
    const isLoss =
      !isDuel(puzzle) &&
      whole !== null &&
      before !== undefined &&
      stars(puzzle, whole) !== stars(puzzle, before);
    const isDead = !isDuel(puzzle) && whole === Number.POSITIVE_INFINITY && moves.length > 0;
    element('takeback', HTMLElement).classList.toggle('is-advised', isLoss || isDead);
    if (isDuel(puzzle) && solved && !isReached(puzzle, play)) {
      const [first] = sides(puzzle);
      return `That is not the proved result for ${first}: ${par(puzzle)}. Undo takes moves back.`;
    }
    if (isDuel(puzzle) && moves.length % 2 === 0 && moves.length > 0 && puzzle.summary.startsWith('win')) {
      return value?.startsWith('win') === false ? 'The win is gone. Undo takes the move back.' : '';
    }
    if (isLoss && !isDead) {
      return `That costs a star: at best ${whole} moves now. Undo takes it back.`;
    }
    const theirs = scripted(puzzle, moves.length);
    return theirs === null || solved ? '' : `In the next turn, the opponent pushes ${theirs}.`;
  }

  /** Lets the opponent play, as long as its best move is known. */
  #answer({ puzzle, play, moves, next }: Situation): void {
    clearTimeout(this.#reply);
    if (this.#isByHand || play.solved || moves.length % 2 === 0) {
      return;
    }
    if (next !== null) {
      const pause = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : PAUSE;
      this.#reply = setTimeout(() => {
        if (this.#puzzle === puzzle) {
          this.#view?.play.play([...moves, next]);
        }
      }, pause);
    } else if (play.state !== 'solving') {
      this.#isByHand = true;
      this.#say('The best answer is not known: play both sides.');
    }
  }

  #giveHint(): void {
    const situation = this.#situation;
    if (situation === null || situation.play.solved) {
      return;
    }
    const found = hints(situation);
    const isKnown = typeof found !== 'string';
    this.#isAwaited = found === SEARCHING;
    if (isKnown) {
      this.#progress.help(situation.puzzle);
      this.#view?.play.hint(situation.next, this.#level > 0, situation.extendsLast);
    }
    this.#say(isKnown ? (found[this.#level] ?? found[2]) : found);
    this.#level = isKnown ? Math.min(this.#level + 1, LEVELS.length - 1) : 0;
    this.#name();
  }

  #name(): void {
    element('page-hint', HTMLButtonElement).setAttribute('aria-label', LEVELS[this.#level] ?? LEVELS[2]);
  }

  /** Returns lines about the solved puzzle, which say nothing about its solution. */
  #result(): string {
    if (this.#situation === null) {
      return '';
    }
    const { puzzle, play } = this.#situation;
    const number = play.count;
    const own = `${number} ${number === 1 ? 'move' : 'moves'}`;
    const mark = isDuel(puzzle) ? '' : ` ${stars(puzzle, number)}`;
    const best = Math.min(number, puzzle.moves ?? number);
    const squares = '🟩'.repeat(Math.min(best, 30)) + '🟨'.repeat(Math.min(number - best, 30));
    const [day, help] = [this.#day, this.#progress.isHelped(puzzle) ? '💡' : ''];
    const title = day === null ? puzzle.title : `${this.#data.title}, ${this.#dayText(day)}: ${puzzle.title}`;
    const link = day === null ? '' : `\n${this.#address()}`;
    return `${title} – ${own}, ${par(puzzle)}${mark}\n${squares}${help}${link}`;
  }

  /** Returns the address of the puzzle alone, or of its day. */
  #address(): string {
    const [day, puzzle] = [this.#day, this.#puzzle];
    const hash = day !== null ? `#/${day}` : puzzle === null ? location.hash : addressOf(puzzle);
    return new URL(hash, location.href).href;
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

/** Whether a position has occurred three times. */
function isRepeated({ frames }: Play): boolean {
  const now = frames.at(-1)?.text;
  return frames.filter(({ text }) => text === now).length >= 3;
}

/** Returns the picture of a puzzle. */
function picture(text: string): string | null {
  return (JSON.parse(core.board(text)) as Board).svg;
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
  const page = new Page(data);
  // The first pictures are on the screen before the larger part of the work.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const module = await compileCore();
  core.initSync({ module });
  page.begin(module);
}

// The search worker runs this script too.
if ('document' in globalThis) {
  void start();
} else {
  work();
}
