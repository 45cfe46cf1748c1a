/** Lists the paths where carom may be installed, in search order. */

import * as path from 'node:path';

/** A path to try. */
export interface Candidate {
  /** The full path of the program. */
  readonly path: string;
  /** A description of the place, for messages. */
  readonly origin: string;
}

/** The environment that the list depends on. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The workspace folders on disk. */
  readonly folders: readonly string[];
  /** Whether the workspace is trusted, so that its programs may run. */
  readonly isTrusted: boolean;
  /** The folder of the extension. */
  readonly extension: string;
}

/** Returns the file name of the program. */
export function programName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'carom.exe' : 'carom';
}

/** Expands the setting `carom.server.path` to a path. */
export function expandSetting(setting: string, around: Surroundings): string {
  const { folders, home } = around;
  const expanded = setting
    .trim()
    .replace(/^~(?=$|[/\\])/, () => home)
    .replace(/\$\{workspaceFolder\}/g, () => folders[0] ?? '')
    .replace(/\$\{userHome\}/g, () => home);
  return path.isAbsolute(expanded) ? expanded : path.resolve(folders[0] ?? home, expanded);
}

/** Returns the paths to try if the setting is empty. */
export function candidates(around: Surroundings): Candidate[] {
  const { env, extension, folders, home, isTrusted, platform } = around;
  const name = programName(platform);
  // A program packed with the extension has the matching version.
  const found: Candidate[] = [{ path: path.join(extension, 'server', name), origin: 'the extension' }];
  // A program from an untrusted workspace must not run.
  for (const folder of isTrusted ? folders : []) {
    for (const kind of ['release', 'debug']) {
      found.push({ path: path.join(folder, 'target', kind, name), origin: 'the workspace' });
    }
  }
  // A relative entry would mean a different folder in each working directory.
  const entries = searchPath(env, platform).filter((entry) => path.isAbsolute(entry));
  for (const entry of entries) {
    found.push({ path: path.join(entry, name), origin: 'the PATH' });
  }
  // An editor started from the desktop does not see PATH changes of the shell.
  const cargo = env.CARGO_HOME || path.join(home, '.cargo');
  found.push({ path: path.join(cargo, 'bin', name), origin: 'cargo install' });
  const seen = new Set<string>();
  return found.filter((candidate) => {
    const isNew = !seen.has(candidate.path);
    seen.add(candidate.path);
    return isNew;
  });
}

function searchPath(env: Surroundings['env'], platform: NodeJS.Platform): string[] {
  // On Windows, the variable name is case-insensitive.
  const key = platform === 'win32' ? Object.keys(env).find((key) => key.toUpperCase() === 'PATH') : 'PATH';
  const value = key === undefined ? '' : (env[key] ?? '');
  return value.split(platform === 'win32' ? ';' : ':').filter((entry) => entry !== '');
}
