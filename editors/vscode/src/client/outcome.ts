/** What the result of a command says, as a sentence. */

export interface Outcome {
  readonly kind: 'refused' | 'moved';
  readonly text: string;
}

/** The sentence for a result; null where there is nothing to tell. */
export function outcome(result: unknown): Outcome | null {
  if (typeof result !== 'object' || result === null) {
    return null;
  }
  const { refused, moved, from, to, before, after } = result as Record<string, unknown>;
  if (typeof refused === 'string') {
    return { kind: 'refused', text: refused };
  }
  if (typeof moved === 'string') {
    return { kind: 'moved', text: `Moved from ${from} to ${to}: ${after} moves, before ${before}.` };
  }
  return null;
}
