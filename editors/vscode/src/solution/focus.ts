/** Runs commands that require the focus in a text editor. */

import * as vscode from 'vscode';
import { bring } from './places.ts';

/** How long to wait for the focus, in milliseconds. */
const PATIENCE = 500;

/** Waits for a condition, which is checked at each event, with a timeout. */
export async function settled<T>(event: vscode.Event<T>, isSo: () => boolean): Promise<void> {
  if (isSo()) {
    return;
  }
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(done, PATIENCE);
    const listener = event(() => {
      if (isSo()) {
        done();
      }
    });
  });
}

/**
 * Executes a command that changes the text of the focused editor. The focus
 * moves asynchronously, so the command is repeated if nothing has changed.
 * There may also be nothing to undo or redo.
 */
export async function inEditor(uri: vscode.Uri, command: 'undo' | 'redo'): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { version } = document;
  for (let attempt = 0; attempt < 3 && document.version === version; attempt++) {
    await bring(uri);
    await settled(
      vscode.window.onDidChangeActiveTextEditor,
      () => vscode.window.activeTextEditor?.document === document,
    );
    await vscode.commands.executeCommand(command);
    await settled(vscode.workspace.onDidChangeTextDocument, () => document.version !== version);
  }
}
