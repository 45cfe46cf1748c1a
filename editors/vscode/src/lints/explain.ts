/** The pages of lints, as `carom explain` prints them. */

import { execFile } from 'node:child_process';

/** Programs that do not answer are given up after this many milliseconds. */
const PATIENCE = 10_000;

/** A lint in the list of all. */
export interface Lint {
  readonly code: string;
  /** The level without a setting. */
  readonly level: string;
  /** What the lint is about, in a sentence. */
  readonly summary: string;
}

/** Whether this may be the code of a lint: nothing else is handed to a program. */
export function isCode(text: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*$/.test(text);
}

/** The page of a lint, in Markdown. */
export function page(program: string, code: string): Promise<string> {
  return isCode(code)
    ? run(program, ['explain', code])
    : Promise.reject(new Error(`no lint has the code ${code}`));
}

/** All lints. */
export async function lints(program: string): Promise<Lint[]> {
  return readLints(await run(program, ['explain']));
}

/** The lines of `carom explain`. */
export function readLints(output: string): Lint[] {
  return [...output.matchAll(/^([a-z-]+)\s+([a-z]+)\s+(\S.*)$/gm)].map(
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
