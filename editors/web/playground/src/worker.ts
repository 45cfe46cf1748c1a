/** Runs carom in a worker that the page can terminate. */

import * as carom from 'carom-wasm';
import type { Request, Response } from './carom.ts';

const ready = carom.default();
const functions = { ...carom };
const post = (response: Response) => postMessage(response);

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  const { id, name, args, options } = data;
  try {
    await ready;
    const call = functions[name] as (...args: readonly unknown[]) => unknown;
    const onProgress = (progress: carom.Progress) => post({ id, progress });
    const more = options === null ? [] : [{ ...options, onProgress }];
    post({ id, result: call(...args, ...more) });
  } catch (error) {
    post({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
