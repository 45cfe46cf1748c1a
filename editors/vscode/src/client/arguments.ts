/** The puzzle that a command of the palette is about. */

import { servedEditor } from './served.ts';

/** The arguments of the server's commands, for the puzzle that the cursor is in. */
export function argumentsAtCursor(): unknown[] | null {
  const editor = servedEditor();
  return editor && [{ uri: editor.document.uri.toString(), line: editor.selection.active.line }];
}
