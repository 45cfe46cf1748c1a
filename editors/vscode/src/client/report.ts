/** Telling what came of the server's commands. */

import * as vscode from 'vscode';
import { refused } from '../../../web/src/outcome.ts';

/** Commands of which the server itself tells how far they are, and what came of them. */
const TOLD: ReadonlySet<string> = new Set([
  'carom.harder',
  'carom.easier',
  'carom.hardest',
  'carom.minimise',
  'carom.generate',
]);

/** Executes a command, and says what it refuses. */
export async function report<T>(command: string, execute: () => T): Promise<Awaited<T>> {
  const result = await execute();
  const why = TOLD.has(command) ? null : refused(result);
  if (why !== null) {
    void vscode.window.showWarningMessage(why);
  }
  return result;
}
