/** Where a carom program may be, in the order in which the places are tried. */

import * as path from 'node:path';

/** A place to look at. */
export interface Candidate {
  /** The whole path of the program. */
  readonly path: string;
  /** What the place is, for messages. */
  readonly origin: string;
}

/** What the order depends on. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folders of the workspace on disk. */
  readonly folders: readonly string[];
  /** Whether what is in the workspace may be run. */
  readonly isTrusted: boolean;
  /** The folder that the extension is installed in. */
  readonly extension: string;
}

/** The name of the program's file. */
export function programName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'carom.exe' : 'carom';
}

/** The path that the setting `carom.server.path` means. */
export function expandSetting(setting: string, around: Surroundings): string {
  const { folders, home } = around;
  const expanded = setting
    .trim()
    .replace(/^~(?=$|[/\\])/, () => home)
    .replace(/\$\{workspaceFolder\}/g, () => folders[0] ?? '')
    .replace(/\$\{userHome\}/g, () => home);
  return path.isAbsolute(expanded) ? expanded : path.resolve(folders[0] ?? home, expanded);
}

/** The places to look at where the setting names none. */
export function candidates(around: Surroundings): Candidate[] {
  const { env, extension, folders, home, isTrusted, platform } = around;
  const name = programName(platform);
  // What an extension for one platform brings is of its own version.
  const found: Candidate[] = [{ path: path.join(extension, 'server', name), origin: 'the extension' }];
  // A program from a workspace that nobody vouches for must not run.
  for (const folder of isTrusted ? folders : []) {
    for (const kind of ['release', 'debug']) {
      found.push({ path: path.join(folder, 'target', kind, name), origin: 'the workspace' });
    }
  }
  // A relative entry would mean a different place for each folder.
  const entries = searchPath(env, platform).filter((entry) => path.isAbsolute(entry));
  for (const entry of entries) {
    found.push({ path: path.join(entry, name), origin: 'the PATH' });
  }
  // A desktop starts the editor without what a shell adds to the PATH.
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
  // On Windows the variable may be spelled in any case.
  const key = platform === 'win32' ? Object.keys(env).find((key) => key.toUpperCase() === 'PATH') : 'PATH';
  const value = key === undefined ? '' : (env[key] ?? '');
  return value.split(platform === 'win32' ? ';' : ':').filter((entry) => entry !== '');
}
