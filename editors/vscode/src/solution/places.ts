/** Finds the puzzle that the panel shows. */

import * as vscode from 'vscode';
import type { Where } from '../../../web/src/host.ts';
import { isServed } from '../client/served.ts';

/** Returns the positions to try: the cursor, then the last puzzle. */
export function places(last: Where | null): Where[] {
  const found: Where[] = [];
  const active = vscode.window.activeTextEditor;
  const editor = active && isServed(active.document) ? active : last && editorOf(vscode.Uri.parse(last.uri));
  if (editor) {
    const { line, character } = editor.selection.active;
    found.push({ uri: editor.document.uri.toString(), position: { line, character } });
  }
  if (last !== null) {
    found.push(last);
  }
  return found;
}

/** Returns the visible editor of a document. */
export function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
}

/** Reveals the editor of a document, with the cursor on `line` if given. */
export async function bring(uri: vscode.Uri, line: number | null = null): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const start = line === null ? null : new vscode.Position(line, 0);
  await vscode.window.showTextDocument(document, {
    viewColumn: editorOf(uri)?.viewColumn ?? vscode.ViewColumn.One,
    ...(start && { selection: new vscode.Range(start, start) }),
  });
}
