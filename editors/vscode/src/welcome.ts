/** Opens the walkthrough and the examples for new users. */

import * as vscode from 'vscode';
import { done, shown } from './walkthrough.ts';

/** Opens the walkthrough, at a step if one is given. */
export async function openWalkthrough(step?: 'server'): Promise<void> {
  const category = 'carom.carom#start';
  const target = step === undefined ? category : { category, step: `${category}#${step}` };
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', target, false);
  shown();
}

/** Opens the examples as a new, unsaved file. */
export async function openExampleFile(extension: vscode.Uri): Promise<void> {
  const deck = vscode.Uri.joinPath(extension, 'walkthrough', 'deck.carom');
  const bytes = await vscode.workspace.fs.readFile(deck);
  const content = new TextDecoder().decode(bytes);
  const document = await vscode.workspace.openTextDocument({ language: 'carom', content });
  await vscode.window.showTextDocument(document);
  done('hasFile');
}
