/** What the player has solved, as a table. */

import { make } from '../src/dom.ts';
import { dayOf, type PageData } from './data.ts';
import type { Progress } from './progress.ts';

/** Returns the statistics of a page. */
export function statistics({ puzzles, daily }: PageData, progress: Progress): Node[] {
  const row = (tag: 'th' | 'td', title: string, cells: readonly (number | string)[]) => {
    const head = make('th', { scope: tag === 'th' ? 'col' : 'row' }, title);
    return make('tr', {}, head, ...cells.map((cell) => make(tag, {}, String(cell))));
  };
  const titles = new Map(puzzles.map(({ game, game_title }) => [game, game_title]));
  const rows = [...titles].map(([game, title]) => {
    const own = puzzles.filter((puzzle) => puzzle.game === game);
    const solved = own.flatMap((puzzle) => {
      const best = progress.of(puzzle);
      return best === null ? [] : [{ puzzle, best }];
    });
    const atPar = solved.filter(({ puzzle, best }) => best.moves === puzzle.moves).length;
    const helped = solved.filter(({ best }) => best.helped).length;
    return row('td', title, [`${solved.length} of ${own.length}`, atPar, helped]);
  });
  const table = make('table', {}, row('th', 'Game', ['Solved', 'At par', 'With help']), ...rows);
  const days = progress.streak(dayOf(new Date()));
  const streak = daily === null ? [] : [make('p', {}, `Puzzles of the day in a row: ${days}.`)];
  return [
    make('a', { href: '#', className: 'page-button' }, '‹ All puzzles'),
    make('h2', {}, 'Statistics'),
    table,
    ...streak,
    make('p', {}, 'All of this is stored on this device only.'),
  ];
}
