/** The status bar item, which shows the state of the server and of the searches. */

import * as vscode from 'vscode';
import type { Session } from './client/session.ts';
import { summary } from './summary.ts';

/** Shows the item next to carom files, and everywhere during a search or if there is no server. */
export function statusItem(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('carom.status', vscode.StatusBarAlignment.Left, 0);
  item.name = 'carom';
  item.command = 'carom.menu';
  const update = () => {
    const { health, searches, wrongSettings } = session;
    const { icon, text, detail, isWrong } = summary(
      health,
      searches.solving,
      searches.messages,
      wrongSettings,
    );
    item.text = `$(${icon}) ${text}`;
    item.tooltip = detail;
    item.accessibilityInformation = { label: `${text}. ${detail}`, role: 'button' };
    item.backgroundColor = isWrong ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    const isSolving = searches.solving.open > 0;
    void vscode.commands.executeCommand('setContext', 'carom.isSolving', isSolving);
    const isBeside = vscode.window.visibleTextEditors.some(({ document }) => document.languageId === 'carom');
    if (isBeside || isSolving || health.kind === 'missing' || health.kind === 'failed') {
      item.show();
    } else {
      item.hide();
    }
  };
  update();
  return vscode.Disposable.from(
    item,
    session.onDidChange(update),
    vscode.window.onDidChangeVisibleTextEditors(update),
  );
}
