/** “New puzzle…”: asks for a game, a size and an optional name. */

import * as vscode from 'vscode';
import type { TextEdit } from 'vscode-languageclient/node';
import { commandEditor } from './client/served.ts';
import type { Session } from './client/session.ts';

/** A game and its board sizes, the usual one first. */
interface Kind {
  readonly game: string;
  readonly title: string;
  readonly sizes: readonly number[];
}

/** Opens a new file, and asks for its first puzzle. */
export async function newFile(session: Session): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'carom' });
  await vscode.window.showTextDocument(document);
  if (session.client !== null) {
    await newPuzzle(session);
  }
}

/** Appends a new puzzle to the open file, or creates a new file. */
export async function newPuzzle(session: Session): Promise<void> {
  const { client } = session;
  if (client === null) {
    void vscode.window.showInformationMessage('The server of carom does not run.');
    return;
  }
  const start = <T>(...argument: object[]) =>
    client.sendRequest<T>('workspace/executeCommand', {
      command: 'carom.startPuzzle',
      arguments: argument,
    });
  const title = 'New puzzle';
  const kinds = await start<Kind[]>();
  const games = kinds.map((one) => ({ label: one.title, description: one.game, sizes: one.sizes }));
  const chosen = await vscode.window.showQuickPick(games, { title, placeHolder: 'Of which game?' });
  if (chosen === undefined) {
    return;
  }
  const { description: game, sizes } = chosen;
  const sides = sizes.map((size) => ({ label: `${size} by ${size}`, size }));
  const side = await vscode.window.showQuickPick(sides, { title, placeHolder: 'How large?' });
  if (side === undefined) {
    return;
  }
  const name = await vscode.window.showInputBox({
    title,
    prompt: 'Its name, if it is to have one',
    validateInput: (text) => (/[\n\r]/.test(text) ? 'The name must be one line.' : undefined),
  });
  if (name === undefined) {
    return;
  }
  const options = { game, size: side.size, name };
  const open = commandEditor();
  if (open === null) {
    const { newText } = await start<TextEdit>(options);
    const document = await vscode.workspace.openTextDocument({ language: 'carom', content: newText });
    showBoard(await vscode.window.showTextDocument(document), 0);
    return;
  }
  const version = open.document.version;
  const edit = await start<TextEdit>({ ...options, uri: open.document.uri.toString() });
  if (open.document.version !== version) {
    void vscode.window.showInformationMessage('The text has changed meanwhile: nothing was written.');
    return;
  }
  const { range, newText } = client.protocol2CodeConverter.asTextEdit(edit);
  await open.edit((edit) => edit.replace(range, newText));
  showBoard(open, range.start.line);
}

/** Puts the cursor on the first square of the board below a line. */
function showBoard(editor: vscode.TextEditor, from: number): void {
  const { document } = editor;
  for (let line = from; line + 1 < document.lineCount; line++) {
    if (/^\s*board:\s*$/.test(document.lineAt(line).text)) {
      const row = document.lineAt(line + 1);
      const at = new vscode.Position(row.lineNumber, row.firstNonWhitespaceCharacterIndex);
      editor.selection = new vscode.Selection(at, at);
    }
  }
  editor.revealRange(editor.selection);
}
