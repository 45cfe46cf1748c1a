/** Asking the server about a puzzle. */

import type { CancellationToken, Uri } from 'vscode';
import {
  ErrorCodes,
  ExecuteCommandRequest,
  type LanguageClient,
  ResponseError,
} from 'vscode-languageclient/node';
import type { Place } from './protocol.ts';

/** What the panel says when the server does not know a request. */
export const TOO_OLD = 'This carom cannot do that yet. Update it, then restart the server.';

/** What came of asking. */
export type Answer<T> =
  | { readonly kind: 'found'; readonly found: T }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'too old' };

/** What the server says of the puzzle at a position. */
export async function ask<T>(
  client: LanguageClient,
  method: string,
  uri: Uri,
  position: Place,
  more: object,
  token: CancellationToken,
): Promise<Answer<T>> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  try {
    const found = await client.sendRequest<T | null>(method, { textDocument, position, ...more }, token);
    return found === null ? { kind: 'nothing' } : { kind: 'found', found };
  } catch (error) {
    if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) {
      return { kind: 'too old' };
    }
    // The document was closed, or the text is shorter by now.
    client.debug(`no answer to ${method} about ${uri}`, error, false);
    return { kind: 'nothing' };
  }
}

/** What a command about a puzzle gives; a failure is a refusal. */
export async function execute<T>(
  client: LanguageClient,
  command: string,
  uri: Uri,
  line: number,
  more: object = {},
  token?: CancellationToken,
): Promise<T | { readonly refused: string }> {
  const argument = { uri: client.code2ProtocolConverter.asUri(uri), line, ...more };
  try {
    const params = { command, arguments: [argument] };
    return await client.sendRequest(ExecuteCommandRequest.type, params, token);
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
