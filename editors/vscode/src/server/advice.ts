/** Messages for a user whose server was not found. */

import type { Refused, Search } from './locate.ts';
import { OLDEST } from './version.ts';

/** An action that the user can take. */
export type Remedy = 'install' | 'choose' | 'retry' | 'settings';

/** A message with its buttons, the most helpful first. */
export interface Advice {
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

/** The labels of the buttons. */
export const REMEDIES: Readonly<Record<Remedy, string>> = {
  install: 'How to Install',
  choose: 'Choose the Program…',
  retry: 'Try Again',
  settings: 'Open Settings',
};

/** Describes a rejected program, for the log and for messages. */
export function describe({ path, origin, fault }: Refused): string {
  switch (fault.kind) {
    case 'absent':
      return `${path} (${origin}): there is no such file`;
    case 'folder':
      return `${path} (${origin}): it is a folder, and not the program in it`;
    case 'broken':
      return `${path} (${origin}): it cannot be run: ${fault.reason}`;
    case 'old':
      return `${path} (${origin}): it is carom ${fault.version}, and this extension needs ${OLDEST} or newer`;
  }
}

/** Returns the message for a failed search. */
export function advice(search: Search): Advice {
  const [first] = search.refused;
  if (search.setting !== null && first !== undefined) {
    return {
      message: `The setting carom.server.path does not help: ${describe(first)}. Correct the setting or remove it.`,
      remedies: ['settings', 'choose', 'install'],
    };
  }
  if (first?.fault.kind === 'old') {
    return {
      message: `carom is too old: ${describe(first)}. Update it as you installed it, then try again.`,
      remedies: ['install', 'retry', 'choose'],
    };
  }
  if (first !== undefined) {
    return {
      message: `carom was found, but does not work: ${describe(first)}.`,
      remedies: ['install', 'retry', 'choose'],
    };
  }
  return {
    message:
      'The program carom, which checks and solves puzzles, was not found. Install it, or choose it if you have it. Until then there are only colours and snippets.',
    remedies: ['install', 'choose', 'retry'],
  };
}
