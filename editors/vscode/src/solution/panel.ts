/** The panel next to the editor: the board view with the editor as its host. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { Controller } from '../../../web/src/controller.ts';
import type { Where } from '../../../web/src/host.ts';
import type { FromView, Mode, ToView } from '../../../web/src/messages.ts';
import type { Session } from '../client/session.ts';
import { editorHost } from './host.ts';
import { page } from './page.ts';
import type { UndoTracker } from './undoTracker.ts';

/** The panel type, which the editor uses to restore the panel after a reload. */
export const PANEL = 'carom.solution';

/** The open panel. */
export class SolutionPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #controller: Controller;

  /** Takes over a panel that the editor created. Calls `closed` when it is closed. */
  constructor(
    panel: vscode.WebviewPanel,
    session: Session,
    extension: vscode.Uri,
    undo: UndoTracker,
    closed: () => void,
    kept: Partial<Where> = {},
  ) {
    this.#panel = panel;
    const { uri, position } = kept;
    const at = uri === undefined || position === undefined ? null : { uri, position };
    const host = editorHost(session, panel, undo);
    this.#controller = new Controller(host, (message) => this.#send(message), at);
    const folder = vscode.Uri.joinPath(extension, 'webview');
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    panel.iconPath = vscode.Uri.joinPath(extension, 'icons', 'carom.png');
    panel.onDidDispose(() => {
      this.dispose();
      closed();
    });
    panel.webview.onDidReceiveMessage((message: FromView) => this.#controller.receive(message));
    const file = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    panel.webview.html = page({
      source: panel.webview.cspSource,
      script: file('main.js'),
      style: file('panel.css'),
      nonce: randomBytes(16).toString('base64'),
    });
  }

  /** Shows the puzzle at a position, in the given mode if any. Reveals the panel if it is hidden. */
  show(at: Where, mode: Mode | null = null): void {
    this.#panel.reveal(undefined, true);
    this.#controller.show(at, mode);
  }

  dispose(): void {
    this.#controller.dispose();
  }

  #send(message: ToView): void {
    this.#panel.title = title(message) ?? this.#panel.title;
    void this.#panel.webview.postMessage(message);
  }
}

/** Returns the new panel title for a message, with puzzle and file, or null if the title stays. */
function title(message: ToView): string | null {
  switch (message.type) {
    case 'show':
    case 'board':
    case 'play': {
      const { title } = message.type === 'show' ? message.solution : message.board;
      return `${title} – ${vscode.Uri.parse(message.uri).path.split('/').at(-1)}`;
    }
    case 'empty':
      return 'Solution';
    default:
      return null;
  }
}
