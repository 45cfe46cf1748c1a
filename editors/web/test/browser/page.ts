/** The page for the tests: the view with a host in the same page. */

import { EditMode, show } from '../../src/index.ts';
import { FakeHost } from './fake.ts';

declare global {
  interface Window {
    host: FakeHost;
  }
}

window.host = new FakeHost();
const root = document.querySelector('main');
if (root !== null) {
  show(root, window.host, { editor: EditMode });
}
