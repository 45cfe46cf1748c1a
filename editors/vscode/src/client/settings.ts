/** The settings as the server reads them. */

/** What the server knows under `carom`; the rest is the extension's own. */
const KNOWN = ['rules', 'limits', 'log'] as const;

/**
 * What stands for "not set" in the settings page, which has no way to take a
 * value back: an empty text, and no number of positions or jobs.
 */
const UNSET: readonly unknown[] = ['', 0, null, undefined];

/** The members of the `carom` settings that the server takes, as they are set. */
export function serverSettings(settings: unknown): Record<string, unknown> {
  const { limits, ...others } = Object.fromEntries(
    members(settings).filter(([key]) => KNOWN.some((known) => known === key)),
  );
  return Object.fromEntries([
    ...members(others),
    ...(limits === undefined ? [] : [['limits', Object.fromEntries(members(limits))]]),
  ]);
}

/** The members of an object that are set. */
function members(value: unknown): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.entries(value).filter(([, member]) => !UNSET.includes(member)) : [];
}
