/** Links from diagnostics to the pages of their lints. */

import * as vscode from 'vscode';
import { isCode } from './explain.ts';

/** The URI scheme of the pages. package.json opens them as rendered Markdown, not as text. */
export const SCHEME = 'carom-lint';

/** Returns the URI of a lint's page. It ends in `.md`, so the page is Markdown. */
export function address(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md` });
}

/** Lets diagnostic codes open a page in the editor instead of the web. */
export function link(found: readonly vscode.Diagnostic[]): void {
  for (const diagnostic of found) {
    const { code } = diagnostic;
    const value = typeof code === 'object' ? code.value : code;
    if (typeof value === 'string' && isCode(value)) {
      diagnostic.code = { value, target: address(value) };
    }
  }
}
