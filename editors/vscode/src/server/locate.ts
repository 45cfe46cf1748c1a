/** Finding a carom program that will do. */

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { type Candidate, candidates, expandSetting, type Surroundings } from './candidates.ts';
import { isEnough, readVersion } from './version.ts';

/** A program that works as the server. */
export interface Server extends Candidate {
  readonly version: string;
}

/** Why a place has no server. */
export type Fault =
  | { readonly kind: 'absent' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'old'; readonly version: string };

/** A place that was looked at in vain. */
export interface Refused extends Candidate {
  readonly fault: Fault;
}

/** What looking for the server came to. */
export interface Search {
  readonly server: Server | null;
  /** The place that the setting names, if it does. */
  readonly setting: string | null;
  /** All places that were looked at. */
  readonly places: readonly Candidate[];
  /** What was found before, and would not do. */
  readonly refused: readonly Refused[];
}

/** The version of the program at a path, or what is wrong with it. */
export type Probe = (path: string) => Promise<{ readonly version: string } | Fault>;

/** Programs that do not answer are given up after this many milliseconds. */
const PATIENCE = 10_000;

/** Runs `carom --version`. */
export const probe: Probe = async (path) => {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) {
    return { kind: found?.isDirectory() ? 'folder' : 'absent' };
  }
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: PATIENCE, windowsHide: true }, (error, output) => {
      const version = error ? null : readVersion(output);
      if (version !== null) {
        resolve({ version });
      } else {
        const reason = error ? error.message.trim() : 'it does not answer `--version` as carom does';
        resolve({ kind: 'broken', reason });
      }
    });
  });
};

/**
 * Looks for a server. A setting means that place and no other: to run
 * something else in its stead would hide the mistake.
 */
export async function locate(
  setting: string | null,
  around: Surroundings,
  ask: Probe = probe,
): Promise<Search> {
  const chosen = setting?.trim() ? expandSetting(setting, around) : null;
  const places =
    chosen === null ? candidates(around) : [{ path: chosen, origin: 'the setting carom.server.path' }];
  const refused: Refused[] = [];
  for (const place of places) {
    const answer = await ask(place.path);
    const fault = 'kind' in answer ? answer : tooOld(answer.version);
    if (fault === null && 'version' in answer) {
      return { server: { ...place, version: answer.version }, setting: chosen, places, refused };
    }
    const isNothing = fault?.kind === 'absent' || fault?.kind === 'folder';
    if (fault !== null && (!isNothing || chosen !== null)) {
      refused.push({ ...place, fault });
    }
  }
  return { server: null, setting: chosen, places, refused };
}

function tooOld(version: string): Fault | null {
  return isEnough(version) ? null : { kind: 'old', version };
}
