/** The entry point of the extension: creates all parts and connects them. */

import * as vscode from 'vscode';
import type { Mode } from '../../web/src/messages.ts';
import type { Position } from '../../web/src/protocol.ts';
import { puzzlePosition, servedEditor } from './client/served.ts';
import { Session } from './client/session.ts';
import { traceChannel } from './client/trace.ts';
import { emptyFileHint } from './emptyFile.ts';
import { copyPuzzleAs, insertFromClipboard, pasteProvider } from './exchange.ts';
import { generatePuzzles } from './generate.ts';
import { keepIndentation } from './indentation.ts';
import { lintPages } from './lints/pages.ts';
import { showMenu } from './menu.ts';
import { newFile, newPuzzle } from './newPuzzle.ts';
import { showProofs } from './proofs/index.ts';
import { savePage } from './share.ts';
import { puzzleSnippets } from './snippets.ts';
import { PANEL } from './solution/panel.ts';
import { SolutionPanels } from './solution/panels.ts';
import { bring } from './solution/places.ts';
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
  // At the start of the editor, only the status item says that there is no server.
  const start = async (isAsked = true) => {
    await current.restart();
    if (isAsked || current.health.kind === 'failed') {
      await showTrouble(current);
    }
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
    on('carom.newFile', () => newFile(current)),
    on('carom.generatePuzzles', () => generatePuzzles(current)),
    watchWalkthrough(current),
    current.onDidStop(() => void showTrouble(current)),
    on('carom.restart', () => start()),
    on('carom.showOutput', () => output.show()),
    on('carom.stopSolving', () => current.searches.stopAll()),
    on('carom.insertFromClipboard', insertFromClipboard),
    on('carom.copyPuzzleAs', copyPuzzleAs),
    on('carom.savePage', () => savePage(current)),
    pasteProvider(),
    puzzleSnippets(),
    emptyFileHint(current),
    keepIndentation(),
    on('carom.menu', () => showMenu(current)),
    on('carom.chooseServer', chooseServer),
    on('carom.openWalkthrough', () => openWalkthrough()),
    on('carom.openExampleFile', () => openExampleFile(extensionUri)),
    on('carom.showSolution', (uri?: string, at?: Position) => showPuzzle(panels, 'watch', uri, at)),
    on('carom.editBoard', () => showPuzzle(panels, 'edit')),
    on('carom.playByHand', () => showPuzzle(panels, 'play')),
    on('carom.openPanel', () => showPuzzle(panels, null)),
    vscode.window.registerWebviewPanelSerializer(PANEL, panels),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      // Now the program of the workspace may run.
      void start(false);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('carom.server.path')) {
        void start();
      }
    }),
  );
  void start(false);
}

/** Stops the server. */
export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** Shows the puzzle of a lens, or else the puzzle at the cursor, in the given mode if any. */
async function showPuzzle(
  panels: SolutionPanels,
  mode: Mode | null,
  uri?: string,
  position?: Position,
): Promise<void> {
  if (typeof uri === 'string' && position !== undefined) {
    // The panel follows the cursor, so move the cursor to the puzzle.
    await bring(vscode.Uri.parse(uri), position);
  }
  const editor = servedEditor();
  if (editor !== null) {
    panels.show({ uri: editor.document.uri.toString(), position: puzzlePosition(editor) }, mode);
    done('hasPlayed');
  }
}
