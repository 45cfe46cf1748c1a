/** Tracks what undo and redo can do in each document, because the editor does not report it. */

import type { UndoState } from '../../../web/src/host.ts';

/** The maximum numbers of steps. */
interface Steps {
  readonly undo: number;
  readonly redo: number;
}

const NONE: Steps = { undo: 0, redo: 0 };
const UNKNOWN: Steps = { undo: Infinity, redo: Infinity };

/**
 * Counts the changes of documents since they were first opened. One undo step may contain
 * several changes, such as typed characters, so the counts are upper bounds: only zero is
 * certain.
 */
export class UndoTracker {
  readonly #documents = new Map<string, Steps>();

  /**
   * Registers an opened document. Only version 1 is certainly unchanged: a file that is opened
   * again may keep its version and its undo steps.
   */
  opened(uri: string, version: number): void {
    if (version === 1) {
      this.#documents.set(uri, NONE);
    }
  }

  /** Registers a change: by undo, by redo, or any other. */
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
