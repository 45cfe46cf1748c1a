/** Puzzles as tests, with icons in the gutter. */

import * as vscode from 'vscode';
import type { Session } from '../client/session.ts';
import { Explorer } from './explorer.ts';
import { ProvedFiles } from './files.ts';
import { Gutter } from './gutter.ts';

/** Shows the states of proofs that the server reports. */
export function showProofs(session: Session): vscode.Disposable {
  const files = new ProvedFiles();
  const explorer = new Explorer(session, files);
  const gutter = new Gutter(files);
  return vscode.Disposable.from(
    explorer,
    gutter,
    session.onProofs((update) => {
      files.take(update);
      explorer.update(update.uri);
      gutter.update(update.uri);
    }),
    session.onDidChange(() => {
      if (session.health.kind !== 'running' && files.uris.length > 0) {
        files.replace([]);
        explorer.clear();
        gutter.update();
      }
    }),
  );
}
