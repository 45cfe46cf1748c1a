/** Puzzles as tests, with icons in the gutter. */

import * as vscode from 'vscode';
import type { Session } from '../client/session.ts';
import { Decks } from './decks.ts';
import { Explorer } from './explorer.ts';
import { Gutter } from './gutter.ts';

/** Shows the states of proofs that the server reports. */
export function showProofs(session: Session): vscode.Disposable {
  const decks = new Decks();
  const explorer = new Explorer(session, decks);
  const gutter = new Gutter(decks);
  return vscode.Disposable.from(
    explorer,
    gutter,
    session.onProofs((told) => {
      decks.take(told);
      explorer.update(told.uri);
      // The editor itself moves icons when lines move.
      if (told.whole || told.changes.some(({ removed, puzzles }) => removed + puzzles.length > 0)) {
        gutter.update(told.uri);
      }
    }),
    session.onDidChange(() => {
      if (session.health.kind !== 'running' && decks.uris.length > 0) {
        decks.replace([]);
        explorer.clear();
        gutter.update();
      }
    }),
  );
}
