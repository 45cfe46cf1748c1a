/** The list of puzzles, and its filters, which are kept in the address. */

import { crop } from '../src/compact.ts';
import { drawing, element } from '../src/dom.ts';
import { type PagePuzzle, par } from './data.ts';
import type { Progress } from './progress.ts';

interface Entry {
  readonly puzzle: PagePuzzle;
  readonly item: HTMLLIElement;
  readonly link: HTMLAnchorElement;
  readonly mark: HTMLElement;
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
  readonly #entries: readonly Entry[];
  readonly #draw: (puzzle: PagePuzzle) => string | null;
  readonly #form = element('page-filters', HTMLFormElement);
  readonly #count = element('page-count', HTMLElement);
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
    this.#entries = puzzles.map((puzzle) => entry(puzzle, games.size > 1));
    element('page-items', HTMLElement).append(...this.#entries.map(({ item }) => item));
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
    for (const { item } of this.#entries) {
      this.#seen.observe(item);
    }
    this.#filter();
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
  nextUnsolved(current: PagePuzzle): PagePuzzle | null {
    const all = this.#entries.map(({ puzzle }) => puzzle);
    const at = all.indexOf(current);
    const others = [...all.slice(at + 1), ...all.slice(0, at)];
    return others.find((puzzle) => this.#progress.of(puzzle) === null) ?? null;
  }

  /** Marks the current puzzle and the solved ones. */
  mark(current: PagePuzzle | null): void {
    const query = this.query;
    for (const { puzzle, link, mark } of this.#entries) {
      const best = this.#progress.of(puzzle);
      mark.textContent = best === null ? '' : solvedIn(puzzle, best);
      link.href = `#/${puzzle.fragment}${query && `?${query}`}`;
      if (puzzle === current) {
        link.setAttribute('aria-current', 'page');
        link.scrollIntoView({ block: 'nearest' });
      } else {
        link.removeAttribute('aria-current');
      }
    }
    const [shown, all] = [this.shown().length, this.#entries.length];
    const solved = this.#entries.filter(({ puzzle }) => this.#progress.of(puzzle) !== null).length;
    const of = shown === all ? puzzles(all) : `${shown} of ${puzzles(all)}`;
    this.#count.textContent = `${of}, ${solved} solved`;
  }

  /** Shows the puzzle of the day above the list. */
  offer(puzzle: PagePuzzle | null): void {
    const link = element('page-daily', HTMLAnchorElement);
    link.hidden = puzzle === null;
    const [figure, name] = [link.querySelector('.page-figure'), link.querySelector('.page-name')];
    if (puzzle !== null && name !== null && name.textContent !== puzzle.title) {
      name.textContent = puzzle.title;
      figure?.replaceChildren(...this.#thumbnail(puzzle));
    }
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

  #filter(): void {
    const filter: Filter = this.#values();
    for (const { puzzle, item } of this.#entries) {
      item.hidden = !fits(puzzle, filter, this.#progress.of(puzzle) !== null);
    }
    this.mark(this.#entries.find(({ link }) => link.hasAttribute('aria-current'))?.puzzle ?? null);
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
export function solvedIn(puzzle: PagePuzzle, best: number): string {
  if (puzzle.game === 'slider') {
    return '✓ played';
  }
  return best === puzzle.moves ? '★★★ solved at par' : `${stars(puzzle, best)} solved in ${best}`;
}

function entry(puzzle: PagePuzzle, namesGame: boolean): Entry {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const part = (className: string, text: string) => {
    const span = document.createElement('span');
    span.className = className;
    span.textContent = text;
    return span;
  };
  const mark = part('page-mark', '');
  const texts = document.createElement('span');
  texts.className = 'page-texts';
  const { title, game_title, difficulty, author } = puzzle;
  const about = [namesGame && game_title, par(puzzle), difficulty, author].filter((text) => text);
  const rules = part('page-rules', puzzle.rules);
  texts.append(part('page-name', title), ' ', part('page-about', about.join(' · ')), ' ', mark, rules);
  link.append(part('page-figure carom-drawing', ''), texts);
  item.append(link);
  return { puzzle, item, link, mark };
}
