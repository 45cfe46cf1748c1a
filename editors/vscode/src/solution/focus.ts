/** Commands that need the focus in the editor of a text. */

import * as vscode from 'vscode';
import { bring } from './places.ts';

/** How many milliseconds the focus may take to come. */
const PATIENCE = 500;

/** Waits until something is so, as an event may tell; not for ever. */
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
 * Executes a command that changes the text of the editor with the focus. The
 * window moves the focus in its own time, so it is tried again where nothing
 * has changed; there may be nothing to change as well.
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
