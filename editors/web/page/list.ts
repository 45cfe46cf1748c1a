/** The list of puzzles, and its filters, which are kept in the address. */

import { crop } from '../src/compact.ts';
import { drawing, element, make } from '../src/dom.ts';
import { addressOf, isDuel, isSolvable, type PagePuzzle, par } from './data.ts';
import type { Best, Progress } from './progress.ts';

interface Entry {
  readonly puzzle: PagePuzzle;
  readonly item: HTMLLIElement;
  readonly link: HTMLAnchorElement;
  readonly mark: HTMLElement;
}

/** The puzzles of a file. */
interface Section {
  readonly root: HTMLElement;
  readonly progress: HTMLElement;
  readonly entries: readonly Entry[];
}

/** The filters of the list, as in the address. */
export interface Filter {
  readonly name?: string;
  readonly game?: string;
  readonly difficulty?: string;
  readonly least?: string;
  readonly most?: string;
  readonly unsolved?: string;
}

/** Whether a filter accepts a puzzle. A puzzle without a par has no number of moves. */
export function fits(puzzle: PagePuzzle, filter: Filter, isSolved: boolean): boolean {
  const { title, author, moves } = puzzle;
  const words = `${title} ${author ?? ''}`.toLowerCase();
  return (
    (!filter.game || filter.game === puzzle.game) &&
    (!filter.difficulty || filter.difficulty === puzzle.difficulty) &&
    (!filter.unsolved || !isSolved) &&
    words.includes((filter.name ?? '').trim().toLowerCase()) &&
    (!filter.least || (moves !== null && moves >= Number(filter.least))) &&
    (!filter.most || (moves !== null && moves <= Number(filter.most)))
  );
}

const FILTERS = ['name', 'game', 'difficulty', 'least', 'most', 'unsolved'] as const;

