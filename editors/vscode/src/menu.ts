/** The menu of the status bar item. */

import * as vscode from 'vscode';
import type { Session } from './client/session.ts';
import { showTrouble } from './trouble.ts';

interface Entry extends vscode.QuickPickItem {
  readonly command: string;
  readonly argument?: string;
}

/** Shows the menu. A problem with the server is shown first. */
export async function showMenu(session: Session): Promise<void> {
  const { health, searches, wrongSettings } = session;
  if (health.kind === 'missing') {
    return showTrouble(session);
  }
  const entries: Entry[] = [
    { label: '$(output) Show Output', command: 'carom.showOutput' },
    { label: '$(debug-restart) Restart the Server', command: 'carom.restart' },
    { label: '$(add) New Puzzle…', command: 'carom.newPuzzle' },
    { label: '$(sparkle) Generate Puzzles…', command: 'carom.generatePuzzles' },
    { label: '$(file) Open the Example File', command: 'carom.openExampleFile' },
    { label: '$(book) Get Started', command: 'carom.openWalkthrough' },
  ];
  entries.unshift(
    ...wrongSettings.map(({ setting, message }) => ({
      label: '$(settings-gear) Open Settings',
      description: setting,
      detail: message,
      command: openSettings(setting),
      argument: setting,
    })),
  );
  const { open } = searches.solving;
  if (open > 0) {
    entries.unshift({
      label: '$(debug-stop) Stop Solving',
      description: open === 1 ? '1 puzzle' : `${open} puzzles`,
      command: 'carom.stopSolving',
    });
  }
  const title = health.kind === 'running' ? `carom ${health.server.version}` : 'carom';
  const chosen = await vscode.window.showQuickPick(entries, { title, placeHolder: 'What shall carom do?' });
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command, chosen.argument);
  }
}

/** Returns the command that shows a setting in the scope where it has its value. */
function openSettings(setting: string): string {
  const found = vscode.workspace.getConfiguration().inspect(setting);
  const isOfWorkspace = found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
  return isOfWorkspace ? 'workbench.action.openWorkspaceSettings' : 'workbench.action.openSettings';
}
