/** The pages of rules, as `carom explain` prints them. */

import { execFile } from 'node:child_process';

/** Programs that do not answer are given up after this many milliseconds. */
const PATIENCE = 10_000;

/** A rule in the list of all. */
export interface Rule {
  readonly code: string;
  /** The level without a setting. */
  readonly level: string;
  /** What the rule is about, in a sentence. */
  readonly summary: string;
}

/** Whether this may be the code of a rule: nothing else is handed to a program. */
export function isCode(text: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*$/.test(text);
}

/** The page of a rule, in Markdown. */
export function page(program: string, code: string): Promise<string> {
  return isCode(code)
    ? run(program, ['explain', code])
    : Promise.reject(new Error(`no rule has the code ${code}`));
}

/** All rules. */
export async function rules(program: string): Promise<Rule[]> {
  return readRules(await run(program, ['explain']));
}

/** The lines of `carom explain`. */
export function readRules(output: string): Rule[] {
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