export class List {
  readonly #progress: Progress;
  readonly #sections: readonly Section[];
  readonly #entries: readonly Entry[];
  readonly #draw: (puzzle: PagePuzzle) => string | null;
  readonly #form = element('page-filters', HTMLFormElement);
  readonly #count = element('page-count', HTMLElement);
  readonly #none = element('page-none', HTMLElement);
  readonly #fields = new Map(
    FILTERS.map((name) => [name, this.#form.querySelector<HTMLInputElement>(`#page-${name}`)]),
  );
  readonly #seen = new IntersectionObserver((seen) => {
    for (const { target } of seen.filter(({ isIntersecting }) => isIntersecting)) {
      this.#show(target);
    }
  });

  /** `draw` returns the picture of a puzzle; `filtered` is called after each change of a filter. */
  constructor(
    puzzles: readonly PagePuzzle[],
    progress: Progress,
    draw: (puzzle: PagePuzzle) => string | null,
    filtered: () => void,
  ) {
    this.#progress = progress;
    this.#draw = draw;
    const games = new Map(puzzles.map(({ game, game_title }) => [game, game_title]));
    const names = [...new Set(puzzles.map(({ section }) => section))];
    this.#sections = names.map((name) => {
      const own = puzzles.filter(({ section }) => section === name);
      return section(
        name,
        byDifficulty(own).map((puzzle) => entry(puzzle, games.size > 1)),
      );
    });
    this.#entries = this.#sections.flatMap(({ entries }) => entries);
    element('page-items', HTMLElement).append(...this.#sections.map(({ root }) => root));
    this.#none.querySelector('button')?.addEventListener('click', () => {
      this.query = '';
      this.#fields.get('name')?.focus();
      filtered();
    });
    offer(element('page-game', HTMLSelectElement), [...games]);
    const levels = new Set(puzzles.flatMap(({ difficulty }) => difficulty ?? []));
    offer(
      element('page-difficulty', HTMLSelectElement),
      [...levels].map((level) => [level, level]),
    );
    this.#form.addEventListener('input', () => {
      this.#filter();
      filtered();
    });
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    addEventListener('beforeprint', () => {
      for (const { item } of this.#entries.filter(({ item }) => !item.hidden)) {
        this.#show(item);
      }
      for (const details of document.querySelectorAll<HTMLDetailsElement>('#page-guide details')) {
        details.open = true;
      }
    });
    this.show();
  }

  /** Draws the pictures that are in view and missing. */
  show(): void {
    for (const { item } of this.#entries) {
      this.#seen.observe(item);
    }
  }

  /** Applies the filters to the stored progress, and marks the current puzzle. */
  refresh(current: PagePuzzle | null): void {
    this.#filter(current);
  }

  /** The filters as the query of an address, without a leading `?`. */
  get query(): string {
    return new URLSearchParams(Object.entries(this.#values()).filter(([, value]) => value !== '')).toString();
  }

  /** Sets the filters from the query of an address. */
  set query(query: string) {
    if (query !== this.query) {
      const values = new URLSearchParams(query);
      for (const [name, field] of this.#fields) {
        if (field?.type === 'checkbox') {
          field.checked = values.has(name);
        } else if (field) {
          field.value = values.get(name) ?? '';
        }
      }
      this.#filter();
    }
  }

  /** Returns the visible puzzles. */
  shown(): readonly PagePuzzle[] {
    return this.#entries.filter(({ item }) => !item.hidden).map(({ puzzle }) => puzzle);
  }

  /** Returns the next unsolved puzzle in the list, from the start again after the end. */
  nextUnsolved(current: PagePuzzle | null): PagePuzzle | null {
    const filter: Filter = this.#values();
    const all = this.#entries.map(({ puzzle }) => puzzle);
    const at = current === null ? -1 : all.indexOf(current);
    const others = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
    const isOpen = (puzzle: PagePuzzle) => isSolvable(puzzle) && this.#progress.of(puzzle) === null;
    return others.find((puzzle) => isOpen(puzzle) && fits(puzzle, filter, false)) ?? null;
  }

  /** Returns the easiest puzzle of each game. */
  easiest(): readonly PagePuzzle[] {
    const all = this.#entries.map(({ puzzle }) => puzzle).filter(isSolvable);
    const games = [...new Set(all.map(({ game }) => game))];
    return games.flatMap((game) => byDifficulty(all.filter((puzzle) => puzzle.game === game)).slice(0, 1));
  }

  /** Marks the current puzzle and the solved ones. */
  mark(current: PagePuzzle | null): void {
    const query = this.query;
    const isSolved = ({ puzzle }: Entry) => this.#progress.of(puzzle) !== null;
    for (const { puzzle, link, mark } of this.#entries) {
      const best = this.#progress.of(puzzle);
      const [text, href] = [
        best === null ? '' : solvedIn(puzzle, best),
        `${addressOf(puzzle)}${query && `?${query}`}`,
      ];
      // Most stay as they are, and there may be thousands.
      if (mark.textContent !== text) {
        mark.textContent = text;
      }
      if (link.getAttribute('href') !== href) {
        link.href = href;
      }
      if (puzzle === current) {
        link.setAttribute('aria-current', 'page');
        link.scrollIntoView({ block: 'nearest' });
      } else {
        link.removeAttribute('aria-current');
      }
    }
    for (const { progress, entries } of this.#sections) {
      progress.textContent = `${entries.filter(isSolved).length} of ${entries.length}`;
    }
    const [shown, all] = [this.shown().length, this.#entries.length];
    const solved = this.#entries.filter(isSolved).length;
    const of = shown === all ? puzzles(all) : `${shown} of ${puzzles(all)}`;
    this.#count.textContent = `${of}, ${solved} solved`;
  }

  /** Returns a link to a puzzle with its picture, for the start of the page. */
  card(puzzle: PagePuzzle, about: string, address = addressOf(puzzle)): HTMLAnchorElement {
    const figure = span('page-figure carom-drawing', ...this.#thumbnail(puzzle));
    const texts = [span('page-about', about), ' ', name(puzzle), ' ', span('page-about', par(puzzle))];
    return make('a', { href: address }, figure, span('page-texts', ...texts));
  }

  /** Moves the focus to the entry of a puzzle. */
  focus(puzzle: PagePuzzle): void {
    this.#entries.find((one) => one.puzzle === puzzle)?.link.focus();
  }

  #values(): Record<string, string> {
    return Object.fromEntries(
      [...this.#fields].map(([name, field]) => [
        name,
        field?.type === 'checkbox' ? (field.checked ? '1' : '') : (field?.value ?? ''),
      ]),
    );
  }

  /** Draws the picture of an entry, once. */
  #show(item: Element): void {
    this.#seen.unobserve(item);
    const found = this.#entries.find((one) => one.item === item);
    const figure = item.querySelector('.page-figure');
    if (found !== undefined && figure?.firstChild === null) {
      figure.append(...this.#thumbnail(found.puzzle));
    }
  }

  /** Returns the picture of a puzzle, if it has one. */
  #thumbnail(puzzle: PagePuzzle): SVGSVGElement[] {
    const svg = this.#draw(puzzle);
    const drawn = svg === null ? null : drawing(svg);
    if (drawn === null) {
      return [];
    }
    drawn.setAttribute('aria-hidden', 'true');
    crop(drawn);
    return [drawn];
  }

  #filter(current = this.#current()): void {
    const filter: Filter = this.#values();
    for (const { puzzle, item } of this.#entries) {
      item.hidden = !fits(puzzle, filter, this.#progress.of(puzzle) !== null);
    }
    for (const { root, entries } of this.#sections) {
      root.hidden = entries.every(({ item }) => item.hidden);
    }
    this.#none.hidden = this.shown().length > 0;
    this.mark(current);
  }

  #current(): PagePuzzle | null {
    return this.#entries.find(({ link }) => link.hasAttribute('aria-current'))?.puzzle ?? null;
  }
}

