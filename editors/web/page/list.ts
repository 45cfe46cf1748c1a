/** The list of puzzles, and its filters. */

import { element } from '../src/dom.ts';
import { addressOf, type PagePuzzle, par } from './data.ts';
import type { Progress } from './progress.ts';

interface Entry {
  readonly puzzle: PagePuzzle;
  readonly item: HTMLLIElement;
  readonly link: HTMLAnchorElement;
  readonly mark: HTMLElement;
}

/** The filters of the list. */
export interface Filter {
  /** A game, or empty for all games. */
  readonly game: string;
  readonly name: string;
  readonly least: number | null;
  readonly most: number | null;
}

/** Whether a filter accepts a puzzle. A puzzle without a par has no number of moves. */
export function fits({ game, title, author, moves }: PagePuzzle, filter: Filter): boolean {
  const { name, least, most } = filter;
  const words = `${title} ${author ?? ''}`.toLowerCase();
  return (
    (filter.game === '' || filter.game === game) &&
    words.includes(name.trim().toLowerCase()) &&
    (least === null || (moves !== null && moves >= least)) &&
    (most === null || (moves !== null && moves <= most))
  );
}

export class List {
  readonly #progress: Progress;
  readonly #entries: readonly Entry[];
  readonly #count = element('page-count', HTMLElement);
  readonly #game = element('page-game', HTMLSelectElement);
  readonly #name = element('page-name', HTMLInputElement);
  readonly #least = element('page-least', HTMLInputElement);
  readonly #most = element('page-most', HTMLInputElement);

  constructor(puzzles: readonly PagePuzzle[], progress: Progress) {
    this.#progress = progress;
    this.#entries = puzzles.map((puzzle) => entry(puzzle));
    element('page-items', HTMLElement).append(...this.#entries.map(({ item }) => item));
    const games = new Map(puzzles.map(({ game, game_title }) => [game, game_title]));
    this.#game.append(...[...games].map(([game, title]) => new Option(title, game)));
    const filters = element('page-filters', HTMLFormElement);
    filters.addEventListener('input', () => this.#filter());
    filters.addEventListener('submit', (event) => event.preventDefault());
    this.#filter();
    this.mark(null);
  }

  /** Returns the visible puzzles. */
  shown(): readonly PagePuzzle[] {
    return this.#entries.filter(({ item }) => !item.hidden).map(({ puzzle }) => puzzle);
  }

  /** Marks the current puzzle and the solved ones. */
  mark(current: PagePuzzle | null): void {
    for (const { puzzle, link, mark } of this.#entries) {
      const best = this.#progress.of(puzzle);
      mark.textContent = best === null ? '' : solvedIn(puzzle, best);
      if (puzzle === current) {
        link.setAttribute('aria-current', 'page');
      } else {
        link.removeAttribute('aria-current');
      }
    }
  }

  #filter(): void {
    const number = ({ value }: HTMLInputElement) => (value === '' ? null : Number(value));
    const [least, most] = [number(this.#least), number(this.#most)];
    const filter = { game: this.#game.value, name: this.#name.value, least, most };
    for (const { puzzle, item } of this.#entries) {
      item.hidden = !fits(puzzle, filter);
    }
    const [shown, all] = [this.shown().length, this.#entries.length];
    this.#count.textContent = shown === all ? puzzles(all) : `${shown} of ${puzzles(all)}`;
  }
}

const puzzles = (number: number) => (number === 1 ? '1 puzzle' : `${number} puzzles`);

/** Returns the mark of a solved puzzle. */
export function solvedIn({ game, moves }: PagePuzzle, best: number): string {
  if (game === 'slider') {
    return '✓ played';
  }
  return best === moves ? '★ solved at par' : `✓ solved in ${best}`;
}

function entry(puzzle: PagePuzzle): Entry {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = addressOf(puzzle);
  const part = (className: string, text: string) => {
    const span = document.createElement('span');
    span.className = className;
    span.textContent = text;
    return span;
  };
  const mark = part('page-mark', '');
  const about = [puzzle.game_title, par(puzzle), ...(puzzle.author === null ? [] : [puzzle.author])];
  link.append(part('page-name', puzzle.title), ' ', part('page-about', about.join(' · ')), ' ', mark);
  item.append(link);
  return { puzzle, item, link, mark };
}
