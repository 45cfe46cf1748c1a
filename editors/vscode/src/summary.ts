/** Summarises the state of the server. */

import type { Solving } from './client/searches.ts';
import type { Health, WrongSetting } from './client/session.ts';
import { advice } from './server/advice.ts';
import type { Search } from './server/locate.ts';

/** The content of the status bar item. */
export interface Summary {
  /** The name of a codicon. */
  readonly icon: string;
  readonly text: string;
  readonly detail: string;
  readonly isWrong: boolean;
}

/** Summarises the server's health and its searches. */
export function summary(
  health: Health,
  solving: Solving,
  searches: readonly string[],
  wrong: readonly WrongSetting[] = [],
): Summary {
  switch (health.kind) {
    case 'starting':
      return { icon: 'sync~spin', text: 'carom', detail: 'carom is starting', isWrong: false };
    case 'missing':
      return {
        icon: 'warning',
        text: `carom: ${trouble(health.search)}`,
        detail: `${advice(health.search).message} Click to see what to do.`,
        isWrong: health.search.refused.length > 0,
      };
    case 'failed':
      return {
        icon: 'warning',
        text: 'carom: stopped',
        detail: `${health.reason}. Click for a menu.`,
        isWrong: true,
      };
    case 'running': {
      const { server } = health;
      if (wrong.length > 0) {
        const lines = wrong.map(({ setting, message }) => `${setting}: ${message}; its default applies`);
        return {
          icon: 'warning',
          text: wrong.length === 1 ? 'carom: wrong setting' : `carom: ${wrong.length} wrong settings`,
          detail: [...lines, 'Click for a menu with “Open Settings”.'].join('\n'),
          isWrong: true,
        };
      }
      if (solving.open === 0) {
        const detail = `carom ${server.version}, from ${server.origin}: nothing is being solved. Click for a menu.`;
        return { icon: 'check', text: 'carom', detail, isWrong: false };
      }
      const hidden = solving.open - solving.titles.length;
      const names = [...solving.titles, ...(hidden > 0 ? [`${hidden} more`] : [])];
      const progress = searches.filter((message) => message !== '');
      return {
        icon: 'sync~spin',
        text: `carom: solving ${solving.open}`,
        detail: [`Solving ${names.join(', ')}`, ...progress, 'Click for a menu with “Stop Solving”.'].join(
          '\n',
        ),
        isWrong: false,
      };
    }
  }
}

/** Returns the problem with the program, short enough for the status bar. */
function trouble({ refused: [first] }: Search): string {
  switch (first?.fault.kind) {
    case 'old':
      return 'too old';
    case 'broken':
      return 'does not run';
    default:
      return 'not found';
  }
}
