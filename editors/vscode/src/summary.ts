/** The state of the server in a few words. */

import type { Solving } from './client/searches.ts';
import type { Health } from './client/session.ts';

/** What the status bar shows. */
export interface Summary {
  /** The name of a codicon. */
  readonly icon: string;
  readonly text: string;
  readonly detail: string;
  readonly isWrong: boolean;
}

/** Sums up the server's health and what it is solving. */
export function summary(health: Health, solving: Solving, searches: readonly string[]): Summary {
  switch (health.kind) {
    case 'starting':
      return { icon: 'sync~spin', text: 'carom', detail: 'carom is starting', isWrong: false };
    case 'missing':
      return {
        icon: 'warning',
        text: 'carom: not found',
        detail: 'The program carom was not found or is too old. Click to see what to do.',
        isWrong: true,
      };
    case 'failed':
      return { icon: 'warning', text: 'carom: stopped', detail: health.reason, isWrong: true };
    case 'running': {
      const { server } = health;
      if (solving.open === 0) {
        const detail = `carom ${server.version}, from ${server.origin}: nothing to solve`;
        return { icon: 'check', text: 'carom', detail, isWrong: false };
      }
      const hidden = solving.open - solving.titles.length;
      const names = [...solving.titles, ...(hidden > 0 ? [`${hidden} more`] : [])];
      const progress = searches.filter((message) => message !== '');
      return {
        icon: 'sync~spin',
        text: `carom: solving ${solving.open}`,
        detail: [`Solving ${names.join(', ')}`, ...progress, 'Click to stop.'].join('\n'),
        isWrong: false,
      };
    }
  }
}
