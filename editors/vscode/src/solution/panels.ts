/** Opening the panel, and bringing it back. */

import * as vscode from 'vscode';
import type { Where } from '../../../web/src/host.ts';
import type { Mode } from '../../../web/src/messages.ts';
import type { Session } from '../client/session.ts';
import { PANEL, SolutionPanel } from './panel.ts';

/** There is one panel at most; it follows the cursor. */
export class SolutionPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #session: Session;
  readonly #extension: vscode.Uri;
  #current: SolutionPanel | null = null;

  constructor(session: Session, extension: vscode.Uri) {
    this.#session = session;
    this.#extension = extension;
  }

  /** Shows the puzzle that a lens or the cursor points at. */
  show(at: Where, mode: Mode | null): void {
    if (this.#current === null) {
      const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.#adopt(vscode.window.createWebviewPanel(PANEL, 'Solution', where));
    }
    this.#current?.show(at, mode);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (this.#current === null) {
      this.#adopt(panel, typeof state === 'object' && state !== null ? state : undefined);
    } else {
      panel.dispose();
    }
  }

  dispose(): void {
    this.#current?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, kept?: object): void {
    const closed = () => {
      this.#current = null;
    };
    this.#current = new SolutionPanel(panel, this.#session, this.#extension, closed, kept);
  }
}
