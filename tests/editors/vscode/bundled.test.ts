/**
 * Tests the package for one platform, which contains the server, in an editor without another
 * server: one install is enough.
 *
 * `CODE_SERVER` and `CHROMIUM` name programs, `VSIX` the package, and `OUT` a folder for
 * screenshots and output files.
 */

import { cpSync, existsSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { CodeServer } from './server.ts';
import { browse, open, out, QUIET, until, variable, workspace } from './shared.ts';

test('the bundled server is used', async (context) => {
  rmSync(out, { recursive: true, force: true });
  cpSync(path.join(import.meta.dirname, 'workspace'), workspace, { recursive: true });
  const folders = (process.env.PATH ?? '').split(':');
  process.env.PATH = folders.filter((folder) => !existsSync(path.join(folder, 'carom'))).join(':');
  process.env.CARGO_HOME = path.join(out, 'no-cargo');
  const server = await CodeServer.start({
    program: variable('CODE_SERVER'),
    vsix: variable('VSIX'),
    home: path.join(out, 'home'),
    settings: { ...QUIET, 'security.workspace.trust.enabled': false },
    machine: {},
  });
  context.after(() => server.stop());
  const browser = await browse();
  context.after(() => browser.close());
  const editor = await open(browser);
  await editor.openFolder(server.url, workspace);
  await editor.openFile('deck.carom');
  await editor.lens('2 moves · Av @>').first().waitFor();
  await until(
    async () => (await editor.status.getAttribute('aria-label')) ?? '',
    (said) => /carom \d+\.\d+\.\d+, from the extension|Solving/.test(said),
  );
  await editor.shoot('bundled');
});
