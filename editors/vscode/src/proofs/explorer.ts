/** The test explorer: every puzzle of the workspace is a test. Running it proves the puzzle. */

import * as vscode from 'vscode';
import type { Session } from '../client/session.ts';
import { foldersBetween, isFinal, type ProvedFiles, verdict } from './files.ts';
import type { Proof, ProvedFile } from './protocol.ts';
import { keyOf, Run } from './run.ts';

/** The number of documents that are requested at a time. */
const ASKED = 4;

/** How long results must not change until they are reported, and the longest delay, in milliseconds. */
const CALM = 500;
const LONGEST = 5_000;

/** Keeps the test tree up to date, and runs the tests. */
export class Explorer implements vscode.Disposable {
  readonly #session: Session;
  readonly #files: ProvedFiles;
  readonly #controller = vscode.tests.createTestController('carom.puzzles', 'Puzzles');
  /** Documents and folders, by URI. */
  readonly #items = new Map<string, vscode.TestItem>();
  readonly #runs = new Set<Run>();
  /** The result that the editor shows for each puzzle, by key. */
  readonly #reported = new Map<string, string>();
  /** When the first result that is not reported arrived. */
  #since: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** The number of outdated results of each puzzle, by key. */
  readonly #outdated = new Map<string, number>();

  constructor(session: Session, files: ProvedFiles) {
    this.#session = session;
    this.#files = files;
    this.#controller.createRunProfile(
      'Prove',
      vscode.TestRunProfileKind.Run,
      (request, token) => this.#run(request, token),
      true,
    );
    this.#controller.refreshHandler = async () => {
      const { client } = this.#session;
      const all = await client?.sendRequest<ProvedFile[]>('carom/puzzles', {});
      const before = this.#files.uris;
      this.#files.replace(all ?? []);
      for (const uri of new Set([...before, ...this.#files.uris])) {
        this.update(uri);
      }
      // The server now reads files that changed on disk without a notification, and reports them.
      const folders = vscode.workspace.workspaceFolders ?? [];
      const roots = folders.map(({ uri }) => uri.toString());
      const changes = [...roots, ...this.#files.uris].map((uri) => ({ uri, type: 2 }));
      await client?.sendNotification('workspace/didChangeWatchedFiles', { changes });
    };
  }

  /** Updates the items of a document. */
  update(uri: string): void {
    const proofs = this.#files.of(uri);
    if (proofs.length === 0) {
      this.#remove(uri);
      return;
    }
    const target = vscode.Uri.parse(uri);
    const file = this.#file(target);
    const kept = new Map([...file.children].map(([id, item]) => [id, item]));
    const isRunning = (key: string) => [...this.#runs].some((run) => run.holds(key));
    const items = proofs.map((proof, number) => {
      const key = `${uri}#${proof.id}`;
      if (!isFinal(proof.state) && !isRunning(key) && this.#reported.delete(key)) {
        // The editor keeps the results of an item as long as its identifier exists.
        this.#outdated.set(key, (this.#outdated.get(key) ?? 0) + 1);
      }
      const id = `${key}#${this.#outdated.get(key) ?? 0}`;
      const item = kept.get(id) ?? this.#controller.createTestItem(id, proof.title, target);
      show(item, proof, number);
      return item;
    });
    // For a large file, do not send the whole list again after each proof.
    if (kept.size !== items.length || !items.every(({ id }) => kept.has(id))) {
      file.children.replace(items);
    }
    for (const run of this.#runs) {
      run.take(uri, proofs);
    }
    const isNew = (proof: Proof) => {
      const key = `${uri}#${proof.id}`;
      return isFinal(proof.state) && !isRunning(key) && this.#reported.get(key) !== verdict(proof);
    };
    if (proofs.some(isNew)) {
      this.#changed();
    }
  }

  /** Reports all results again, once the server is idle: the editor counts those of the last run. */
  #changed(): void {
    clearTimeout(this.#timer);
    this.#since ??= Date.now();
    const since = this.#since;
    this.#timer = setTimeout(() => {
      if (this.#session.searches.solving.open > 0 && Date.now() - since < LONGEST) {
        this.#changed();
      } else {
        this.#since = null;
        this.#reportAll();
      }
    }, CALM);
  }

