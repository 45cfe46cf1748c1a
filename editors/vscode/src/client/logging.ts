/** Parses the log that the server writes to standard error. */

export type Level = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Returns the text and the level of a log line. Lines without a level are errors. */
export function readLine(line: string): { readonly level: Level; readonly text: string } {
  const found = /^\S+Z\s+(ERROR|WARN|INFO|DEBUG|TRACE)\s+(.*)$/.exec(line);
  if (found === null) {
    return { level: 'error', text: line };
  }
  const [, level = 'ERROR', text = ''] = found;
  return { level: level.toLowerCase() as Level, text };
}
