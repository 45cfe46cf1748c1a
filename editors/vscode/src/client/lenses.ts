/**
 * Commands of lenses, without arguments. VS Code keeps the arguments of a lens only until it requests
 * the lenses of the file again. A click on a lens that is still shown then fails.
 */

import * as vscode from 'vscode';

/** The number of registered commands, far more than the lenses on a screen. */
const MOST = 1000;

export class LensCommands implements vscode.Disposable {
  /** The commands by what they do, the latest last. */
  readonly #commands = new Map<string, { id: string; registered: vscode.Disposable }>();
  #count = 0;

  /** Replaces the command of a lens by one without arguments. */
  bind(lens: vscode.CodeLens): vscode.CodeLens {
    const command = lens.command;
    const given = command?.arguments ?? [];
    if (command === undefined || given.length === 0) {
      return lens;
    }
    const key = JSON.stringify([command.command, given]);
    const bound = this.#commands.get(key) ?? this.#register(command.command, given);
    this.#commands.delete(key);
    this.#commands.set(key, bound);
    lens.command = { title: command.title, command: bound.id };
    return lens;
  }

  #register(command: string, given: unknown[]): { id: string; registered: vscode.Disposable } {
    const [oldest] = this.#commands;
    if (this.#commands.size >= MOST && oldest !== undefined) {
      oldest[1].registered.dispose();
      this.#commands.delete(oldest[0]);
    }
    this.#count += 1;
    const id = `carom.lens.${this.#count}`;
    const run = () => vscode.commands.executeCommand(command, ...given);
    return { id, registered: vscode.commands.registerCommand(id, run) };
  }

  dispose(): void {
    for (const { registered } of this.#commands.values()) {
      registered.dispose();
    }
    this.#commands.clear();
  }
}
