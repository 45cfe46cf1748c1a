/** “Generate puzzles…”: asks for a game, a size, the moves and a number of puzzles. */

import * as vscode from 'vscode';
import { commandEditor } from './client/served.ts';
import type { Session } from './client/session.ts';

/** A game with a generator, and its board sizes. */
const GAMES = [
  { label: 'Ricochet Robots', game: 'ricochet', sizes: [8, 10, 12, 16] },
  { label: 'Lunar Lockout', game: 'lunar', sizes: [5, 7] },
] as const;

/** The result of `carom.generate`. */
interface Generated {
  readonly text?: string;
  /** The line of the first new puzzle in the open file. */
  readonly line?: number;
  readonly refused?: string;
}

/** Appends new puzzles to the open file, or creates a new file. */
export async function generatePuzzles(session: Session): Promise<void> {
  const { client } = session;
  if (client === null) {
    void vscode.window.showInformationMessage('The server of carom does not run.');
    return;
  }
  const title = 'Generate puzzles';
  const chosen = await vscode.window.showQuickPick(GAMES, { title, placeHolder: 'Game' });
  if (chosen === undefined) {
    return;
  }
  const sides = chosen.sizes.map((size) => ({ label: `${size} by ${size}`, size }));
  const side = await vscode.window.showQuickPick(sides, { title, placeHolder: 'Size' });
  if (side === undefined) {
    return;
  }
  const moves = await vscode.window.showInputBox({
    title,
    prompt: 'Fewest moves of each puzzle',
    value: '6..9',
    validateInput: (text) => (/^\d+(\.\.\d*)?$/.test(text) ? undefined : 'Write 8, 8..10 or 8..'),
  });
  if (moves === undefined) {
    return;
  }
  const count = await vscode.window.showInputBox({
    title,
    prompt: 'Number of puzzles',
    value: '5',
    validateInput: (text) => (/^[1-9]\d{0,2}$/.test(text) ? undefined : 'Write a number from 1 to 999'),
  });
  if (count === undefined) {
    return;
  }
  const target = commandEditor();
  const uri = target?.document.uri.toString();
  const request = { game: chosen.game, size: side.size, moves, count: Number(count), uri };
  const { text, line } = await client.sendRequest<Generated>('workspace/executeCommand', {
    command: 'carom.generate',
    arguments: [request],
  });
  if (text !== undefined) {
    const document = await vscode.workspace.openTextDocument({ language: 'carom', content: text });
    await vscode.window.showTextDocument(document);
  } else if (target !== null && line !== undefined) {
    const first = new vscode.Position(line, 0);
    target.selection = new vscode.Selection(first, first);
    target.revealRange(target.selection, vscode.TextEditorRevealType.AtTop);
  }
}
