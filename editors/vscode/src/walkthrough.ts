/** What of the walkthrough is done. */

import * as vscode from 'vscode';

/** The steps that no command or state of the server shows to be done. */
type Step = 'hasMended' | 'hasPlayed' | 'hasWritten';

/** Notes that a step of the walkthrough is done. */
export function done(step: Step): void {
  void vscode.commands.executeCommand('setContext', `carom.${step}`, true);
}

/** Watches for findings that are mended and for puzzles that are written. */
export function watchWalkthrough(): vscode.Disposable {
  const wrong = new Set<string>();
  return vscode.Disposable.from(
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) {
        const key = uri.toString();
        const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === key);
        const errors = vscode.languages
          .getDiagnostics(uri)
          .filter(
            ({ severity, source }) => source === 'carom' && severity === vscode.DiagnosticSeverity.Error,
          );
        if (errors.length > 0) {
          wrong.add(key);
        } else if (wrong.delete(key) && document !== undefined) {
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
