/** What of the walkthrough is done. */

import * as vscode from 'vscode';
import type { Session } from './client/session.ts';

/** The steps, by the contexts that package.json has for them. */
type Step = 'hasServer' | 'hasDeck' | 'hasMended' | 'hasPlayed' | 'hasWritten';

/** The steps that are done. */
const reached = new Set<Step>();

/** Whether the walkthrough was shown in this session. */
let isShown = false;

/** Notes that a step is done. */
export function done(step: Step): void {
  reached.add(step);
  if (isShown) {
    tell(step);
  }
}

/**
 * The editor notes the first time that a context is set and no other, and only
 * from when it has shown the walkthrough on does it tick a step by that.
 */
function tell(step: Step): void {
  void vscode.commands.executeCommand('setContext', `carom.${step}`, true);
}

/** The walkthrough is there. */
export function shown(): void {
  isShown = true;
  reached.forEach(tell);
}

/** Watches for what no command shows: a server, findings that are mended, and puzzles that are written. */
export function watchWalkthrough(session: Session): vscode.Disposable {
  const wrong = new Set<string>();
  return vscode.Disposable.from(
    session.onDidChange(() => {
      if (session.health.kind === 'running' && !reached.has('hasServer')) {
        done('hasServer');
      }
    }),
    vscode.window.tabGroups.onDidChangeTabs(() => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      // The tab of a walkthrough is of no kind that extensions know.
      if (tab?.input === undefined && /carom|welcome/i.test(tab?.label ?? '')) {
        shown();
      }
    }),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) {
        const key = uri.toString();
        const isOpen = vscode.workspace.textDocuments.some((open) => open.uri.toString() === key);
        const errors = vscode.languages
          .getDiagnostics(uri)
          .filter(
            ({ severity, source }) => source === 'carom' && severity === vscode.DiagnosticSeverity.Error,
          );
        if (errors.length > 0) {
          wrong.add(key);
        } else if (wrong.delete(key) && isOpen) {
          done('hasMended');
        }
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const isNew = ({ range, text }: vscode.TextDocumentContentChangeEvent) =>
        text !== '' && /^\s*puzzle\s/.test(document.lineAt(range.start.line).text);
      if (document.languageId === 'carom' && contentChanges.some(isNew)) {
        done('hasWritten');
      }
    }),
  );
}
