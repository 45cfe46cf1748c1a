/** Turns the results of commands into sentences. */

/** Turns the server's reason for a refusal, a clause, into a sentence. */
export function refusal(why: string): string {
  return `Not possible: ${why.replace(/\.$/, '')}.`;
}

/** Returns the sentence for a refusal; null for any other result. */
export function refused(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) {
    return null;
  }
  const { refused } = result as Record<string, unknown>;
  return typeof refused === 'string' ? refusal(refused) : null;
}
