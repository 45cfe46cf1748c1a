/** A test run, which reports the result of each puzzle as soon as it is known. */

import * as vscode from 'vscode';
import { isFinal, parted, verdict } from './files.ts';
import type { Proof, Range } from './protocol.ts';

/** Returns the document and the puzzle of an item: its identifier without the number at the end. */
export const keyOf = ({ id }: vscode.TestItem) => id.slice(0, id.lastIndexOf('#'));

/** Reports each puzzle once to the editor. */
export class Run {
  readonly #run: vscode.TestRun;
  /** Unfinished tests, by key. */
  readonly #waiting: Map<string, vscode.TestItem>;
  readonly #started = new Set<string>();
  /** Puzzles searched during this run: only their results end a test. */
  readonly #searched = new Set<string>();

  /** The last reported result of each puzzle, in any run. */
  readonly #reported: Map<string, string>;

  constructor(run: vscode.TestRun, items: readonly vscode.TestItem[], reported: Map<string, string>) {
    this.#run = run;
    this.#reported = reported;
    this.#waiting = new Map(items.map((item) => [keyOf(item), item]));
    for (const item of items) {
      run.enqueued(item);
    }
  }

  /** Whether the result of a puzzle is still missing in this run. */
  holds(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Returns the server's ids of the puzzles in a document whose results are still missing. */
  ids(uri: string): string[] {
    const own = [...this.#waiting.keys()].filter((id) => id.startsWith(`${uri}#`));
    return own.map((id) => id.slice(uri.length + 1));
  }

  /** Handles the proofs that arrive during the run. */
  take(uri: string, proofs: readonly Proof[]): void {
    for (const proof of proofs) {
      const id = `${uri}#${proof.id}`;
      const item = this.#waiting.get(id);
      if (item === undefined) {
        continue;
      }
      if (proof.state === 'proving') {
        this.#searched.add(id);
        this.#start(item);
      } else if (isFinal(proof.state) && this.#searched.has(id)) {
        this.#report(item, proof);
      }
    }
  }

  /**
   * Shows a result outside of a requested run, without messages: diagnostics in the text show
   * the errors.
   */
  show(item: vscode.TestItem, proof: Proof): void {
    this.#reported.set(keyOf(item), verdict(proof));
    switch (proof.state) {
      case 'proved':
        this.#run.passed(item, proof.time ?? undefined);
        break;
      case 'failed':
        this.#run.failed(item, [], proof.time ?? undefined);
        break;
      default:
        this.#run.errored(item, [], proof.time ?? undefined);
    }
  }

  /** Reports the final results of a document. */
  end(uri: string, proofs: readonly Proof[]): void {
    for (const proof of proofs) {
      const item = this.#waiting.get(`${uri}#${proof.id}`);
      if (item !== undefined) {
        this.#report(item, proof);
      }
    }
    this.fail(uri, null);
  }

  /** Ends the remaining tests of a document: with an error, or skipped if `reason` is null. */
  fail(uri: string, reason: string | null): void {
    for (const id of this.ids(uri)) {
      const key = `${uri}#${id}`;
      const item = this.#waiting.get(key);
      this.#waiting.delete(key);
      if (item === undefined) {
        continue;
      }
      if (reason === null) {
        this.#run.skipped(item);
      } else {
        this.#run.errored(item, new vscode.TestMessage(reason));
      }
    }
  }

  /** Ends the run. */
  close(): void {
    for (const item of this.#waiting.values()) {
      this.#run.skipped(item);
    }
    this.#waiting.clear();
    this.#run.end();
  }

  #start(item: vscode.TestItem): void {
    if (!this.#started.has(item.id)) {
      this.#started.add(item.id);
      this.#run.started(item);
    }
  }

  #report(item: vscode.TestItem, proof: Proof): void {
    const { state, title, summary } = proof;
    this.#waiting.delete(keyOf(item));
    this.#reported.set(keyOf(item), verdict(proof));
    this.#start(item);
    const time = proof.time ?? undefined;
    // Without a location: the lens above the puzzle shows the same.
    this.#run.appendOutput(`${title}: ${state}, ${summary}\r\n`, undefined, item);
    switch (state) {
      case 'proved':
        this.#run.passed(item, time);
        break;
      case 'failed':
        this.#run.failed(item, messages(item, proof), time);
        break;
      case 'invalid':
        this.#run.errored(item, messages(item, proof), time);
        break;
      case 'unknown':
        this.#run.errored(item, new vscode.TestMessage(`not known: ${summary}`), time);
        break;
      case 'proving':
      case 'stale':
        // The text changed during the run.
        this.#run.skipped(item);
        break;
    }
  }
}

/** Returns the errors with their locations. A wrong claim is shown as a diff. */
function messages(item: vscode.TestItem, proof: Proof): vscode.TestMessage[] {
  const { claimed, others } = parted(proof);
  const { claim, title } = proof;
  const messages: vscode.TestMessage[] = [];
  if (claim !== null) {
    const text = claimed?.message ?? `${title}: another answer is proved`;
    messages.push(at(item, claim.range, vscode.TestMessage.diff(text, claim.claimed, claim.found)));
  }
  for (const { code, message, range } of others) {
    messages.push(at(item, range, new vscode.TestMessage(`${message} [${code}]`)));
  }
  return messages;
}

function at(item: vscode.TestItem, { start, end }: Range, message: vscode.TestMessage): vscode.TestMessage {
  if (item.uri !== undefined) {
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    message.location = new vscode.Location(item.uri, range);
  }
  return message;
}
