/** The connection between the page and the preview server. */

import { Unavailable } from '../src/index.ts';

const ENDED = 'The preview has ended. Start it again, and open its new address.';

/** A position in a document, as defined by the protocol. */
export interface Place {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

/** The answer to a request. */
type Answer<T> = { readonly result: T } | { readonly error: { readonly message: string } };

/** Returns the parameters of a request about a position. */
export function placeOf(uri: string, line: number, character = 0): Place {
  return { textDocument: { uri }, position: { line, character } };
}

/** Sends a request, and returns the result. */
export async function call<T>(method: string, params: object, signal?: AbortSignal): Promise<T> {
  const answer = await send<T>(JSON.stringify({ method, params }), signal);
  if ('error' in answer) {
    throw new Error(answer.error.message);
  }
  return answer.result;
}

async function send<T>(body: string, signal?: AbortSignal): Promise<Answer<T>> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('call', { method: 'POST', headers, body, ...(signal && { signal }) });
    if (response.ok) {
      return await response.json();
    }
  } catch {
    signal?.throwIfAborted();
  }
  throw new Unavailable(ENDED);
}

/** Sends a request, and returns null if it fails: the text may have become shorter. */
export async function find<T>(method: string, params: object, signal: AbortSignal): Promise<T | null> {
  try {
    return await call<T | null>(method, params, signal);
  } catch (error) {
    if (error instanceof Unavailable || signal.aborted) {
      throw error;
    }
    return null;
  }
}
