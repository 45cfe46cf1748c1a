/** Opens and restores the panel. */

import * as vscode from 'vscode';
import type { Where } from '../../../web/src/host.ts';
import type { Mode } from '../../../web/src/messages.ts';
import type { Session } from '../client/session.ts';
import { PANEL, SolutionPanel } from './panel.ts';
import { UndoTracker } from './undoTracker.ts';

/** Manages the only panel, which follows the cursor. */
export class SolutionPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #session: Session;
  readonly #extension: vscode.Uri;
  readonly #undo = new UndoTracker();
  readonly #tracking: vscode.Disposable;
  #current: SolutionPanel | null = null;

  constructor(session: Session, extension: vscode.Uri) {
    this.#session = session;
    this.#extension = extension;
    this.#tracking = track(this.#undo);
  }

  /** Shows the puzzle of a lens or at the cursor. */
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
    this.#tracking.dispose();
    this.#current?.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, kept?: object): void {
    const closed = () => {
      this.#current = null;
    };
    this.#current = new SolutionPanel(panel, this.#session, this.#extension, this.#undo, closed, kept);
  }
}

/** Reports all changes of puzzle files to a tracker. */
function track(tracker: UndoTracker): vscode.Disposable {
  const opened = ({ uri, languageId, version }: vscode.TextDocument) => {
    if (languageId === 'carom') {
      tracker.opened(uri.toString(), version);
    }
  };
  vscode.workspace.textDocuments.forEach(opened);
  const { Undo, Redo } = vscode.TextDocumentChangeReason;
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
      // Ignore events without changes, such as a document that becomes clean or dirty.
      if (document.languageId === 'carom' && contentChanges.length > 0) {
        tracker.changed(document.uri.toString(), reason === Undo ? 'undo' : reason === Redo ? 'redo' : null);
      }
    }),
  );
}
