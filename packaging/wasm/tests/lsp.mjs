/** A client of `carom lsp`. */

import { spawn } from 'node:child_process';

const URI = 'untitled:puzzle.carom';

export class Server {
  #process;
  #id = 0;
  #waiting = new Map();
  #listeners = new Map();
  #received = Buffer.alloc(0);

  constructor(program) {
    this.#process = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdout.on('data', (bytes) => this.#receive(bytes));
  }

  async start() {
    const markup = ['markdown'];
    await this.request('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {
        textDocument: {
          hover: { contentFormat: markup },
          completion: { completionItem: { documentationFormat: markup } },
        },
        // So that hover texts contain no map, which is compared by itself.
        experimental: { carom: { map: true } },
      },
    });
    this.notify('initialized', {});
  }

  open(text) {
    const textDocument = { uri: URI, languageId: 'carom', version: 1, text };
    this.notify('textDocument/didOpen', { textDocument });
  }

  close() {
    this.notify('textDocument/didClose', { textDocument: { uri: URI } });
  }

  /** Asks about a position. */
  at(method, position, more = {}) {
    return this.request(method, { textDocument: { uri: URI }, position, ...more });
  }

  request(method, params) {
    this.#id += 1;
    const id = this.#id;
    this.#send({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  notify(method, params) {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  async stop() {
    await this.request('shutdown');
    this.notify('exit');
  }

  #send(message) {
    const body = JSON.stringify(message);
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(bytes) {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end < 0) {
        return;
      }
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.subarray(0, end))[1]);
      const from = end + 4;
      if (this.#received.length < from + length) {
        return;
      }
      const message = JSON.parse(this.#received.subarray(from, from + length));
      this.#received = this.#received.subarray(from + length);
      this.#answer(message);
    }
  }

  #answer({ id, method, result, error }) {
    if (method !== undefined) {
      if (id !== undefined) {
        this.#send({ jsonrpc: '2.0', id, result: null });
      }
      return;
    }
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    error === undefined ? resolve(result) : reject(new Error(JSON.stringify(error)));
  }
}
