/** Converts positions of carom to offsets in CodeMirror documents. */

import type { Text } from '@codemirror/state';
import type { Place, Position, Range } from 'carom-wasm';

/** Returns the offset of a place: line and column from 1, in Unicode scalar values. */
export function offsetOf(doc: Text, place: Place): number {
  if (place.line > doc.lines) {
    return doc.length;
  }
  const line = doc.line(Math.max(1, place.line));
  const before = Array.from(line.text).slice(0, place.column - 1);
  return line.from + before.join('').length;
}

/** Returns the offset of a position: line and column from 0, in UTF-16 units. */
export function offsetAt(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) {
    return doc.length;
  }
  const found = doc.line(line + 1);
  return Math.min(found.from + character, found.to);
}

export function positionAt(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function spanOf(doc: Text, { start, end }: Range): { from: number; to: number } {
  return { from: offsetAt(doc, start), to: offsetAt(doc, end) };
}
