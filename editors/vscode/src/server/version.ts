/** What `carom --version` says, and whether it is enough. */

import semver from 'semver';

/** The oldest server that this extension works with. */
export const OLDEST = '0.1.0';

/** The version in the output of `carom --version`, or null where there is none. */
export function readVersion(output: string): string | null {
  const found = /^carom (\S+)\s*$/m.exec(output);
  return semver.valid(found?.[1] ?? null);
}

/**
 * Whether a server of this version will do. What was built on the way to a
 * version counts as that version.
 */
export function isEnough(version: string, oldest: string = OLDEST): boolean {
  return semver.compare(semver.coerce(version) ?? version, oldest) >= 0;
}
