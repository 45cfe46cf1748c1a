/** What of the walkthrough is done. */

import * as vscode from 'vscode';
import type { Session } from './client/session.ts';

/** The steps, by the contexts that package.json has for them. */
type Step = 'hasServer' | 'hasDeck' | 'hasMended' | 'hasPlayed' | 'hasWritten';

const reached = new Set<Step>();

/** Notes that a step is done. */
export function done(step: Step): void {
  reached.add(step);
  tell(step);
}

function tell(step: Step): void {
  void vscode.commands.executeCommand('setContext', `carom.${step}`, true);
}

/** The editor ticks steps as contexts change, and only once it has shown a walkthrough. */
export async function tellAgain(): Promise<void> {
  for (const step of reached) {
    await vscode.commands.executeCommand('setContext', `carom.${step}`, false);
    tell(step);
  }
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
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      // It may be a walkthrough that is shown instead of a text.
      if (editor === undefined) {
        void tellAgain();
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
