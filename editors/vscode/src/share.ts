/** “Save as a Page…”: writes a web page with the puzzles of the file, to share it. */

import { execFile } from 'node:child_process';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { servedEditor } from './client/served.ts';
import type { Session } from './client/session.ts';
import { done } from './walkthrough.ts';

/** Asks for a path, and writes the page with the program of the server. */
export async function savePage({ health }: Session): Promise<void> {
  const editor = servedEditor('a .carom file');
  if (editor === null || health.kind !== 'running') {
    return;
  }
  const { document } = editor;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const home = document.uri.scheme === 'file' ? path.dirname(document.uri.fsPath) : null;
  const cwd = home ?? folder?.uri.fsPath ?? os.homedir();
  const name = path.parse(document.uri.path).name;
  const page = await vscode.window.showSaveDialog({
    title: 'Save as a Page',
    saveLabel: 'Save as a Page',
    defaultUri: vscode.Uri.file(path.join(cwd, `${name}.html`)),
    filters: { 'Web page': ['html'] },
  });
  if (page === undefined) {
    return;
  }
  // The text in the editor may not be saved.
  const args = ['page', '--stdin-name', path.basename(document.uri.path), '--output', page.fsPath, '-'];
  const error = await new Promise<string | null>((resolve) => {
    const program = execFile(health.server.path, args, { cwd }, (failure, _output, errors) =>
      resolve(failure && (errors.trim() || failure.message)),
    );
    program.stdin?.end(document.getText());
  });
  if (error !== null) {
    void vscode.window.showErrorMessage(`The page was not written: ${error}`);
    return;
  }
  done('hasShared');
  const message = `${path.basename(page.fsPath)} can be played in any browser, also offline. Send it, or put it on a web site.`;
  if ((await vscode.window.showInformationMessage(message, 'Open')) === 'Open') {
    await vscode.env.openExternal(page);
  }
}
