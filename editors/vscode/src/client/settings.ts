/** The settings as the server reads them. */

/** What the server knows under `carom`; the rest is the extension's own. */
const KNOWN = ['rules', 'limits', 'log'] as const;

/** The members of the `carom` settings that the server takes, as they are set. */
export function serverSettings(settings: unknown): Record<string, unknown> {
  const taken: Record<string, unknown> = {};
  if (typeof settings !== 'object' || settings === null) {
    return taken;
  }
  for (const [key, value] of Object.entries(settings)) {
    if (KNOWN.some((known) => known === key) && value !== null && value !== undefined) {
      taken[key] = value;
    }
  }
  return taken;
}
