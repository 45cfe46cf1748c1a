/** The log that the server writes to its standard error. */

export type Level = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** A line of the log with the level that it names; lines without one are errors. */
export function readLine(line: string): { readonly level: Level; readonly text: string } {
  const found = /^\S+Z\s+(ERROR|WARN|INFO|DEBUG|TRACE)\s+(.*)$/.exec(line);
  if (found === null) {
    return { level: 'error', text: line };
  }
  const [, level = 'ERROR', text = ''] = found;
  return { level: level.toLowerCase() as Level, text };
}
