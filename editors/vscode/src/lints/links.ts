/** The links from findings to the pages of their lints. */

import * as vscode from 'vscode';
import { isCode } from './explain.ts';

/** What the addresses of these pages begin with; package.json has them shown as pages, not as text. */
export const SCHEME = 'carom-lint';

/** The address of a lint's page: its end says that it is Markdown. */
export function address(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md` });
}

/** Lets the codes of findings lead to a page in the editor, not on the web. */
export function link(found: readonly vscode.Diagnostic[]): void {
  for (const diagnostic of found) {
    const { code } = diagnostic;
    const value = typeof code === 'object' ? code.value : code;
    if (typeof value === 'string' && isCode(value)) {
      diagnostic.code = { value, target: address(value) };
    }
  }
}
