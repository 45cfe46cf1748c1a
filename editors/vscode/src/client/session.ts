/** The lifecycle of the server: find, start, stop and restart it. */

import * as os from 'node:os';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import {
  type ClientCapabilities,
  CloseAction,
  type ConfigurationParams,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  type ProgressToken,
  RevealOutputChannelOn,
  State,
  type StaticFeature,
  vsdiag,
  WorkDoneProgressCancelNotification,
} from 'vscode-languageclient/node';
import { link } from '../lints/links.ts';
import type { ProvedFile } from '../proofs/protocol.ts';
import { describe } from '../server/advice.ts';
import type { Surroundings } from '../server/candidates.ts';
import { locate, type Search, type Server } from '../server/locate.ts';
import { argumentsAtCursor } from './arguments.ts';
import { LensCommands } from './lenses.ts';
import { readLine } from './logging.ts';
import { report } from './report.ts';
import { OWN_PROGRESS, Searches, type Solving } from './searches.ts';
import { schemes } from './served.ts';
import { serverSettings } from './settings.ts';

/** The state of the server. */
export type Health =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly server: Server }
  | { readonly kind: 'missing'; readonly search: Search }
  | { readonly kind: 'failed'; readonly reason: string };

/** A setting whose value is wrong, and why, in the notification `carom/settings`. */
export interface WrongSetting {
  readonly setting: string;
  readonly message: string;
}

/** The notification `carom/mapped`: more squares of a what-if map are solved. */
export interface MapUpdate {
  readonly uri: string;
  readonly line: number;
  readonly piece: string;
  /** The number of squares without an answer. */
  readonly open: number;
}

/** The time for a shutdown, in milliseconds. */
const PATIENCE = 2_000;

/** The number of error lines that are shown if the server does not start. */
const MOST_ERRORS = 3;

