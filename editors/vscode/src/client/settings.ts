/** The settings as the server reads them. */

/** What the server knows under `carom`; the rest is the extension's own. */
const KNOWN = ['lints', 'limits', 'require', 'format', 'answers', 'hoverMap', 'log'] as const;

/**
 * What stands for "not set" in the settings page, which has no way to take a
 * value back: an empty text or list, no number of positions or jobs, and no
 * demand.
 */
const UNSET: readonly unknown[] = ['', 0, false, null, undefined];

/** The members of the `carom` settings that the server takes, as they are set. */
export function serverSettings(settings: unknown): Record<string, unknown> {
  const known = members(settings).filter(([key]) => KNOWN.some((known) => known === key));
  return Object.fromEntries(
    known.map(([key, value]) => [
      key,
      typeof value === 'object' ? Object.fromEntries(members(value)) : value,
    ]),
  );
}

/** The members of an object that are set. */
function members(value: unknown): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.entries(value).filter(([, member]) => isSet(member)) : [];
}

function isSet(value: unknown): boolean {
  return !UNSET.includes(value) && !(Array.isArray(value) && value.length === 0);
}
