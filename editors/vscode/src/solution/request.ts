/** Asking the server for a solution. */

import type { CancellationToken, Uri } from 'vscode';
import { ErrorCodes, type LanguageClient, ResponseError } from 'vscode-languageclient/node';
import type { Of, Place, Solution, SolutionParams } from './protocol.ts';

/** What the panel says when the server does not know the request. */
export const TOO_OLD = 'This carom cannot draw solutions yet. Update it, then restart the server.';

/** What came of asking. */
export type Answer =
  | { readonly kind: 'found'; readonly solution: Solution }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'too old' };

/** The solution of the puzzle at a position. */
export async function ask(
  client: LanguageClient,
  uri: Uri,
  position: Place,
  of: Of,
  token: CancellationToken,
): Promise<Answer> {
  const params: SolutionParams = {
    textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
    position,
    of,
  };
  try {
    const solution = await client.sendRequest<Solution | null>('carom/solution', params, token);
    return solution === null ? { kind: 'nothing' } : { kind: 'found', solution };
  } catch (error) {
    if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) {
      return { kind: 'too old' };
    }
    // The document was closed, or the text is shorter by now.
    client.debug(`no solution of ${uri}`, error, false);
    return { kind: 'nothing' };
  }
}
