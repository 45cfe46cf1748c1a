/** The indentation of restored files. */

import * as vscode from 'vscode';

/**
 * Indents as the language's settings say. VS Code restores unsaved files before it knows the
 * defaults of an extension, and keeps the general ones for them.
 */
export function keepIndentation(): vscode.Disposable {
  const seen = new WeakSet<vscode.TextDocument>();
  const update = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document, options } = editor;
      if (document.languageId === 'carom' && !seen.has(document)) {
        seen.add(document);
        const width = (scope: vscode.ConfigurationScope) =>
          vscode.workspace.getConfiguration('editor', scope).get<number>('tabSize');
        const wanted = width(document);
        if (wanted !== undefined && options.tabSize === width(document.uri)) {
          editor.options = { tabSize: wanted };
        }
      }
    }
  };
  update();
  return vscode.window.onDidChangeVisibleTextEditors(update);
}
