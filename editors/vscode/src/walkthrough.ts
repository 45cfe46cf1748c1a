/** Tracks the completed steps of the walkthrough. */

import * as vscode from 'vscode';
import type { Session } from './client/session.ts';

/** The steps, named after the contexts in package.json. */
type Step = 'hasServer' | 'hasFile' | 'hasFixed' | 'hasPlayed' | 'hasWritten' | 'hasShared';

/** The completed steps. */
const reached = new Set<Step>();

/** Whether the walkthrough was shown in this session. */
let isShown = false;

/** Marks a step as completed. */
export function done(step: Step): void {
  reached.add(step);
  if (isShown) {
    publish(step);
  }
}

/**
 * Sets the context of a step. The editor notices only the first change of a
 * context, and only after it has shown the walkthrough.
 */
function publish(step: Step): void {
  void vscode.commands.executeCommand('setContext', `carom.${step}`, true);
}

/** Registers that the walkthrough is shown. */
export function shown(): void {
  isShown = true;
  reached.forEach(publish);
}

/** Watches for steps without a command: a running server, fixed diagnostics, and new puzzles. */
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
      // Extensions cannot see the type of a walkthrough tab.
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
          done('hasFixed');
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
