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
  const { folders, home, platform } = around;
  const { extname, isAbsolute, resolve } = pathsOf(platform);
  const expanded = setting
    .trim()
    .replace(/^~(?=$|[/\\])/, () => home)
    .replace(/\$\{workspaceFolder\}/g, () => folders[0] ?? '')
    .replace(/\$\{userHome\}/g, () => home);
  const absolute = isAbsolute(expanded) ? expanded : resolve(folders[0] ?? home, expanded);
  return platform === 'win32' && extname(absolute) === '' ? `${absolute}.exe` : absolute;
}

/** Returns the paths to try if the setting is empty. */
export function candidates(around: Surroundings): Candidate[] {
  const { env, extension, folders, home, isTrusted, platform } = around;
  const name = programName(platform);
  const { isAbsolute, join } = pathsOf(platform);
  // A program packed with the extension has the matching version.
  const found: Candidate[] = [{ path: join(extension, 'server', name), origin: 'the extension' }];
  // A program from an untrusted workspace must not run.
  for (const folder of isTrusted ? folders : []) {
    for (const kind of ['release', 'debug']) {
      found.push({ path: join(folder, 'target', kind, name), origin: 'the workspace' });
    }
  }
  // A relative entry would mean a different folder in each working directory.
  const entries = searchPath(env, platform).filter((entry) => isAbsolute(entry));
  for (const entry of entries) {
    found.push({ path: join(entry, name), origin: 'the PATH' });
  }
  // An editor started from the desktop does not see PATH changes of the shell.
  const cargo = env.CARGO_HOME || join(home, '.cargo');
  found.push({ path: join(cargo, 'bin', name), origin: 'cargo install' });
  const seen = new Set<string>();
  return found.filter((candidate) => {
    const isNew = !seen.has(candidate.path);
    seen.add(candidate.path);
    return isNew;
  });
}

/** Returns the functions for paths of a system. */
function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

function searchPath(env: Surroundings['env'], platform: NodeJS.Platform): string[] {
  const { delimiter } = pathsOf(platform);
  if (platform !== 'win32') {
    return (env.PATH ?? '').split(delimiter).filter((entry) => entry !== '');
  }
  // The case of the name varies, and an entry may be quoted.
  const key = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const entries = (env[key] ?? '').split(delimiter);
  return entries.map((entry) => entry.replace(/^"(.*)"$/, '$1')).filter((entry) => entry !== '');
}
