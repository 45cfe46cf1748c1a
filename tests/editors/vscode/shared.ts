/** Shared parts of the tests in an editor. */

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { Editor } from './editor.ts';
import { CodeServer } from './server.ts';

/** Returns a required environment variable. */
export function variable(name: string): string {
  return process.env[name] ?? assert.fail(`${name} is not set; see tests/editors/vscode.sh`);
}

/** The folder for screenshots and output files. */
export const out = variable('OUT');

/** The folder opened in the editor. */
export const workspace = path.join(out, 'workspace');

const shots = path.join(out, 'screenshots');

/** No popups that could cover the tested elements. */
export const QUIET: Record<string, unknown> = {
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Dark Modern',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'files.hotExit': 'off',
  'git.enabled': false,
};

/** How long to wait for an expected change, in milliseconds. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** Starts a headless browser. */
export function browse(): Promise<Browser> {
  return chromium.launch({
    executablePath: variable('CHROMIUM'),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    timeout: PATIENCE,
  });
}

/** The size of a large window. */
export const LARGE = { width: 1440, height: 900 };
export const SMALL = { width: 1280, height: 800 };

/** Opens a window in a browser. */
export async function open(browser: Browser, viewport = LARGE): Promise<Editor> {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(PATIENCE);
  return new Editor(page, shots);
}

/** An editor with its server. */
export interface Session {
  readonly server: CodeServer;
  readonly browser: Browser;
  readonly page: Page;
  readonly editor: Editor;
}

/**
 * Starts an editor on a workspace with the files that `fill` creates. Removes the files of the
 * last run.
 */
export async function start(viewport: typeof LARGE, fill: () => void): Promise<Session> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(shots, { recursive: true });
  mkdirSync(workspace);
  fill();
  const server = await CodeServer.start({
    program: variable('CODE_SERVER'),
    vsix: variable('VSIX'),
    home: path.join(out, 'home'),
    settings: { ...QUIET, 'security.workspace.trust.enabled': false },
    machine: { 'carom.server.path': variable('CAROM') },
  });
  const browser = await browse();
  const editor = await open(browser, viewport);
  return { server, browser, page: editor.page, editor };
}

/** Ends a session, even if its start failed. */
export async function end(session: Session | undefined): Promise<void> {
  await session?.browser.close();
  await session?.server.stop();
}

/** Sequential steps. After a failed step the others are skipped, because they depend on the window. */
export function steps(editor: () => Editor | undefined): (name: string, work: () => Promise<void>) => void {
  let hasFailed = false;
  return (name, work) => {
    test(name, async () => {
      assert.ok(!hasFailed, 'an earlier step failed');
      try {
        await work();
      } catch (error) {
        hasFailed = true;
        await editor()?.shoot(`failed: ${name}`.replaceAll(/[^a-z0-9]+/gi, '-'));
        throw error;
      }
    });
  };
}

/** Waits until a value is as it should be. */
export async function until<T>(read: () => Promise<T>, accept: (value: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await read();
    if (accept(value)) {
      return value;
    }
    assert.ok(Date.now() < end, `waited in vain; the last was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the status bar says that the server runs. */
export async function running(editor: Editor): Promise<void> {
  // A long search may be running.
  const idle =
    /carom \d+\.\d+\.\d+, from the setting carom\.server\.path: nothing is being solved\. Click for a menu/;
  const busy = /Solving .*Click for a menu with “Stop Solving”/s;
  await until(
    async () => (await editor.status.getAttribute('aria-label')) ?? '',
    (label) => idle.test(label) || busy.test(label),
  );
}

/** Replaces the settings of the workspace, which the editor watches. */
export function configure(settings: Record<string, unknown>): void {
  mkdirSync(path.join(workspace, '.vscode'), { recursive: true });
  writeFileSync(path.join(workspace, '.vscode/settings.json'), JSON.stringify(settings));
}

let changes = 0;

/** Replaces the settings of the workspace, and waits until the editor uses them; one is its title. */
export async function configured(page: Page, settings: Record<string, unknown>): Promise<void> {
  changes += 1;
  const title = `settings ${changes}`;
  configure({ ...settings, 'window.title': title });
  await until(
    () => page.title(),
    (found) => found === title,
  );
}

export const has = (locator: Locator) => locator.first().waitFor();
export const gone = (locator: Locator) => locator.first().waitFor({ state: 'hidden' });
