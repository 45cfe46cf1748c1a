/** Sends requests about a puzzle to the server. */

import { type CancellationToken, Uri } from 'vscode';
import {
  ErrorCodes,
  ExecuteCommandRequest,
  type LanguageClient,
  ResponseError,
  WorkDoneProgress,
} from 'vscode-languageclient/node';
import { Unavailable, type Where } from '../../../web/src/host.ts';
import type { Progress } from '../../../web/src/messages.ts';
import { OWN_PROGRESS } from '../client/searches.ts';

const TOO_OLD = 'This carom cannot do that yet. Update it, then restart the server.';

/** Requests data about the puzzle at a position. Returns null if there is none. */
export async function ask<T>(
  client: LanguageClient,
  method: string,
  { uri, position }: Where,
  more: object,
  token: CancellationToken,
): Promise<T | null> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(Uri.parse(uri)) };
  try {
    return await client.sendRequest<T | null>(method, { textDocument, position, ...more }, token);
  } catch (error) {
    if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) {
      throw new Unavailable(TOO_OLD);
    }
    // The document was closed, or its text is now shorter.
    client.debug(`no answer to ${method} about ${uri}`, error, false);
    return null;
  }
}

let searches = 0;

/** Executes a command for a puzzle, and reports its progress. An error becomes a refusal. */
export async function execute<T>(
  client: LanguageClient,
  command: string,
  { uri, position }: Where,
  more: object,
  token: CancellationToken,
  report: (progress: Progress) => void = () => {},
): Promise<T | { readonly refused: string }> {
  const argument = { uri: client.code2ProtocolConverter.asUri(Uri.parse(uri)), line: position.line, ...more };
  searches += 1;
  const workDoneToken = `${OWN_PROGRESS}${searches}`;
  const listener = client.onProgress(WorkDoneProgress.type, workDoneToken, (progress) => {
    if (progress.kind !== 'end' && progress.message !== undefined) {
      report({ message: progress.message, percentage: progress.percentage });
    }
  });
  try {
    const params = { command, arguments: [argument], workDoneToken };
    return await client.sendRequest(ExecuteCommandRequest.type, params, token);
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  } finally {
    listener.dispose();
  }
}
