/** What the results of commands say, as sentences. */

/** A refusal, which the server gives as a clause, as a sentence. */
export function refusal(why: string): string {
  return `Not possible: ${why.replace(/\.$/, '')}.`;
}

/** The sentence for a result that is a refusal; null for any other. */
export function refused(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) {
    return null;
  }
  const { refused } = result as Record<string, unknown>;
  return typeof refused === 'string' ? refusal(refused) : null;
}
