/** What undo and redo could do in each document: the editor does not tell. */

import type { UndoState } from '../../../web/src/host.ts';

/** How many steps there are at most. */
interface Steps {
  readonly undo: number;
  readonly redo: number;
}

const NONE: Steps = { undo: 0, redo: 0 };
const UNKNOWN: Steps = { undo: Infinity, redo: Infinity };

/**
 * Counts the changes of documents since they were opened first. A step of the editor may hold
 * several changes, as when the user types, so the counts are upper bounds: zero is certain.
 */
export class UndoTracker {
  readonly #documents = new Map<string, Steps>();

  /**
   * A document was opened. Only version 1 was never changed: a file that is opened again may
   * have its version, and its steps, from before.
   */
  opened(uri: string, version: number): void {
    if (version === 1) {
      this.#documents.set(uri, NONE);
    }
  }

  /** A document was changed: by undo, by redo, or otherwise. */
  changed(uri: string, reason: 'undo' | 'redo' | null): void {
    const { undo, redo } = this.#documents.get(uri) ?? UNKNOWN;
    const after = {
      undo: { undo: Math.max(0, undo - 1), redo: redo + 1 },
      redo: { undo: undo + 1, redo: Math.max(0, redo - 1) },
      edit: { undo: undo + 1, redo: 0 },
    }[reason ?? 'edit'];
    this.#documents.set(uri, after);
  }

  state(uri: string): UndoState {
    const { undo, redo } = this.#documents.get(uri) ?? UNKNOWN;
    return { canUndo: undo > 0, canRedo: redo > 0 };
  }
}
