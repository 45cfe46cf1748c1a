/** What the tests in an editor have in common. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Browser, chromium, type Locator } from 'playwright-core';
import type { Editor } from './editor.ts';

/** A variable of the environment that has to be there. */
export function variable(name: string): string {
  return process.env[name] ?? assert.fail(`${name} is not set; see tests/editors/vscode.sh`);
}

/** Quiet, so that nothing stands before what is looked at. */
export const QUIET: Record<string, unknown> = {
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Dark Modern',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'files.hotExit': 'off',
};

/** How many milliseconds to wait for what has to come. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** A browser without a window. */
export function browse(): Promise<Browser> {
  return chromium.launch({
    executablePath: variable('CHROMIUM'),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
}

/** Steps in a row; after one that failed, the window is not what the others expect. */
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

export const has = (locator: Locator) => locator.first().waitFor();
export const gone = (locator: Locator) => locator.first().waitFor({ state: 'hidden' });
