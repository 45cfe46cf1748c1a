/** The pages of lints, as virtual documents. */

import * as vscode from 'vscode';
import type { Session } from '../client/session.ts';
import { lints, page } from './explain.ts';
import { address, SCHEME } from './links.ts';

/** Registers the pages and the command that opens them. */
export function lintPages(session: Session): vscode.Disposable {
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: ({ path }) => page(program(session), path.replace(/^\/|\.md$/g, '')),
  };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.commands.registerCommand('carom.explain', async () => {
      try {
        const code = await choose(session);
        if (code !== undefined) {
          await vscode.commands.executeCommand('vscode.open', address(code), vscode.ViewColumn.Beside);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        void vscode.window.showErrorMessage(`The page of the lint cannot be shown: ${reason}`);
      }
    }),
  );
}

function program({ health }: Session): string {
  if (health.kind !== 'running') {
    throw new Error('the program carom does not run');
  }
  return health.server.path;
}

async function choose(session: Session): Promise<string | undefined> {
  const entries = (await lints(program(session))).map(({ code, level, summary }) => ({
    label: code,
    description: level,
    detail: summary,
  }));
  const options = { title: 'Lints', placeHolder: 'Which lint?', matchOnDetail: true };
  return (await vscode.window.showQuickPick(entries, options))?.label;
}
