/**
 * The package for one platform, with its server inside, in an editor that knows
 * no other: what one install gives to who has nothing.
 *
 * `CODE_SERVER` and `CHROMIUM` name programs, `VSIX` the package, and `OUT` a
 * folder for pictures and for all that is written.
 */

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { Editor } from './editor.ts';
import { CodeServer } from './server.ts';

function variable(name: string): string {
  return process.env[name] ?? assert.fail(`${name} is not set; see tests/editors/vscode.sh`);
}

const out = variable('OUT');
const workspace = path.join(out, 'workspace');
const shots = path.join(out, 'screenshots');

test('the server in the package is found where there is no other', async (context) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(shots, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'workspace'), workspace, { recursive: true });
  const folders = (process.env.PATH ?? '').split(':');
  process.env.PATH = folders.filter((folder) => !existsSync(path.join(folder, 'carom'))).join(':');
  process.env.CARGO_HOME = path.join(out, 'no-cargo');
  const server = await CodeServer.start({
    program: variable('CODE_SERVER'),
    vsix: variable('VSIX'),
    home: path.join(out, 'home'),
    settings: {
      'security.workspace.trust.enabled': false,
      'telemetry.telemetryLevel': 'off',
      'workbench.startupEditor': 'none',
    },
    machine: {},
  });
  context.after(() => server.stop());
  const browser = await chromium.launch({
    executablePath: variable('CHROMIUM'),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  context.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  const editor = new Editor(page, shots);
  await editor.openFolder(server.url, workspace);
  await editor.openFile('deck.carom');
  await editor.lens('2 moves · Av @>').first().waitFor();
  const said = (await editor.status.getAttribute('aria-label')) ?? '';
  await editor.shoot('bundled');
  assert.match(said, /carom \d+\.\d+\.\d+, from the extension|Solving/);
});
