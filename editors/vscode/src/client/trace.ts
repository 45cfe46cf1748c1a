/** The output channel for the messages between client and server. */

import * as vscode from 'vscode';

/**
 * Creates a log channel whose level follows the setting `carom.trace.server`.
 * The client library traces only to channels with the level `trace`, so users
 * would have to set it in two places.
 */
export function traceChannel(subscriptions: vscode.Disposable[]): vscode.LogOutputChannel {
  const channel = vscode.window.createOutputChannel('carom trace', { log: true });
  const changed = new vscode.EventEmitter<vscode.LogLevel>();
  const isWanted = () =>
    vscode.workspace.getConfiguration('carom').get<string>('trace.server', 'off') !== 'off';
  const level = () => (isWanted() ? vscode.LogLevel.Trace : channel.logLevel);
  subscriptions.push(
    channel,
    changed,
    channel.onDidChangeLogLevel(() => changed.fire(level())),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('carom.trace.server')) {
        changed.fire(level());
      }
    }),
  );
  return new Proxy(channel, {
    get(target, key) {
      switch (key) {
        case 'logLevel':
          return level();
        case 'onDidChangeLogLevel':
          return changed.event;
        case 'trace':
          return (message: string) => (isWanted() ? target.info(message) : target.trace(message));
        default: {
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        }
      }
    },
  });
}
