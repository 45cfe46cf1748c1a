/**
 * Snippets of new puzzles. Contributed snippets would be offered within values, too; these only
 * where a puzzle can begin.
 */

import * as vscode from 'vscode';
import snippets from '../snippets/carom.json';

/** Offers the snippets at the start of a line, and behind `puzzle`. */
export function puzzleSnippets(): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider('carom', {
    provideCompletionItems(document, position) {
      const start = position.with({ character: 0 });
      const range = new vscode.Range(start, position);
      if (!/^(puzzle\s+)?\w*$/i.test(document.getText(range))) {
        return [];
      }
      return Object.entries(snippets).map(([name, { prefix, description, body }]) => {
        const label = { label: prefix, description: name };
        const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
        item.insertText = new vscode.SnippetString(body.join('\n'));
        item.detail = description;
        item.filterText = prefix;
        item.range = range;
        return item;
      });
    },
  });
}
