/** The entry point of the extension: creates all parts and connects them. */

import * as vscode from 'vscode';
import type { Mode } from '../../web/src/messages.ts';
import type { Position } from '../../web/src/protocol.ts';
import { servedEditor } from './client/served.ts';
import { Session } from './client/session.ts';
import { traceChannel } from './client/trace.ts';
import { emptyFileHint } from './emptyFile.ts';
import { copyPuzzleAs, insertFromClipboard, pasteProvider } from './exchange.ts';
import { generatePuzzles } from './generate.ts';
import { keepIndentation } from './indentation.ts';
import { lintPages } from './lints/pages.ts';
import { showMenu } from './menu.ts';
import { newPuzzle } from './newPuzzle.ts';
import { showProofs } from './proofs/index.ts';
import { PANEL } from './solution/panel.ts';
import { SolutionPanels } from './solution/panels.ts';
import { statusItem } from './status.ts';
import { chooseServer, showTrouble } from './trouble.ts';
import { done, watchWalkthrough } from './walkthrough.ts';
import { openExampleFile, openWalkthrough } from './welcome.ts';

let session: Session | null = null;

/** Starts the server and registers all features. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const { subscriptions, extensionUri } = context;
  const output = vscode.window.createOutputChannel('carom', { log: true });
  const current = new Session(context, output, traceChannel(subscriptions));
  session = current;
  const panels = new SolutionPanels(current, extensionUri);
  const start = async () => {
    await current.restart();
    await showTrouble(current);
  };
  const on = (command: string, work: (...args: never[]) => unknown) =>
    vscode.commands.registerCommand(command, work);
  subscriptions.push(
    output,
    current,
    panels,
    statusItem(current),
    lintPages(current),
    showProofs(current),
    on('carom.newPuzzle', () => newPuzzle(current)),
    on('carom.generatePuzzles', () => generatePuzzles(current)),
    watchWalkthrough(current),
    current.onDidStop(() => void showTrouble(current)),
    on('carom.restart', start),
    on('carom.showOutput', () => output.show()),
    on('carom.stopSolving', () => current.searches.stopAll()),
    on('carom.insertFromClipboard', insertFromClipboard),
    on('carom.copyPuzzleAs', copyPuzzleAs),
    pasteProvider(),
    emptyFileHint(current),
    keepIndentation(),
    on('carom.menu', () => showMenu(current)),
    on('carom.chooseServer', chooseServer),
    on('carom.openWalkthrough', () => openWalkthrough()),
    on('carom.openExampleFile', () => openExampleFile(extensionUri)),
    on('carom.showSolution', (uri?: string, position?: Position) => showSolution(panels, uri, position)),
    on('carom.editBoard', () => showSolution(panels, undefined, undefined, 'edit')),
    on('carom.playByHand', () => showSolution(panels, undefined, undefined, 'play')),
    vscode.window.registerWebviewPanelSerializer(PANEL, panels),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      // Now the program of the workspace may run.
      void start();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('carom.server.path')) {
        void start();
      }
    }),
  );
  void start();
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** Shows the puzzle of a lens, or the puzzle at the cursor. */
function showSolution(
  panels: SolutionPanels,
  uri?: string,
  position?: Position,
  mode: Mode | null = null,
): void {
  if (typeof uri === 'string' && position !== undefined) {
    const target = vscode.Uri.parse(uri);
    const editor = vscode.window.activeTextEditor;
    // The panel follows the cursor, so move the cursor to the puzzle.
    if (editor?.document.uri.toString() === target.toString()) {
      const at = new vscode.Position(position.line, position.character);
      editor.selection = new vscode.Selection(at, at);
    }
    panels.show({ uri: target.toString(), position }, mode);
    done('hasPlayed');
    return;
  }
  const served = servedEditor();
  if (served !== null) {
    const { line, character } = served.selection.active;
    panels.show({ uri: served.document.uri.toString(), position: { line, character } }, mode);
    done('hasPlayed');
  }
}
