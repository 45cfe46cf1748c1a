/** The page of the preview. */

import { EditMode, type Kept, show } from '../src/index.ts';
import { PreviewHost } from './host.ts';
import { Puzzles } from './puzzles.ts';
import { call } from './session.ts';

const KEPT = 'carom';

function find<T extends Element>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) {
    throw new Error(`the page has no ${selector}`);
  }
  return found;
}

/** Returns the state that the page kept across a reload. */
function kept(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

async function start(): Promise<void> {
  const { reveal } = await call<{ reveal: boolean }>('preview/abilities', {});
  const host = new PreviewHost(reveal);
  show(find('main'), host, {
    editor: EditMode,
    kept: kept(),
    keep: (kept) => sessionStorage.setItem(KEPT, JSON.stringify(kept)),
  });
  // It scrolls, so the keyboard must reach it.
  find<HTMLElement>('.preview-problems').tabIndex = 0;
  new Puzzles(host, find('select'), find('.preview-problems div'));
  const events = new EventSource('events');
  host.connect(events);
  const status = find('.preview-status');
  events.addEventListener('open', () => {
    status.textContent = '';
  });
  events.addEventListener('text', ({ data }) => {
    const { isClosed }: { isClosed: boolean } = JSON.parse(data);
    status.textContent = isClosed ? 'The file was closed or deleted.' : '';
  });
  events.addEventListener('error', () => {
    status.textContent = 'Not connected. Start the preview again, and open its new address.';
  });
}

start().catch((error: unknown) => {
  find('.preview-status').textContent = error instanceof Error ? error.message : String(error);
});
