/** Foreign formats as the server returns them, and how they are shown. */

/** A text in a foreign format, as carom text. */
export interface Pasted {
  readonly format: string;
  readonly text: string;
}

/** A puzzle in a format, or why the format cannot express it. */
export interface Copied {
  readonly format: string;
  readonly about: string;
  readonly text?: string;
  readonly refused?: string;
}

/** A line of the list of formats. */
export interface Choice {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly text?: string;
}

/** The formats that can express the puzzle before those that cannot. */
export function choices(all: readonly Copied[]): Choice[] {
  const said = all.filter(({ text }) => text !== undefined);
  const refused = all.filter(({ text }) => text === undefined);
  return [...said, ...refused].map(({ format, about, text, refused: reason }) => ({
    label: format,
    description: about,
    ...(text === undefined ? { detail: `not possible: ${reason}` } : { text }),
  }));
}

/** The text of puzzles with a blank line between it and what is before. */
export function asParagraph(before: string, text: string): string {
  if (before === '' || /\n\r?\n$/.test(before)) {
    return text;
  }
  return (before.endsWith('\n') ? '\n' : '\n\n') + text;
}

/** A place in a text. */
export interface Point {
  readonly line: number;
  readonly character: number;
}

/** A text in the place of what stands between two places. */
export interface Insertion {
  readonly start: Point;
  readonly end: Point;
  readonly text: string;
}

/**
 * Puts the text of puzzles into a deck, with a blank line on both sides: on a blank
 * line between puzzles where the cursor is on one, and else behind the puzzle, or the
 * file's own keys, that the cursor is in. Selected lines make room for it; what is
 * selected within a line stays.
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

/** What parts puzzles that end a line from the line below it. */
function below(lines: readonly string[], line: number): string {
  const next = lines[line + 1];
  return next !== undefined && isBlank(next) ? '' : '\n';
}

/**
 * The last line of the puzzle that a line is in, or of the file's own keys; before
 * the first line where there are none. Comments right above a puzzle are that one's.
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
const isHeader = (line: string) => /^\s*puzzle(?=[\s"]|$)/i.test(line);
