/** Finds the puzzle that the panel shows. */

import * as vscode from 'vscode';
import type { Where } from '../../../web/src/host.ts';
import { followedEditor, isServed, puzzlePosition } from '../client/served.ts';

/**
 * Returns the position to try: in the editor that has or last had the focus, or another visible one.
 * If no editor shows a puzzle file, the last puzzle stays.
 */
export function places(last: Where | null): Where[] {
  const visible = vscode.window.visibleTextEditors.find(({ document }) => isServed(document));
  const editor = followedEditor() ?? (last && editorOf(vscode.Uri.parse(last.uri))) ?? visible;
  if (editor === undefined) {
    return last === null ? [] : [last];
  }
  return [{ uri: editor.document.uri.toString(), position: puzzlePosition(editor) }];
}

/** Returns the visible editor of a document. */
export function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
}

/** Reveals the editor of a document, with the cursor at a position if given. */
export async function bring(uri: vscode.Uri, at: Where['position'] | null = null): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const start = at && new vscode.Position(at.line, at.character);
  await vscode.window.showTextDocument(document, {
    viewColumn: editorOf(uri)?.viewColumn ?? vscode.ViewColumn.One,
    ...(start && { selection: new vscode.Range(start, start) }),
  });
}
