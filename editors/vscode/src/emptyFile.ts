/** A hint in empty files. The server adds the lens *New puzzle…* above it. */

import * as vscode from 'vscode';
import type { Session } from './client/session.ts';

/** The hint, with and without the lens. */
const HINT = 'Type lunar, ricochet, slider, rush or tilt and pick a board, or press New puzzle… above.';
const ALONE = 'Start with a line such as: puzzle lunar "My first"';

/** Shows the hint in all editors of empty files. */
export function emptyFileHint(session: Session): vscode.Disposable {
  const type = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorGhostText.foreground') },
  });
  const update = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (document.languageId === 'carom') {
        const isEmpty = document.getText() === '';
        const contentText = session.health.kind === 'running' ? HINT : ALONE;
        const hint = { range: new vscode.Range(0, 0, 0, 0), renderOptions: { after: { contentText } } };
        editor.setDecorations(type, isEmpty ? [hint] : []);
      }
    }
  };
  update();
  return vscode.Disposable.from(
    type,
    session.onDidChange(update),
    vscode.window.onDidChangeVisibleTextEditors(update),
    vscode.workspace.onDidOpenTextDocument(update),
    vscode.workspace.onDidChangeTextDocument(update),
  );
}