/** Client capabilities beyond the protocol. */
const EXTRAS: StaticFeature = {
  fillClientCapabilities(capabilities: ClientCapabilities) {
    capabilities.experimental = {
      ...capabilities.experimental,
      carom: {
        settings: true,
        solving: true,
        map: true,
        proofs: 'workspace',
        commands: ['carom.showSolution', 'carom.newPuzzle'],
      },
    };
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

/** Runs at most one server at a time, and publishes its state. */
export class Session implements vscode.Disposable {
  readonly searches: Searches;
  readonly #context: vscode.ExtensionContext;
  readonly #output: vscode.LogOutputChannel;
  readonly #trace: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #solving = new vscode.EventEmitter<Solving>();
  readonly #mapped = new vscode.EventEmitter<MapUpdate>();
  readonly #proofs = new vscode.EventEmitter<ProvedFile>();
  readonly #stopped = new vscode.EventEmitter<void>();
  readonly #lenses = new LensCommands();
  #client: LanguageClient | null = null;
  #health: Health = { kind: 'starting' };
  #wrongSettings: readonly WrongSetting[] = [];
  /** Returns what the server has written as errors, once it has ended. */
  #errors: () => Promise<string> = async () => '';
  /** Runs starts and stops one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(
    context: vscode.ExtensionContext,
    output: vscode.LogOutputChannel,
    trace: vscode.LogOutputChannel,
  ) {
    this.#context = context;
    this.#output = output;
    this.#trace = trace;
    this.searches = new Searches((token) => this.#cancel(token));
  }

  /** Fires when the health or the searches change. */
  get onDidChange(): vscode.Event<void> {
    return this.#changed.event;
  }

  /** Fires when the server reports what it is solving. */
  get onSolving(): vscode.Event<Solving> {
    return this.#solving.event;
  }

  /** Fires when more squares of a map are known. */
  get onMapped(): vscode.Event<MapUpdate> {
    return this.#mapped.event;
  }

  /** Fires when the server reports the states of proofs. */
  get onProofs(): vscode.Event<ProvedFile> {
    return this.#proofs.event;
  }

  /** Returns the settings with a wrong value, whose defaults apply. */
  get wrongSettings(): readonly WrongSetting[] {
    return this.#wrongSettings;
  }

  get health(): Health {
    return this.#health;
  }

  /** Returns the client if the server is ready. */
  get client(): LanguageClient | null {
    return this.#client?.isRunning() ? this.#client : null;
  }

  /** Fires when the server has crashed so often that it is not restarted. */
  get onDidStop(): vscode.Event<void> {
    return this.#stopped.event;
  }

  /** Stops the running server, if any, then finds and starts one. */
  restart(): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await this.#stop();
      await this.#start();
    });
    return this.#queue;
  }

  /** Stops the server. */
  stop(): Promise<void> {
    this.#queue = this.#queue.then(() => this.#stop());
    return this.#queue;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#solving.dispose();
    this.#mapped.dispose();
    this.#proofs.dispose();
    this.#stopped.dispose();
    this.#lenses.dispose();
  }

  async #start(): Promise<void> {
    this.#set({ kind: 'starting' });
    const setting = vscode.workspace.getConfiguration('carom').get<string | null>('server.path', '');
    const search = await locate(setting, this.#surroundings());
    for (const refused of search.refused) {
      this.#output.warn(`not used: ${describe(refused)}`);
    }
    const { server } = search;
    if (server === null) {
      const places = search.places.map(({ path, origin }) => `\n  ${path} (${origin})`);
      this.#output.error(`no carom program was found. These places were searched:${places.join('')}`);
      this.#set({ kind: 'missing', search });
      return;
    }
    this.#output.info(`carom ${server.version}: ${server.path} (${server.origin})`);
    const client = this.#create(server);
    this.#client = client;
    try {
      await client.start();
      this.#set({ kind: 'running', server });
    } catch (error) {
      const reason = (await this.#errors()) || (error instanceof Error ? error.message : String(error));
      this.#output.error(`the server did not start: ${reason}`);
      this.#set({ kind: 'failed', reason });
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.searches.clear();
    this.#wrongSettings = [];
    if (client === null) {
      return;
    }
    try {
      await client.dispose(PATIENCE);
    } catch (error) {
      this.#output.warn(`the server did not stop as it should: ${error}`);
    }
  }

  #create(server: Server): LanguageClient {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    const options: LanguageClientOptions = {
      documentSelector: schemes().map((scheme) => ({ scheme, language: 'carom' })),
      outputChannel: this.#output,
      traceOutputChannel: this.#trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      synchronize: { configurationSection: 'carom' },
      initializationOptions: () => serverSettings(vscode.workspace.getConfiguration().get('carom')),
      stdioOptions: {
        stdout: () => {},
        stderr: (stream, channel) => {
          const errors: string[] = [];
          const lines = createInterface({ input: stream });
          lines.on('line', (line) => {
            const { level, text } = readLine(line);
            channel[level](text);
            if (level === 'error' && text.trim() !== '') {
              errors.push(text.trim());
              errors.splice(0, errors.length - MOST_ERRORS);
            }
          });
          const closed = new Promise<void>((resolve) => lines.once('close', resolve));
          this.#errors = async () => {
            await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
            return errors.join(' ');
          };
        },
      },
      middleware: this.#middleware(),
      errorHandler: {
        error: (...given) => crashes().error(...given),
        closed: async () => {
          const result = await crashes().closed();
          if (result.action === CloseAction.Restart || this.#client !== client) {
            return result;
          }
          const errors = await this.#errors();
          const reason = `it has stopped several times${errors && `: ${errors}`}`;
          this.#set({ kind: 'failed', reason });
          this.#stopped.fire();
          return { ...result, handled: true };
        },
      },
    };
    const run = {
      command: server.path,
      args: ['lsp'],
      options: { cwd: folder?.uri.fsPath ?? os.homedir() },
    };
    const client = new LanguageClient('carom', 'carom', run, options);
    let handler: ErrorHandler | null = null;
    const crashes = () => {
      handler ??= client.createDefaultErrorHandler();
      return handler;
    };
    client.registerFeature(EXTRAS);
    client.onNotification('carom/solving', (solving: Solving) => {
      this.searches.update(solving);
      this.#changed.fire();
      this.#solving.fire(solving);
    });
    client.onNotification('carom/settings', ({ wrong }: { wrong: readonly WrongSetting[] }) => {
      this.#wrongSettings = wrong;
      this.#changed.fire();
    });
    client.onNotification('carom/mapped', (update: MapUpdate) => this.#mapped.fire(update));
    client.onNotification('carom/proofs', (file: ProvedFile) => this.#proofs.fire(file));
    client.onDidChangeState(({ newState }) => {
      if (this.#client !== client) {
        return;
      }
      if (newState === State.Running) {
        this.#set({ kind: 'running', server });
      } else if (newState === State.Stopped || newState === State.StartFailed) {
        this.searches.clear();
        if (this.#health.kind !== 'failed') {
          this.#set({ kind: 'failed', reason: 'the server has stopped' });
        }
      } else {
        this.#set({ kind: 'starting' });
      }
    });
    return client;
  }

  #middleware(): Middleware {
    return {
      workspace: {
        // The server rejects unknown settings.
        configuration: async (params: ConfigurationParams, token, next) => {
          const values = await next(params, token);
          return Array.isArray(values) ? values.map(serverSettings) : values;
        },
      },
      handleDiagnostics: (uri, diagnostics, next) => {
        link(diagnostics);
        next(uri, diagnostics);
      },
      provideDiagnostics: async (document, previous, token, next) => {
        const report = await next(document, previous, token);
        if (report?.kind === vsdiag.DocumentDiagnosticReportKind.full) {
          link(report.items);
        }
        return report;
      },
      executeCommand: (command, given: unknown[], next) => {
        // A lens passes its puzzle. The command palette passes nothing: use the puzzle at the cursor.
        const all = given.length > 0 ? given : argumentsAtCursor();
        return all === null ? undefined : report(command, () => next(command, all));
      },
      resolveCodeLens: async (lens, token, next) => {
        const resolved = await next(lens, token);
        return resolved ? this.#lenses.bind(resolved) : resolved;
      },
      provideInlineCompletionItems: (document, position, context, token, next) => {
        const isOn = vscode.workspace.getConfiguration('carom', document).get('nextMove', true);
        return isOn ? next(document, position, context, token) : null;
      },
      handleWorkDoneProgress: (token, params, next) => {
        // One status bar item shows all searches.
        if (params.kind === 'end') {
          this.searches.end(token);
          next(token, params);
        } else {
          this.searches.report(token, params.message);
          if (String(token).startsWith(OWN_PROGRESS)) {
            next(token, params);
          }
        }
        this.#changed.fire();
      },
    };
  }

  #cancel(token: ProgressToken): void {
    void this.client?.sendNotification(WorkDoneProgressCancelNotification.type, { token });
  }

  #surroundings(): Surroundings {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return {
      platform: process.platform,
      env: process.env,
      home: os.homedir(),
      folders: folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
      isTrusted: vscode.workspace.isTrusted,
      extension: this.#context.extensionPath,
    };
  }

  #set(health: Health): void {
    this.#health = health;
    void vscode.commands.executeCommand('setContext', 'carom.isRunning', health.kind === 'running');
    this.#changed.fire();
  }
}
