/** Runs carom in two workers: one searches and can be stopped, the other always answers at once. */

import type * as carom from 'carom-wasm';
import type { Progress, SearchOptions } from 'carom-wasm';

type Api = typeof carom;

/** The functions of carom that the page calls. */
export type Name = Exclude<keyof Api, 'default' | 'initSync'>;

/** A call. `options` is the last argument of functions that may search, and null for others. */
export interface Request {
  readonly id: number;
  readonly name: Name;
  readonly args: readonly unknown[];
  readonly options: object | null;
}

export type Response =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly progress: Progress };

/** The error of calls whose worker was terminated. */
export class Stopped extends Error {}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly progress: ((progress: Progress) => void) | undefined;
}

class Thread {
  readonly #worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, Pending>();
  #id = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Response>) => this.#receive(data));
    this.#worker.addEventListener('error', () => this.dispose('carom has failed; reload the page'));
  }

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  call<N extends Name>(
    name: N,
    args: readonly unknown[],
    options: object | null,
    progress?: (progress: Progress) => void,
  ): Promise<ReturnType<Api[N]>> {
    this.#id += 1;
    const id = this.#id;
    this.#worker.postMessage({ id, name, args, options } satisfies Request);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject, progress }));
  }

  dispose(reason: string): void {
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) {
      reject(new Stopped(reason));
    }
    this.#pending.clear();
  }

  #receive(response: Response): void {
    const pending = this.#pending.get(response.id);
    if ('progress' in response) {
      pending?.progress?.(response.progress);
      return;
    }
    this.#pending.delete(response.id);
    if ('error' in response) {
      pending?.reject(new Error(response.error));
    } else {
      pending?.resolve(response.result as never);
    }
  }
}

export class Carom {
  readonly #quick = new Thread();
  #search = new Thread();

  /** Whether no search is running. */
  get isIdle(): boolean {
    return this.#search.isIdle;
  }

  /** Calls a function that never searches. */
  call<N extends Name>(name: N, ...args: readonly unknown[]): Promise<ReturnType<Api[N]>> {
    return this.#quick.call(name, args, null);
  }

  /**
   * Calls a function that uses known answers: in the searching worker, which has them, if it is
   * idle.
   */
  async look<N extends Name>(
    name: N,
    args: readonly unknown[],
    options: object = {},
  ): Promise<ReturnType<Api[N]>> {
    const known = { ...options, search: false };
    if (this.isIdle) {
      try {
        return await this.#search.call(name, args, known);
      } catch (error) {
        // `stop` also ended this call, although the user stopped another search.
        if (!(error instanceof Stopped)) {
          throw error;
        }
      }
    }
    return await this.#quick.call(name, args, known);
  }

  /** Calls a function that searches. */
  search<N extends Name>(
    name: N,
    args: readonly unknown[],
    options: SearchOptions & { hints?: boolean },
    progress: (progress: Progress) => void,
  ): Promise<ReturnType<Api[N]>> {
    return this.#search.call(name, args, options, progress);
  }

  /** Stops all searches. */
  stop(): void {
    this.#search.dispose('stopped');
    this.#search = new Thread();
  }
}
