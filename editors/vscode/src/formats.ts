/** Foreign formats as the server returns them, and how they are shown and inserted. */

/** A text in a foreign format, converted to carom's format. */
export interface Pasted {
  readonly format: string;
  readonly text: string;
}

/** A puzzle in a foreign format, or the reason why the format cannot express it. */
export interface Copied {
  readonly format: string;
  readonly about: string;
  readonly text?: string;
  readonly refused?: string;
}

/** An item in the list of formats. */
export interface Choice {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly text?: string;
}

/** Returns the formats, those that can express the puzzle first. */
export function choices(all: readonly Copied[]): Choice[] {
  const supported = all.filter(({ text }) => text !== undefined);
  const refused = all.filter(({ text }) => text === undefined);
  return [...supported, ...refused].map(({ format, about, text, refused: reason }) => ({
    label: format,
    description: about,
    ...(text === undefined ? { detail: `not possible: ${reason}` } : { text }),
  }));
}

/**
 * Returns the puzzles of a text in carom's own format, with the comments directly above them; null
 * if there are none. Keys of the file, the fence of a code block and its indentation are left out.
 */
export function ownPuzzles(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const header = lines.findIndex(isHeader);
  if (header < 0) {
    return null;
  }
  let first = header;
  while (first > 0 && isComment(lines[first - 1] ?? '')) {
    first -= 1;
  }
  const fence = lines.findIndex((line, number) => number > header && /^\s*(```|~~~)/.test(line));
  const [indent = ''] = /^\s*/.exec(lines[header] ?? '') ?? [];
  const own = lines.slice(first, fence < 0 ? lines.length : fence);
  return own.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
}

/** Returns the text of puzzles, with a blank line before it if needed. */
export function asParagraph(before: string, text: string): string {
  if (before === '' || /\n\r?\n$/.test(before)) {
    return text;
  }
  return (before.endsWith('\n') ? '\n' : '\n\n') + text;
}

/** A position in a text. */
export interface Point {
  readonly line: number;
  readonly character: number;
}

/** A replacement of the text between two positions. */
export interface Insertion {
  readonly start: Point;
  readonly end: Point;
  readonly text: string;
}

/**
 * Inserts puzzles into a file, with a blank line before and after. If the cursor is on a blank
 * line between puzzles, the text goes there, otherwise after the puzzle or the file header at
 * the cursor. A selection of several lines is replaced; a selection within a line is kept.
 */
export function insertion(lines: readonly string[], start: Point, end: Point, text: string): Insertion {
  const puzzles = text.replace(/\s+$/, '');
  if (start.line !== end.line) {
    const before = [...lines.slice(0, start.line), (lines[start.line] ?? '').slice(0, start.character)];
    const rest = (lines[end.line] ?? '').slice(end.character);
    const behind = isBlank(rest) ? below(lines, end.line) : '\n\n';
    return { start, end, text: asParagraph(before.join('\n'), puzzles) + behind };
  }
  const { line } = start;
  const last = lastOfBlock(lines, line);
  const here = lines[line] ?? '';
  if (isBlank(here) && line > last) {
    const above = line > 0 && !isBlank(lines[line - 1] ?? '') ? '\n' : '';
    const whole = { start: { line, character: 0 }, end: { line, character: here.length } };
    return { ...whole, text: above + puzzles + below(lines, line) };
  }
  if (last < 0) {
    const top = { line: 0, character: 0 };
    return { start: top, end: top, text: `${puzzles}\n\n` };
  }
  const at = { line: last, character: (lines[last] ?? '').length };
  return { start: at, end: at, text: `\n\n${puzzles}${below(lines, last)}` };
}

/** Returns the line breaks between inserted puzzles and the line below. */
function below(lines: readonly string[], line: number): string {
  const next = lines[line + 1];
  return next !== undefined && isBlank(next) ? '' : '\n';
}

/**
 * Returns the last line of the puzzle, or of the file header, that contains a line. Returns -1
 * if there is none. Comments directly above a puzzle belong to it.
 */
function lastOfBlock(lines: readonly string[], line: number): number {
  const next = lines.findIndex((text, number) => number > line && isHeader(text));
  const end = next < 0 ? lines.length : next;
  let last = end - 1;
  while (last >= 0 && (isBlank(lines[last] ?? '') || isComment(lines[last] ?? ''))) {
    last -= 1;
  }
  let behind = last + 1;
  while (behind < end && isComment(lines[behind] ?? '')) {
    behind += 1;
  }
  return behind < end || end === lines.length ? behind - 1 : last;
}

const isBlank = (line: string) => line.trim() === '';
const isComment = (line: string) => /^\s*;/.test(line);
/** Whether a line begins a puzzle. */
export const isHeader = (line: string) => /^\s*puzzle(?=[\s"]|$)/i.test(line);
