/** The documents that the server takes, and what is said where it does not take one. */

import * as vscode from 'vscode';
import { servedSchemes } from './schemes.ts';

/** The schemes of the documents that the server takes. */
export function schemes(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return servedSchemes(
    folders.map(({ uri }) => uri.scheme),
    (scheme) => vscode.workspace.fs.isWritableFileSystem(scheme),
  );
}

/** Whether the server takes a document. */
export function isServed({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'carom' && schemes().includes(uri.scheme);
}

/** The editor that has the focus, if its document is one of the server's; says why, if not. */
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