const puzzles = (number: number) => (number === 1 ? '1 puzzle' : `${number} puzzles`);

/** Adds options; hides a choice of nothing. */
function offer(select: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  select.append(...options.map(([value, label]) => new Option(label, value)));
  select.hidden = options.length < 2;
}

/** Returns the stars of a solution: three at par. */
export function stars({ moves }: PagePuzzle, best: number): string {
  const over = moves === null ? 1 : best - moves;
  return over <= 0 ? '★★★' : over <= 2 ? '★★☆' : '★☆☆';
}

/** Returns the mark of a solved puzzle. */
export function solvedIn(puzzle: PagePuzzle, { moves, helped }: Best): string {
  const help = helped ? ' 💡' : '';
  if (isDuel(puzzle)) {
    return `✓ ${puzzle.summary.startsWith('loss') ? 'held out' : puzzle.summary === 'draw' ? 'held' : 'won'}${help}`;
  }
  const how = moves === puzzle.moves ? 'solved at par' : `solved in ${moves}`;
  return `${stars(puzzle, moves)} ${how}${help}`;
}

/** Returns puzzles from easy to hard; those without a number of moves are last. */
function byDifficulty(all: readonly PagePuzzle[]): PagePuzzle[] {
  const rank = (puzzle: PagePuzzle) => (isSolvable(puzzle) ? 0 : 1_000) + (puzzle.moves ?? 500);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

const span = (className: string, ...content: readonly (Node | string)[]) =>
  make('span', { className }, ...content);

/** Returns the title of a puzzle, in whatever script it is. */
const name = ({ title }: PagePuzzle) => make('span', { className: 'page-name', dir: 'auto' }, title);

function section(title: string, entries: readonly Entry[]): Section {
  const progress = span('page-progress');
  const label = make('span', { dir: 'auto' }, title || 'Puzzles');
  const list = make('ol', {}, ...entries.map(({ item }) => item));
  const root = make('section', {}, make('h2', {}, label, ' ', progress), list);
  return { root, progress, entries };
}

function entry(puzzle: PagePuzzle, namesGame: boolean): Entry {
  const mark = span('page-mark');
  const { game_title, difficulty, author } = puzzle;
  const about = [namesGame && game_title, par(puzzle), difficulty, author].filter((text) => text);
  const rules = span('page-rules', puzzle.rules);
  const texts = [name(puzzle), ' ', span('page-about', about.join(' · ')), ' ', mark, rules];
  const link = make('a', {}, span('page-figure carom-drawing'), span('page-texts', ...texts));
  return { puzzle, item: make('li', {}, link), link, mark };
}
