/** Telling what came of the server's commands. */

import * as vscode from 'vscode';
import { outcome } from './outcome.ts';

/** Commands that take their time. */
const LONG: Readonly<Record<string, string>> = {
  'carom.harder': 'carom: looking for a harder start',
  'carom.easier': 'carom: looking for an easier start',
};

/** Executes a command; says what it refuses, and what it has found. */
export async function report<T>(command: string, execute: () => T): Promise<Awaited<T>> {
  const title = LONG[command];
  const result =
    title === undefined
      ? await execute()
      : await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () =>
          execute(),
        );
  const told = outcome(result);
  if (told?.kind === 'refused') {
    void vscode.window.showWarningMessage(told.text);
  } else if (told?.kind === 'moved') {
    void vscode.window.showInformationMessage(told.text);
  }
  return result;
}
