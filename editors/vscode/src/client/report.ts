/** Shows the results of the server's commands. */

import * as vscode from 'vscode';
import { refused } from '../../../web/src/outcome.ts';

/** Commands whose progress and result the server itself reports. */
const TOLD: ReadonlySet<string> = new Set([
  'carom.harder',
  'carom.easier',
  'carom.hardest',
  'carom.minimise',
  'carom.generate',
]);

/** Executes a command, and shows the reason if it is refused. */
export async function report<T>(command: string, execute: () => T): Promise<Awaited<T>> {
  const result = await execute();
  const why = TOLD.has(command) ? null : refused(result);
  if (why !== null) {
    void vscode.window.showWarningMessage(why);
  }
  return result;
}
