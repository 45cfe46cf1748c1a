/** Parses and compares the versions of carom. */

import semver from 'semver';

/** The oldest supported server version. */
export const OLDEST = '0.1.0';

/** Returns the version in the output of `carom --version`, or null. */
export function readVersion(output: string): string | null {
  const found = /^carom (\S+)\s*$/m.exec(output);
  return semver.valid(found?.[1] ?? null);
}

/** Whether a server version is supported. A pre-release counts as the release it leads to. */
export function isEnough(version: string, oldest: string = OLDEST): boolean {
  return semver.compare(semver.coerce(version) ?? version, oldest) >= 0;
}
