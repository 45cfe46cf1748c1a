/** What the player has solved, as a table. */

import { dayOf, type PageData } from './data.ts';
import type { Progress } from './progress.ts';

/** Returns the statistics of a page. */
export function statistics({ puzzles, daily }: PageData, progress: Progress): Node[] {
  const make = (tag: string, ...content: (Node | string)[]) => {
    const made = document.createElement(tag);
    made.append(...content);
    return made;
  };
  const row = (tag: string, title: string, cells: readonly (number | string)[]) => {
    const head = make('th', title);
    head.setAttribute('scope', tag === 'th' ? 'col' : 'row');
    return make('tr', head, ...cells.map((cell) => make(tag, String(cell))));
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
  const table = make('table', row('th', 'Game', ['Solved', 'At par', 'With help']), ...rows);
  const back = document.createElement('a');
  back.href = '#';
  back.className = 'page-button';
  back.textContent = '‹ All puzzles';
  const days = progress.streak(dayOf(new Date()));
  const streak = daily === null ? [] : [make('p', `Puzzles of the day in a row: ${days}.`)];
  return [
    back,
    make('h2', 'Statistics'),
    table,
    ...streak,
    make('p', 'All of this is stored on this device only.'),
  ];
}
