/** The puzzle that a command of the palette is about. */

import * as vscode from 'vscode';

/** The arguments of the server's commands, for the puzzle that the cursor is in. */
export function argumentsAtCursor(): unknown[] | null {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'carom') {
    void vscode.window.showInformationMessage('Put the cursor into a puzzle of a .carom file first.');
    return null;
  }
  return [{ uri: editor.document.uri.toString(), line: editor.selection.active.line }];
}
