/** What the results of commands say, as sentences. */

export interface Outcome {
  readonly kind: 'refused' | 'moved';
  readonly text: string;
}

/** A refusal, which the server gives as a clause, as a sentence. */
export function refusal(why: string): string {
  return `Not possible: ${why.replace(/\.$/, '')}.`;
}

/** The sentence for a result; null where there is nothing to tell. */
export function outcome(result: unknown): Outcome | null {
  if (typeof result !== 'object' || result === null) {
    return null;
  }
  const { refused, moved, from, to, before, after } = result as Record<string, unknown>;
  if (typeof refused === 'string') {
    return { kind: 'refused', text: refusal(refused) };
  }
  if (typeof moved === 'string') {
    return { kind: 'moved', text: `Moved from ${from} to ${to}: ${after} moves, before ${before}.` };
  }
  return null;
}
