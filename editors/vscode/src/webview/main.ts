/** The page of the panel: the board view. Its controller runs in the extension. */

import { EditMode, type FromView, type Kept, mount, type ToView } from '../../../web/src/index.ts';
import type { FocusMessage } from '../solution/messages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromView): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

const host = acquireVsCodeApi();
const root = document.getElementById('view') ?? document.body;
const view = mount(
  root,
  {
    post: (message) => host.postMessage(message),
    listen: (receive) =>
      window.addEventListener('message', ({ data }: MessageEvent<ToView | FocusMessage>) => {
        if (data.type === 'focus') {
          window.focus();
        } else {
          receive(data);
        }
      }),
  },
  { editor: EditMode, kept: host.getState() ?? {}, keep: (kept) => host.setState(kept), keys: window },
);

/** Follows the theme of the editor. */
function follow(): void {
  view.setHighContrast(document.body.matches('.vscode-high-contrast, .vscode-high-contrast-light'));
}
new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ['class'] });
follow();
