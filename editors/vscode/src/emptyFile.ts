/** A hint in empty files. The server adds the lens *New puzzle…* above it. */

import * as vscode from 'vscode';

const HINT = 'Type lunar, ricochet, slider or rush and pick a board, or press New puzzle… above.';

/** Shows the hint in all editors of empty files. */
export function emptyFileHint(): vscode.Disposable {
  const type = vscode.window.createTextEditorDecorationType({
    after: { contentText: HINT, color: new vscode.ThemeColor('editorGhostText.foreground') },
  });
  const update = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (document.languageId === 'carom') {
        const isEmpty = document.getText() === '';
        editor.setDecorations(type, isEmpty ? [new vscode.Range(0, 0, 0, 0)] : []);
      }
    }
  };
  update();
  return vscode.Disposable.from(
    type,
    vscode.window.onDidChangeVisibleTextEditors(update),
    vscode.workspace.onDidOpenTextDocument(update),
    vscode.workspace.onDidChangeTextDocument(update),
  );
}
