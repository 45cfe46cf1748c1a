/** Checks whether the server handles a document, and explains why not. */

import * as vscode from 'vscode';
import { servedSchemes } from './schemes.ts';

/** Returns the URI schemes of the documents that the server handles. */
export function schemes(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return servedSchemes(
    folders.map(({ uri }) => uri.scheme),
    (scheme) => vscode.workspace.fs.isWritableFileSystem(scheme),
  );
}

/** Whether the server handles a document. */
export function isServed({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'carom' && schemes().includes(uri.scheme);
}

/** Returns the active editor if the server handles its document. Otherwise shows the reason. */
export function servedEditor(where = 'a puzzle of a .carom file'): vscode.TextEditor | null {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined && isServed(editor.document)) {
    return editor;
  }
  const why =
    editor?.document.languageId === 'carom'
      ? 'This is a version of the file that cannot be written. Open the file itself first.'
      : `Put the cursor into ${where} first.`;
  void vscode.window.showInformationMessage(why);
  return null;
}
