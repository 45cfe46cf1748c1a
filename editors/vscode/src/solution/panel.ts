/** The panel beside the editor that plays the solution of the cursor's puzzle. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Session } from '../client/session.ts';
import { Debouncer } from './debouncer.ts';
import { page } from './page.ts';
import type { FromPanel, Of, Place, ToPanel } from './protocol.ts';
import { ask, TOO_OLD } from './request.ts';

/** The panel's type, by which the editor brings it back after a reload. */
export const PANEL = 'carom.solution';

/** How many milliseconds after an edit or a step of the cursor to ask anew. */
const CALM = 120;

/** How many milliseconds after an answer that is not final to ask anew. */
const PATIENCE = 1_000;

const NOWHERE = 'Put the cursor into a puzzle.';
const NO_SERVER = 'The carom server is not running.';

/** What the panel keeps over a reload of the window. */
interface Kept {
  readonly uri?: string;
  readonly position?: Place;
  readonly of?: Of;
}

interface Target {
  readonly uri: vscode.Uri;
  readonly position: Place;
}

/** The one panel, while it is open. */
export class SolutionPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #session: Session;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #later = new Debouncer(() => void this.#refresh());
  #target: Target | null = null;
  #of: Of = 'solver';
  #request: vscode.CancellationTokenSource | null = null;
  #last: ToPanel | null = null;

  /** Takes over a panel that the editor has made; `closed` is called when it goes. */
  constructor(
    panel: vscode.WebviewPanel,
    session: Session,
    extension: vscode.Uri,
    closed: () => void,
    kept: Kept = {},
  ) {
    this.#panel = panel;
    this.#session = session;
    if (kept.uri !== undefined && kept.position !== undefined) {
      this.#target = { uri: vscode.Uri.parse(kept.uri), position: kept.position };
    }
    this.#of = kept.of ?? 'solver';
    const folder = vscode.Uri.joinPath(extension, 'webview');
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    panel.iconPath = vscode.Uri.joinPath(extension, 'icons', 'carom.png');
    const file = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    this.#subscriptions.push(
      panel.onDidDispose(() => {
        this.dispose();
        closed();
      }),
      panel.webview.onDidReceiveMessage((message: FromPanel) => this.#receive(message)),
      panel.onDidChangeViewState(() => this.#later.soon(CALM)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#moved(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#moved(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.#target?.uri.toString()) {
          this.#later.soon(CALM);
        }
      }),
      session.onDidChange(() => {
        if (this.#isWaiting()) {
          this.#later.soon(CALM);
        }
      }),
    );
    panel.webview.html = page({
      source: panel.webview.cspSource,
      script: file('main.js'),
      style: file('panel.css'),
      nonce: randomBytes(16).toString('base64'),
    });
  }

  /** Shows the puzzle at a position, and the panel if it is hidden. */
  show(uri: vscode.Uri, position: Place): void {
    this.#target = { uri, position };
    this.#panel.reveal(undefined, true);
    void this.#refresh();
  }

  dispose(): void {
    this.#later.dispose();
    this.#request?.cancel();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Whether what is shown may change without an edit. */
  #isWaiting(): boolean {
    return this.#last?.type !== 'show' || this.#last.solution.state === 'solving';
  }

  #moved(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.languageId === 'carom') {
      this.#later.soon(CALM);
    }
  }

  #receive(message: FromPanel): void {
    switch (message.type) {
      case 'ready':
        if (this.#last !== null) {
          void this.#panel.webview.postMessage(this.#last);
        }
        void this.#refresh();
        return;
      case 'of':
        this.#of = message.of;
        void this.#refresh();
        return;
      case 'reveal':
        void this.#reveal();
    }
  }

  /** Puts the cursor on the first line of the puzzle that is shown. */
  async #reveal(): Promise<void> {
    if (this.#last?.type === 'show') {
      const start = new vscode.Position(this.#last.solution.line, 0);
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(this.#last.uri));
      const open = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
      await vscode.window.showTextDocument(document, {
        viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
        selection: new vscode.Range(start, start),
      });
    }
  }

  /** Where to look: at the cursor first, then where a puzzle was last. */
  #places(): Target[] {
    const places: Target[] = [];
    const active = vscode.window.activeTextEditor;
    const uri = this.#target?.uri.toString();
    const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
    const editor = active?.document.languageId === 'carom' ? active : shown;
    if (editor !== undefined) {
      const { line, character } = editor.selection.active;
      places.push({ uri: editor.document.uri, position: { line, character } });
    }
    if (this.#target !== null) {
      places.push(this.#target);
    }
    return places;
  }

  async #refresh(): Promise<void> {
    this.#later.cancel();
    this.#request?.cancel();
    const { client } = this.#session;
    if (client === null) {
      this.#empty(NO_SERVER);
      return;
    }
    const request = new vscode.CancellationTokenSource();
    this.#request = request;
    const of = this.#of;
    for (const { uri, position } of this.#places()) {
      const answer = await ask(client, uri, position, of, request.token);
      if (request.token.isCancellationRequested) {
        return;
      }
      if (answer.kind === 'too old') {
        this.#empty(TOO_OLD);
        return;
      }
      if (answer.kind === 'found') {
        const { solution } = answer;
        this.#target = { uri, position };
        this.#panel.title = solution.title;
        this.#post({ type: 'show', uri: uri.toString(), position, of, solution });
        if (solution.state === 'solving') {
          this.#later.soon(PATIENCE);
        }
        return;
      }
    }
    this.#empty(NOWHERE);
  }

  #empty(reason: string): void {
    this.#panel.title = 'Solution';
    this.#post({ type: 'empty', reason });
  }

  #post(message: ToPanel): void {
    this.#last = message;
    void this.#panel.webview.postMessage(message);
  }
}
