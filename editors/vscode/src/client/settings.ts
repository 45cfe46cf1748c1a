/** Converts the settings to the form that the server reads. */

/** The members of `carom` that the server knows. All others belong to the extension. */
const KNOWN = [
  'lints',
  'limits',
  'require',
  'format',
  'answers',
  'hoverMap',
  'showUnfinished',
  'log',
] as const;

/**
 * Values that mean "not set": the settings page cannot unset a value. These are
 * an empty text or list, zero positions or jobs, and an empty requirement.
 */
const UNSET: readonly unknown[] = ['', 0, false, null, undefined];

/** Returns the members of the `carom` settings that the server knows and that are set. */
export function serverSettings(settings: unknown): Record<string, unknown> {
  const known = members(settings).filter(([key]) => KNOWN.some((known) => known === key));
  return Object.fromEntries(
    known.map(([key, value]) => [
      key,
      typeof value === 'object' ? Object.fromEntries(members(value)) : value,
    ]),
  );
}

/** Returns the members of an object that are set. */
function members(value: unknown): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.entries(value).filter(([, member]) => isSet(member)) : [];
}

function isSet(value: unknown): boolean {
  return !UNSET.includes(value) && !(Array.isArray(value) && value.length === 0);
}
