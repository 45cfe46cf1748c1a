/** The editor as the host of the board view. */

import * as vscode from 'vscode';
import { type Change, type Host, Unavailable, type Where } from '../../../web/src/host.ts';
import type { Progress } from '../../../web/src/messages.ts';
import type { EditResult, Range, RemakeResult, SuggestionResult } from '../../../web/src/protocol.ts';
import { follow } from '../client/served.ts';
import type { Session } from '../client/session.ts';
import { inEditor, settled } from './focus.ts';
import type { FocusMessage } from './messages.ts';
import { bring, places } from './places.ts';
import { ask, execute } from './request.ts';
import type { UndoTracker } from './undoTracker.ts';

const NO_SERVER = 'The carom server is not running.';

/** Creates the host of a panel. */
export function editorHost(session: Session, panel: vscode.WebviewPanel, undo: UndoTracker): Host {
  const request = async <T>(method: string, at: Where, more: object, signal: AbortSignal) => {
    const { client } = session;
    if (client === null) {
      throw new Unavailable(NO_SERVER, session.health.kind === 'failed');
    }
    return await cancellable(signal, (token) => ask<T>(client, method, at, more, token));
  };
  const command = async <T>(
    name: string,
    at: Where,
    more: object,
    signal?: AbortSignal,
    report?: (progress: Progress) => void,
  ) => {
    const { client } = session;
    return client === null
      ? { refused: NO_SERVER }
      : await cancellable(signal, (token) => execute<T>(client, name, at, more, token, report));
  };
  const inText = async (name: 'undo' | 'redo', uri: string) => {
    await inEditor(vscode.Uri.parse(uri), name);
    panel.reveal(undefined, false);
    await settled(panel.onDidChangeViewState, () => panel.active);
    if (panel.active) {
      const message: FocusMessage = { type: 'focus' };
      void panel.webview.postMessage(message);
    }
  };
  return {
    places,
    solution: (at, of, signal) => request('carom/solution', at, { of }, signal),
    board: (at, signal) => request('carom/board', at, {}, signal),
    play: (at, moves, signal) => request('carom/play', at, { moves }, signal),
    map: (at, piece, signal) => request('carom/map', at, { piece }, signal),
    edit: (at, operation) => {
      const settings = vscode.workspace.getConfiguration('carom', vscode.Uri.parse(at.uri));
      const claims = settings.get('updateClaims', true);
      return command<EditResult>('carom.edit', at, { gesture: operation, claims });
    },
    updateClaims: (at) => command<EditResult>('carom.updateClaims', at, {}),
    suggest: (at, suggestion, signal, report) =>
      command<SuggestionResult>(`carom.${suggestion}`, at, { quiet: true }, signal, report),
    remake: (at, remake, signal, report) => command<RemakeResult>(`carom.${remake}`, at, {}, signal, report),
    // The command of the extension, as in a lens, also shows refusals.
    write: async ({ uri, position }, moves) => {
      const argument = { uri, line: position.line, moves };
      const result = await vscode.commands.executeCommand<EditResult | null>(
        'carom.insertSolution',
        argument,
      );
      return result !== null && typeof result === 'object' && 'refused' in result
        ? result
        : { applied: true };
    },
    undo: (uri) => inText('undo', uri),
    redo: (uri) => inText('redo', uri),
    undoState: async (uri) => undo.state(uri),
    mark: (uri, range, hasCursor) => mark(uri, range, hasCursor),
    restart: async () => {
      await vscode.commands.executeCommand('carom.restart');
    },
    reveal: ({ uri, position }) => bring(vscode.Uri.parse(uri), position),
    subscribe: (changed) => subscribe(session, panel, changed),
  };
}

function subscribe(
  session: Session,
  panel: vscode.WebviewPanel,
  changed: (change: Change) => void,
): () => void {
  const moved = (editor: vscode.TextEditor | undefined) => {
    if (follow(editor)) {
      changed({ type: 'cursor' });
    }
  };
  const all = vscode.Disposable.from(
    panel.onDidChangeViewState(() => changed({ type: 'cursor' })),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => moved(textEditor)),
    vscode.window.onDidChangeActiveTextEditor(moved),
    vscode.window.onDidChangeVisibleTextEditors(() => changed({ type: 'cursor' })),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      changed({ type: 'text', uri: document.uri.toString() });
    }),
    session.onDidChange(() => changed({ type: 'answers' })),
    session.onDidStop(() => changed({ type: 'stopped' })),
    session.onMapped(({ uri, line, piece }) => {
      const own = session.client?.protocol2CodeConverter.asUri(uri).toString() ?? uri;
      changed({ type: 'map', uri: own, line, piece });
    }),
  );
  return () => all.dispose();
}

const MARK = vscode.window.createTextEditorDecorationType({
  backgroundColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
  borderColor: new vscode.ThemeColor('focusBorder'),
  borderStyle: 'solid',
  borderWidth: '1px',
  borderRadius: '2px',
  overviewRulerColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
});

/** Marks a move in the visible editors. With `hasCursor`, moves their cursors there. */
async function mark(uri: string, range: Range | null, hasCursor: boolean): Promise<void> {
  const place =
    range && new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
  for (const editor of vscode.window.visibleTextEditors) {
    const isShown = editor.document.uri.toString() === uri;
    editor.setDecorations(MARK, isShown && place !== null ? [place] : []);
    if (isShown && place !== null) {
      editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      if (hasCursor) {
        editor.selection = new vscode.Selection(place.start, place.start);
      }
    }
  }
}

/** Runs a request that an `AbortSignal` can cancel. */
async function cancellable<T>(
  signal: AbortSignal | undefined,
  work: (token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) {
    cancel();
  }
  try {
    return await work(source.token);
  } finally {
    signal?.removeEventListener('abort', cancel);
    source.dispose();
  }
}
