/** A code-server with the extension. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import * as path from 'node:path';

export interface Setup {
  /** The program `code-server`. */
  readonly program: string;
  readonly vsix: string;
  /** A folder for all files of the server. */
  readonly home: string;
  readonly settings: Record<string, unknown>;
  /** The machine settings of the server, such as paths. */
  readonly machine: Record<string, unknown>;
}

/** A running server. */
export class CodeServer {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #settings: string;

  private constructor(url: string, process: ChildProcess, settings: string) {
    this.url = url;
    this.#process = process;
    this.#settings = settings;
  }

  static async start(setup: Setup): Promise<CodeServer> {
    const { home, program, vsix } = setup;
    const settings = path.join(home, 'data/User/settings.json');
    mkdirSync(home, { recursive: true });
    const config = path.join(home, 'config.yaml');
    writeFileSync(config, 'auth: none\n');
    write(settings, setup.settings);
    write(path.join(home, 'data/Machine/settings.json'), setup.machine);
    const folders = ['--config', config, '--user-data-dir', path.join(home, 'data')];
    folders.push('--extensions-dir', path.join(home, 'extensions'));
    // Do not read or write files of the user.
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
    const installed = spawnSync(program, [...folders, '--install-extension', vsix, '--force'], { env });
    if (installed.status !== 0) {
      throw new Error(`the extension was not installed: ${installed.stdout}${installed.stderr}`);
    }
    const port = await freePort();
    const args = ['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry'];
    args.push('--disable-update-check', '--disable-getting-started-override');
    // Use a process group, so that all children can be ended with it.
    const child = spawn(program, [...folders, ...args], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => end(child, 'SIGKILL'));
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('HTTP server listening')) {
          resolve();
        }
      });
      child.on('exit', (code) => reject(new Error(`code-server ended with ${code}`)));
    });
    return new CodeServer(`http://127.0.0.1:${port}`, child, settings);
  }

  /** Replaces the user's settings, which a window reads when it is loaded. */
  set(settings: Record<string, unknown>): void {
    write(this.#settings, settings);
  }

  /** Returns the ids of the server's descendants that run a program with this name. */
  processes(name: string): number[] {
    const ids = readdirSync('/proc').map(Number).filter(Number.isInteger);
    return ids.filter((id) => {
      try {
        // "id (name) state parent group …", where a name may contain spaces.
        const found = /^\d+ \((.*)\) \S+ \d+ (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8'));
        return found?.[1] === name && Number(found[2]) === this.#process.pid;
      } catch {
        // The process has ended meanwhile.
        return false;
      }
    });
  }

  /** Ends the server and its children, and waits for them. */
  async stop(): Promise<void> {
    for (const [signal, patience] of [
      ['SIGTERM', 5_000],
      ['SIGKILL', 60_000],
    ] as const) {
      end(this.#process, signal);
      for (let waited = 0; waited < patience; waited += 100) {
        if (!end(this.#process, 0)) {
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new Error('code-server does not end');
  }
}

/** Sends a signal to a process and its children. Returns whether one of them existed. */
function end({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function write(file: string, settings: Record<string, unknown>): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
