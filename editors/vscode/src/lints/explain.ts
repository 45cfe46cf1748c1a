/** Reads the pages of lints from `carom explain`. */

import { execFile } from 'node:child_process';

/** How long to wait for the program, in milliseconds. */
const PATIENCE = 10_000;

/** A lint in the list of all lints. */
export interface Lint {
  readonly code: string;
  /** The default level. */
  readonly level: string;
  /** A one-sentence description. */
  readonly summary: string;
}

/** Whether a text looks like the code of a lint. Nothing else is passed to the program. */
export function isCode(text: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*$/.test(text);
}

/** Returns the page of a lint, in Markdown. */
export function page(program: string, code: string): Promise<string> {
  return isCode(code)
    ? run(program, ['explain', code])
    : Promise.reject(new Error(`no lint has the code ${code}`));
}

/** Returns all lints. */
export async function lints(program: string): Promise<Lint[]> {
  return readLints(await run(program, ['explain']));
}

/** Parses the lints in the output of `carom explain`, which also lists the pages of the manual. */
export function readLints(output: string): Lint[] {
  const lints = output.split('\n\n', 1)[0] ?? '';
  return [...lints.matchAll(/^([a-z-]+)\s+([a-z]+)\s+(\S.*)$/gm)].map(
    ([, code = '', level = '', summary = '']) => ({
      code,
      level,
      summary,
    }),
  );
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: PATIENCE, windowsHide: true }, (error, output) => {
      if (error) {
        reject(error);
      } else {
        resolve(output);
      }
    });
  });
}
