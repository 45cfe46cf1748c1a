/** Checks whether the server handles a document, and explains why not. */

import * as vscode from 'vscode';
import { isHeader } from '../formats.ts';
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

/** The editor of a puzzle file that has or last had the focus. */
let followed: vscode.TextEditor | undefined;

/** Registers that an editor has the focus. Returns whether it has a puzzle file. */
export function follow(editor: vscode.TextEditor | undefined): boolean {
  const isFollowed = editor !== undefined && isServed(editor.document);
  if (isFollowed) {
    followed = editor;
  }
  return isFollowed;
}

/** Returns the visible editor of a puzzle file that has or last had the focus, also in the panel. */
export function followedEditor(): vscode.TextEditor | null {
  follow(vscode.window.activeTextEditor);
  const isVisible = followed !== undefined && vscode.window.visibleTextEditors.includes(followed);
  return isVisible ? (followed ?? null) : null;
}

/** Returns the editor that commands apply to: no other text may have the focus. */
export function commandEditor(): vscode.TextEditor | null {
  const active = vscode.window.activeTextEditor;
  return active === undefined || isServed(active.document) ? followedEditor() : null;
}

/** Returns the position of the cursor, or of the first puzzle if the cursor is above it. */
export function puzzlePosition({ document, selection: { active } }: vscode.TextEditor): vscode.Position {
  for (let line = 0; line < document.lineCount; line++) {
    if (isHeader(document.lineAt(line).text)) {
      return line > active.line ? new vscode.Position(line, 0) : active;
    }
  }
  return active;
}

/** Returns the editor that commands apply to. If there is none, shows the reason. */
export function servedEditor(where = 'a puzzle of a .carom file'): vscode.TextEditor | null {
  const editor = commandEditor();
  if (editor !== null) {
    return editor;
  }
  const why =
    vscode.window.activeTextEditor?.document.languageId === 'carom'
      ? 'This is a version of the file that cannot be written. Open the file itself first.'
      : `Put the cursor into ${where} first.`;
  void vscode.window.showInformationMessage(why);
  return null;
}
