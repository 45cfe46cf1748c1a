/** Gutter icons that show the state of each proof. */

import * as vscode from 'vscode';
import { isFinal, type ProvedFiles, signLine } from './files.ts';
import { type Ground, icon, STATES } from './icons.ts';
import type { State } from './protocol.ts';

const SETTING = 'carom.proofSigns';

/** The setting of the editor that shows the results of tests in the gutter. */
const TESTING = 'testing.gutterEnabled';

/** What each icon means, for its hover. */
const MEANING: Readonly<Record<State, string>> = {
  proved: 'Proved',
  proving: 'Being proved',
  stale: 'Not proved in its current form',
  failed: 'Proved to be wrong',
  unknown: 'Not known',
  invalid: 'Malformed',
};

/**
 * Shows the icons in all editors. A puzzle has only one sign: results have that of the editor's own
 * tests, unless these are not shown.
 */
export class Gutter implements vscode.Disposable {
  readonly #files: ProvedFiles;
  readonly #types = new Map<State, vscode.TextEditorDecorationType>();
  readonly #watched: vscode.Disposable;

  constructor(files: ProvedFiles) {
    this.#files = files;
    this.#draw();
    this.#watched = vscode.Disposable.from(
      vscode.window.onDidChangeVisibleTextEditors(() => this.update()),
      vscode.window.onDidChangeActiveColorTheme(() => {
        this.#draw();
        this.update();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SETTING) || event.affectsConfiguration(TESTING)) {
          this.update();
        }
      }),
    );
  }

  /** Updates the icons in the editors of one document, or in all editors. */
  update(uri?: string): void {
    const isOn = vscode.workspace.getConfiguration().get(SETTING, true);
    const hasResults = vscode.workspace.getConfiguration().get(TESTING, true);
    for (const editor of vscode.window.visibleTextEditors) {
      const own = editor.document.uri.toString();
      if (editor.document.languageId !== 'carom' || (uri !== undefined && uri !== own)) {
        continue;
      }
      const proofs = isOn ? this.#files.of(own) : [];
      for (const [state, type] of this.#types) {
        const shown = proofs.filter((proof) => proof.state === state && !(hasResults && isFinal(state)));
        const decorations = shown.map((proof) => ({
          range: new vscode.Range(signLine(proof), 0, signLine(proof), 0),
          hoverMessage: `${MEANING[state]}: ${proof.summary}`,
        }));
        editor.setDecorations(type, decorations);
      }
    }
  }

  dispose(): void {
    this.#watched.dispose();
    this.#clear();
  }

  #clear(): void {
    for (const type of this.#types.values()) {
      type.dispose();
    }
    this.#types.clear();
  }

  /** Creates the icons for the current theme. */
  #draw(): void {
    this.#clear();
    for (const state of STATES) {
      const gutterIconPath = address(icon(state, ground()));
      const type = vscode.window.createTextEditorDecorationType({
        gutterIconPath,
        gutterIconSize: 'contain',
      });
      this.#types.set(state, type);
    }
  }
}

function ground(): Ground {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Light:
      return 'light';
    case vscode.ColorThemeKind.Dark:
      return 'dark';
    case vscode.ColorThemeKind.HighContrastLight:
      return 'light-contrast';
    case vscode.ColorThemeKind.HighContrast:
      return 'dark-contrast';
  }
}

function address(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