  /** Reports the results of all files outside of a requested run. */
  #reportAll(): void {
    const run = new Run(
      this.#controller.createTestRun(new vscode.TestRunRequest(), 'Proofs', false),
      [],
      this.#reported,
    );
    for (const uri of this.#files.uris) {
      const items = new Map(
        [...(this.#items.get(uri)?.children ?? [])].map(([, item]) => [keyOf(item), item]),
      );
      for (const proof of this.#files.of(uri)) {
        const item = items.get(`${uri}#${proof.id}`);
        if (item !== undefined && isFinal(proof.state)) {
          run.show(item, proof);
        }
      }
    }
    run.close();
  }

  /** Removes everything: a new server reports all files again. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#controller.items.replace([]);
    this.#items.clear();
    this.#reported.clear();
    this.#outdated.clear();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#controller.dispose();
  }

  /** Returns the item of a document, and creates its folders. */
  #file(uri: vscode.Uri): vscode.TestItem {
    const known = this.#items.get(uri.toString());
    if (known !== undefined) {
      return known;
    }
    const root = vscode.workspace.getWorkspaceFolder(uri);
    let parent = this.#controller.items;
    if (root !== undefined) {
      let folder = root.uri;
      if ((vscode.workspace.workspaceFolders?.length ?? 0) > 1) {
        parent = this.#child(parent, folder, root.name).children;
      }
      for (const name of foldersBetween(root.uri.path, uri.path)) {
        folder = vscode.Uri.joinPath(folder, name);
        parent = this.#child(parent, folder, name).children;
      }
    }
    return this.#child(parent, uri, uri.path.split('/').at(-1) ?? uri.path);
  }

  #child(parent: vscode.TestItemCollection, uri: vscode.Uri, label: string): vscode.TestItem {
    const id = uri.toString();
    const item = parent.get(id) ?? this.#controller.createTestItem(id, label, uri);
    parent.add(item);
    this.#items.set(id, item);
    return item;
  }

  /** Removes a document, and folders that become empty. */
  #remove(uri: string): void {
    // Keep the numbers of outdated results: a restored file must not show any of these results.
    for (const key of this.#reported.keys()) {
      if (key.startsWith(`${uri}#`)) {
        this.#reported.delete(key);
        this.#outdated.set(key, (this.#outdated.get(key) ?? 0) + 1);
      }
    }
    let item = this.#items.get(uri);
    while (item !== undefined) {
      const { id, parent }: vscode.TestItem = item;
      (parent?.children ?? this.#controller.items).delete(id);
      this.#items.delete(id);
      item = parent?.children.size === 0 ? parent : undefined;
    }
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const { client } = this.#session;
    const chosen = leaves(request.include ?? [...this.#controller.items].map(([, item]) => item));
    const excluded = new Set(leaves(request.exclude ?? []));
    const items = chosen.filter((item) => !excluded.has(item));
    const run = new Run(this.#controller.createTestRun(request), items, this.#reported);
    this.#runs.add(run);
    const uris = [...new Set(items.map((item) => item.uri?.toString() ?? ''))];
    const next = async (): Promise<void> => {
      for (let uri = uris.shift(); uri !== undefined; uri = uris.shift()) {
        if (client === null || token.isCancellationRequested) {
          continue;
        }
        const ids = run.ids(uri);
        try {
          const params = { textDocument: { uri }, ids };
          const file = await client.sendRequest<ProvedFile>('carom/prove', params, token);
          run.end(uri, file.puzzles);
        } catch (error) {
          run.fail(uri, token.isCancellationRequested ? null : String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: ASKED }, next));
    this.#runs.delete(run);
    run.close();
  }
}

/** Returns the puzzles at and below items, each once. */
function leaves(items: readonly vscode.TestItem[]): vscode.TestItem[] {
  const all = items.flatMap((item) =>
    item.children.size === 0 ? [item] : leaves([...item.children].map(([, child]) => child)),
  );
  return [...new Set(all)];
}

function show(item: vscode.TestItem, proof: Proof, number: number): void {
  const { line } = proof;
  item.label = proof.title;
  item.description = proof.summary;
  item.sortText = String(number).padStart(6, '0');
  item.range = new vscode.Range(line, 0, line, 0);
  item.error = proof.state === 'invalid' ? proof.faults.map(({ message }) => message).join('\n') : undefined;
}
