/** Finds a usable carom program. */

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { type Candidate, candidates, expandSetting, type Surroundings } from './candidates.ts';
import { isEnough, readVersion } from './version.ts';

/** A program that can run as the server. */
export interface Server extends Candidate {
  readonly version: string;
}

/** Why a candidate was rejected. */
export type Fault =
  | { readonly kind: 'absent' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'old'; readonly version: string };

/** A rejected candidate. */
export interface Refused extends Candidate {
  readonly fault: Fault;
}

/** The result of the search for the server. */
export interface Search {
  readonly server: Server | null;
  /** The path from the setting, if it is set. */
  readonly setting: string | null;
  /** All paths that were tried. */
  readonly places: readonly Candidate[];
  /** The programs that were found but rejected, up to the first usable one. */
  readonly refused: readonly Refused[];
}

/** Returns the version of the program at a path, or the reason to reject it. */
export type Probe = (path: string) => Promise<{ readonly version: string } | Fault>;

/** How long to wait for a program, in milliseconds. */
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
 * Finds a server. If the setting has a path, only that path is tried: running
 * another program would hide the mistake.
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
