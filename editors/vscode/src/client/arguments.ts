/** Finds the puzzle for a command of the command palette. */

import { puzzlePosition, servedEditor } from './served.ts';

/** Returns the arguments of the server's commands for the puzzle at the cursor. */
export function argumentsAtCursor(): unknown[] | null {
  const editor = servedEditor();
  return editor && [{ uri: editor.document.uri.toString(), line: puzzlePosition(editor).line }];
}
