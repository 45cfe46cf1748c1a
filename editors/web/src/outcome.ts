/** Turns the results of commands into sentences. */

import type { SuggestionApplied } from './protocol.ts';

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

/** Returns the sentences for an applied suggestion. */
export function suggestion(result: SuggestionApplied): string {
  const { label, from, to, before, after, complete, unknown } = result;
  const moves = after === 1 ? '1 move' : `${after} moves`;
  const was = before === null ? '' : ` instead of ${before}`;
  const moved = `Moved ${label} from ${from} to ${to}: ${moves}${was}.`;
  const others = unknown === 1 ? '1 other change has' : `${unknown} other changes have`;
  const more = ` It is the best so far: ${others} no answer. Search again to go on from here.`;
  return complete ? moved : moved + more;
}
