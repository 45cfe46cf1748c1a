/** What the server says of other forms, and how it is shown. */

/** A text of another form, as a puzzle file says it. */
export interface Pasted {
  readonly form: string;
  readonly text: string;
}

/** A puzzle in a form, or why the form cannot say it. */
export interface Copied {
  readonly form: string;
  readonly about: string;
  readonly text?: string;
  readonly refused?: string;
}

/** A line of the list of forms. */
export interface Choice {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly text?: string;
}

/** The forms that can say the puzzle before those that cannot. */
export function choices(all: readonly Copied[]): Choice[] {
  const said = all.filter(({ text }) => text !== undefined);
  const refused = all.filter(({ text }) => text === undefined);
  return [...said, ...refused].map(({ form, about, text, refused: reason }) => ({
    label: form,
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
