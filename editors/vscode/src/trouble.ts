/** Tells the user that there is no server, and offers help. */

import * as vscode from 'vscode';
import type { Session } from './client/session.ts';
import { advice, REMEDIES, type Remedy } from './server/advice.ts';
import { programName } from './server/candidates.ts';
import { openWalkthrough } from './welcome.ts';

/** Shows the problem with the server, with buttons for the possible actions. */
export async function showTrouble(session: Session): Promise<void> {
  const { health } = session;
  if (health.kind === 'missing') {
    const { message, remedies } = advice(health.search);
    const buttons = remedies.map((remedy) => REMEDIES[remedy]);
    const chosen = await vscode.window.showWarningMessage(message, ...buttons);
    const remedy = remedies.find((remedy) => REMEDIES[remedy] === chosen);
    if (remedy !== undefined) {
      await help(session, remedy);
    }
  } else if (health.kind === 'failed') {
    const message = `The carom server does not run: ${health.reason.replace(/\.$/, '')}.`;
    const chosen = await vscode.window.showErrorMessage(message, 'Restart', 'Show Output');
    if (chosen !== undefined) {
      await vscode.commands.executeCommand(chosen === 'Restart' ? 'carom.restart' : 'carom.showOutput');
    }
  }
}

async function help(session: Session, remedy: Remedy): Promise<void> {
  switch (remedy) {
    case 'install':
      return openWalkthrough('server');
    case 'choose':
      return chooseServer();
    case 'retry':
      await session.restart();
      return showTrouble(session);
    case 'settings':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'carom.server.path');
  }
}

/** Lets the user select the program, and saves its path in the settings. */
export async function chooseServer(): Promise<void> {
  const picked = await vscode.window.showOpenDialog({
    title: `${REMEDIES.choose} (${programName(process.platform)})`,
    openLabel: 'Choose',
    canSelectMany: false,
  });
  const [file] = picked ?? [];
  if (file !== undefined) {
    // The changed setting restarts the server.
    const settings = vscode.workspace.getConfiguration('carom');
    await settings.update('server.path', file.fsPath, vscode.ConfigurationTarget.Global);
  }
}
