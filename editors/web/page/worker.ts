/** The worker of `solver.ts`. An error terminates it, and the page starts another one. */

import { initSync, remaining } from 'carom-core';
import type { ToWorker } from './solver.ts';

export function work(): void {
  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if ('module' in data) {
      initSync(data);
    } else {
      postMessage(JSON.parse(remaining(data.text, data.moves)));
    }
  });
}
