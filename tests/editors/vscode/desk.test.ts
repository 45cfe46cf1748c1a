/**
 * Tests editing and playing in the panel, in a real editor with the real server.
 *
 * `CAROM`, `CODE_SERVER` and `CHROMIUM` name programs, `VSIX` the package, and `OUT` a folder
 * for screenshots and output files.
 */

import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import type { Editor } from './editor.ts';
import type { CodeServer } from './server.ts';
import {
  configure,
  configured,
  end,
  gone,
  has,
  LARGE,
  open,
  running,
  type Session,
  start,
  steps,
  until,
  workspace,
} from './shared.ts';

const file = path.join(workspace, 'desk.carom');

let session: Session;
let server: CodeServer;
let page: Page;
let editor: Editor;

before(async () => {
  session = await start(LARGE, () => {
    for (const name of ['desk.carom', 'wide.carom', 'claims.carom']) {
      cpSync(path.join(import.meta.dirname, 'workspace', name), path.join(workspace, name));
    }
  });
  ({ server, page, editor } = session);
});

after(() => end(session));

const step = steps(() => editor);

/**
 * Undoes the last change from the board. The focus goes to the text meanwhile, and returns. Then a
 * changed square has this description.
 */
async function undo(rows: readonly string[], description: string): Promise<void> {
  await press('Control+z');
  await textIs(rows);
  await shows(description);
  await has(editor.panel.locator('[data-square]:focus'));
}

/** Waits until a square of the board in the panel, which follows the text, has this description. */
const shows = (description: string) =>
  has(editor.panel.locator(`[data-square][aria-label="${description}"]`));

/** Returns a square of the board in the panel. */
const square = (name: string, of = editor) => of.panel.locator(`[data-square="${name}"]`);

/** Returns a point of a square in the window, as an offset from its centre in side lengths. */
async function at(name: string, right = 0, down = 0): Promise<[number, number]> {
  const box = (await square(name).locator('.heat').boundingBox()) ?? assert.fail(`no square ${name}`);
  return [box.x + box.width * (0.5 + right), box.y + box.height * (0.5 + down)];
}

async function drag(from: string, to: string, atEnd: () => Promise<void> = async () => {}): Promise<void> {
  await page.mouse.move(...(await at(from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(to)), { steps: 6 });
  await atEnd();
  await page.mouse.up();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

/** Returns the rows of a board from the text, below a header line. */
async function board(of = editor, header = /^puzzle ricochet/, rows = 5): Promise<string> {
  const lines = (await of.text()).map((line) => line.replace(/\d+ moves?.*$|▶.*$/, '').trimEnd());
  const start = lines.findIndex((line) => header.test(line));
  const first = lines.findIndex((line, index) => index > start && line.trim() === 'board:') + 1;
  return lines
    .slice(first, first + rows)
    .map((line) => line.trim())
    .join('\n');
}

const textIs = (rows: readonly string[], of = editor) =>
  until(
    () => board(of),
    (found) => found === rows.join('\n'),
  );

const said = (text: string | RegExp) => has(editor.panel.locator('#edit-status', { hasText: text }));

const START = ['. . . . .', '. . . .|.', 'G . r|. .', '. . . . .', 'R . . . .'];

step('the panel opens for editing, with a grid over the board', async () => {
  await editor.openFolder(server.url, workspace);
  await editor.openFile('desk.carom');
  await editor.goTo('puzzle ricochet');
  await has(editor.lens(/^\d+ moves?/));
  await editor.run('carom: Edit on the Board');
  const { panel } = editor;
  await has(panel.locator('#title', { hasText: 'On the desk' }));
  await has(panel.locator('#edit-tab[aria-selected="true"]'));
  assert.equal(await panel.getByRole('grid', { name: 'Board' }).getByRole('row').count(), 5);
  assert.equal(await panel.getByRole('gridcell').count(), 25);
  assert.match((await square('a1').getAttribute('aria-label')) ?? '', /^a1, red robot R$/);
  assert.match((await square('d4').getAttribute('aria-label')) ?? '', /^d4, empty, wall to the right$/);
  await editor.shoot('edit-dark');
});

step('a robot is dragged, with the map below it, and the text follows', async () => {
  const { panel } = editor;
  const before = await panel.locator('#summary').textContent();
  await drag('a1', 'd2', async () => {
    await has(square('d2').locator('.number', { hasText: /^\d+$/ }));
    const over = await until(
      async () => (await panel.locator('#over').textContent()) ?? '',
      (text) => /^red robot R on d2: \d+ moves?; now on a1: /.test(text),
    );
    assert.ok(over.endsWith(before ?? '?'), over);
    await editor.shoot('drag-dark');
  });
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . . R .', '. . . . .']);
  await shows('d2, red robot R');
});

step('the target is dragged, and undo restores it', async () => {
  await drag('c3', 'e5');
  await textIs(['. . . . r', '. . . .|.', 'G . .|. .', '. . . R .', '. . . . .']);
  await has(square('e5').and(editor.panel.locator('[aria-label*="target"]')));
  await undo(
    ['. . . . .', '. . . .|.', 'G . r|. .', '. . . R .', '. . . . .'],
    'c3, target of the red robot R, wall to the right',
  );
  await undo(START, 'a1, red robot R');
  await editor.panel.locator('#redo').click();
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . . R .', '. . . . .']);
  await editor.panel.locator('#undo').click();
  await textIs(START);
  await shows('a1, red robot R');
});

step('clicks add and remove walls and blocks', async () => {
  await page.mouse.click(...(await at('b2', 0.48)));
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. .|. . .', 'R . . . .']);
  await shows('c2, empty, wall to the left');
  await page.mouse.click(...(await at('c2', -0.48)));
  await textIs(START);
  await shows('c2, empty');
  await page.mouse.click(...(await at('e1')));
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . . . .', 'R . . . #']);
  await has(editor.panel.locator('[data-square="e1"][aria-label*="block"]'));
  await page.mouse.click(...(await at('e1')));
  await textIs(START);
  await shows('e1, empty');
});

step('the right button offers items for the square', async () => {
  const { panel } = editor;
  await page.mouse.click(...(await at('b4')), { button: 'right' });
  await has(panel.getByRole('menu'));
  await editor.shoot('palette-dark');
  await panel.getByRole('menuitem', { name: 'blue robot B', exact: true }).click();
  await textIs(['. . . . .', '. B . .|.', 'G . r|. .', '. . . . .', 'R . . . .']);
  await shows('b4, blue robot B');
  await page.mouse.click(...(await at('b4')), { button: 'right' });
  await panel.getByRole('menuitem', { name: 'Clear this square' }).click();
  await textIs(START);
  await shows('b4, empty');
  // On an occupied square nothing changes; the panel explains why.
  await drag('a1', 'a3');
  await said(/a3/);
  await textIs(START);
});

step('the map of a piece stays until it is turned off', async () => {
  const { panel } = editor;
  await page.mouse.click(...(await at('a1')));
  await panel.locator('#map').click();
  await has(panel.locator('#legend', { hasText: /^Map of red robot R: all \d+ squares, \d+ to \d+ moves/ }));
  const numbers = await panel.locator('.number').allTextContents();
  assert.ok(numbers.filter((text) => /^\d+$/.test(text)).length > 15, numbers.join(' '));
  assert.match((await square('b2').getAttribute('aria-label')) ?? '', /; red robot R here: \d+ moves?$/);
  await editor.shoot('map-dark');
  // The current square shows the answer of the puzzle.
  const summary = (await panel.locator('#summary').textContent()) ?? '';
  assert.match((await square('a1').getAttribute('aria-label')) ?? '', new RegExp(`here: ${summary}$`));
  // The square of the target has another answer.
  await page.mouse.click(...(await at('c3')));
  await has(panel.locator('#legend', { hasText: /^Map of .*target.*: all \d+ squares/ }));
  await editor.shoot('map-target-dark');
});

step('the map is readable in a light theme and in high contrast', async () => {
  for (const [theme, kind, name] of [
    ['Light Modern', 'vscode-light', 'map-light'],
    ['Default High Contrast', 'vscode-high-contrast', 'map-high-contrast'],
    ['Default High Contrast Light', 'vscode-high-contrast-light', 'map-high-contrast-light'],
  ] as const) {
    configure({ 'workbench.colorTheme': theme });
    await has(editor.panel.locator(`body.${kind}`));
    await square('b2').focus();
    await editor.shoot(name);
    await page.mouse.click(...(await at('d4')), { button: 'right' });
    await has(editor.panel.getByRole('menu'));
    await editor.shoot(`${name}-menu`);
    await press('Escape');
  }
  configure({});
  await has(editor.panel.locator('body.vscode-dark'));
  await editor.panel.locator('#map').click();
  await until(
    async () => (await editor.panel.locator('.number').allTextContents()).join(''),
    (text) => text === '',
  );
});

step('the keyboard alone edits as well', async () => {
  const { panel } = editor;
  // From the tabs, Tab moves to the board, to one of its squares.
  await panel.locator('#edit-tab').focus();
  await press('Tab', 'Control+End', 'Home');
  assert.equal(await panel.locator(':focus').getAttribute('data-square'), 'a1');
  await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowUp');
  await said(/red robot R is lifted/);
  await editor.shoot('keyboard-dark');
  await press('Enter');
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . R . .', '. . . . .']);
  assert.equal(await panel.locator(':focus').getAttribute('data-square'), 'c2');
  await press('Shift+ArrowRight');
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . R|. .', '. . . . .']);
  await press('ArrowLeft', 'b');
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. # R|. .', '. . . . .']);
  await press('Delete', 'ArrowUp', 'p');
  await has(panel.getByRole('menu'));
  await press('y', 'Enter');
  await textIs(['. . . . .', '. . . .|.', 'G Y r|. .', '. . R|. .', '. . . . .']);
  assert.equal(await panel.locator(':focus').getAttribute('data-square'), 'b3');
  // Picks up the target of the robot, then cancels with Escape. A new board ends a move in progress.
  await has(square('b3').and(panel.locator('[aria-label^="b3, yellow robot"]')));
  await press('ArrowRight', 't', 'ArrowRight', 'Escape');
  assert.equal(await panel.locator(':focus').getAttribute('data-square'), 'c3');
  // A key pressed while an undo moves the focus to the text and back would be lost.
  for (const [description, rows] of [
    ['b3, empty', ['. . . . .', '. . . .|.', 'G . r|. .', '. . R|. .', '. . . . .']],
    ['b2, block', ['. . . . .', '. . . .|.', 'G . r|. .', '. # R|. .', '. . . . .']],
    ['b2, empty', ['. . . . .', '. . . .|.', 'G . r|. .', '. . R|. .', '. . . . .']],
    ['d2, empty', ['. . . . .', '. . . .|.', 'G . r|. .', '. . R . .', '. . . . .']],
    ['a1, red robot R', START],
  ] as const) {
    await undo(rows, description);
  }
});

step('a malformed board stays, dimmed and marked, and the buttons stay where they are', async () => {
  const { panel } = editor;
  const place = () => panel.locator('#undo').boundingBox();
  const before = await place();
  await editor.goTo(/G.\..r/);
  await press('Backspace');
  await has(panel.locator('#board.is-outdated'));
  await has(panel.locator('#summary', { hasText: 'malformed: row has 4 squares, expected 5' }));
  assert.ok((await panel.locator('.fault').count()) > 0);
  assert.equal(await panel.locator('.carom-piece').count(), 2);
  assert.deepEqual(await place(), before);
  await editor.shoot('malformed-dark');
  for (const tab of ['watch', 'play', 'edit']) {
    await panel.locator(`#${tab}-tab`).click();
    await has(panel.locator('#summary', { hasText: 'malformed' }));
  }
  await has(panel.locator('#board > svg'));
  await editor.goTo(/G.\..r/);
  await page.keyboard.type('.');
  await has(panel.locator('#board:not(.is-outdated)'));
  await gone(panel.locator('.fault'));
  await textIs(START);
});

step('two robots with one letter are drawn and marked, and can be fixed on the board', async () => {
  const { panel } = editor;
  await editor.goTo(/G.\..r/);
  await press('Home', 'Shift+ArrowRight');
  await page.keyboard.type('R');
  await has(square('a3').and(panel.locator('[aria-label="a3, red robot R, duplicate piece R"]')));
  await has(square('a1').and(panel.locator('[aria-label="a1, R, duplicate piece R"]')));
  assert.deepEqual(await panel.locator('.carom-piece .carom-label').allTextContents(), ['R', 'R']);
  assert.equal(await panel.locator('.fault').count(), 2);
  assert.equal(await panel.locator('#board.is-outdated').count(), 0);
  await editor.shoot('duplicate-dark');
  // Another piece can be moved meanwhile.
  await drag('c3', 'd4');
  await textIs(['. . . . .', '. . . r|.', 'R . .|. .', '. . . . .', 'R . . . .']);
  await shows('d4, target of the red robot R, wall to the right');
  await drag('d4', 'c3');
  await textIs(['. . . . .', '. . . .|.', 'R . r|. .', '. . . . .', 'R . . . .']);
  await page.mouse.click(...(await at('a1')), { button: 'right' });
  await panel.getByRole('menuitem', { name: 'Call it G' }).click();
  await textIs(['. . . . .', '. . . .|.', 'R . r|. .', '. . . . .', 'G . . . .']);
  await gone(panel.locator('.fault'));
  // The board is as before.
  await drag('a3', 'b2');
  await shows('b2, red robot R');
  await drag('a1', 'a3');
  await shows('a3, green robot G');
  await drag('b2', 'a1');
  await textIs(START);
});

step('keys act on the focused square', async () => {
  const { panel } = editor;
  // A screen reader focuses a square like this.
  await square('e2').focus();
  await press('b');
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . . . #', 'R . . . .']);
  assert.equal(await panel.locator(':focus').getAttribute('data-square'), 'e2');
  await undo(START, 'e2, empty');
  await square('a1').focus();
  await press('Enter');
  await said(/red robot R is lifted/);
  await square('d2').focus();
  await press('ArrowDown', 'Enter');
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . . . .', '. . . R .']);
  assert.equal(await panel.locator(':focus').getAttribute('data-square'), 'd1');
  await undo(START, 'a1, red robot R');
});

step('a puzzle is played by hand, and compared with the optimum', async () => {
  const { panel } = editor;
  await editor.goTo('puzzle lunar');
  await has(panel.locator('#title', { hasText: 'By hand' }));
  await panel.locator('#play-tab').click();
  const score = (text: string) => has(panel.locator('#score', { hasText: text }));
  await score('No moves yet, 2 is optimal.');
  // A slides down onto B.
  await drag('d4', 'd3');
  await score('1 move so far, 2 is optimal, 1 left.');
  await has(panel.locator('#play-status', { hasText: /A slides? down/ }));
  await editor.shoot('play-dark');
  await panel.locator('#takeback').click();
  await score('No moves yet, 2 is optimal.');
  // The operation applies to the piece on the focused square.
  await square('d4').focus();
  await press('ArrowDown');
  await score('1 move so far, 2 is optimal, 1 left.');
  await square('a2').focus();
  await press('ArrowRight');
  await score('Solved in 2 moves');
  await panel.locator('#restart').click();
  await score('No moves yet, 2 is optimal.');
  // The same with keys. In tab order, the board follows the tabs.
  await panel.locator('#play-tab').focus();
  await press('Tab', 'a');
  await editor.shoot('play-chosen-dark');
  await press('ArrowDown');
  await score('1 move so far');
  await press('@', 'ArrowRight');
  await score('Solved in 2 moves, which is optimal.');
  await editor.shoot('play-solved-dark');
  configure({ 'workbench.colorTheme': 'Default High Contrast' });
  await has(panel.locator('body.vscode-high-contrast'));
  await editor.shoot('play-high-contrast');
  configure({});
  await has(panel.locator('body.vscode-dark'));
  await panel.locator('#write').click();
  await until(
    () => editor.text(),
    (lines) => lines.some((line) => /^ {2}solution: Av @>/.test(line)),
  );
  // Typed moves are checked by the rules.
  await panel.locator('#restart').click();
  await score('No moves yet');
  await panel.locator('#typed').fill('Av B^');
  await press('Enter');
  await score('1 move so far');
  await has(panel.locator('#play-status', { hasText: /^B\^: / }));
});

step('the state survives a reload', async () => {
  const { panel } = editor;
  await editor.goTo('puzzle lunar');
  await page.keyboard.press('Control+S');
  await gone(page.locator('.tab.dirty'));
  const loaded = page.waitForEvent('load');
  await editor.run('Developer: Reload Window');
  await loaded;
  await has(panel.locator('#play-tab[aria-selected="true"]'));
  await has(panel.locator('#score', { hasText: '1 move so far' }));
  // No map was shown yet, so the squares have no shade.
  const shades = panel.locator('#board .heat');
  const opacities = await shades.evaluateAll((all) => all.map((one) => getComputedStyle(one).fillOpacity));
  assert.deepEqual(new Set(opacities), new Set(['0']));
  await editor.shoot('play-reloaded-dark');
});

step('two windows agree', async () => {
  const other = await open(session.browser);
  await other.openFolder(server.url, workspace);
  await other.openFile('desk.carom');
  // The palette has the extension's commands only after it has started.
  await has(other.lens('show solution'));
  await other.goTo('puzzle ricochet');
  await other.run('carom: Edit on the Board');
  await has(square('a1', other));
  await editor.goTo('puzzle ricochet');
  await editor.panel.locator('#edit-tab').click();
  await shows('a1, red robot R');
  await drag('a1', 'e1');
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . . . .', '. . . . R']);
  await editor.goTo('puzzle ricochet');
  await page.keyboard.press('Control+S');
  await until(
    async () => readFileSync(file, 'utf8'),
    (text) => text.includes('    . . . . R\n'),
  );
  await has(other.panel.locator('[data-square="e1"][aria-label="e1, red robot R"]'));
  await textIs(['. . . . .', '. . . .|.', 'G . r|. .', '. . . . .', '. . . . R'], other);
  await other.page.close();
});

/** Returns a line of the text, without hints. */
const line = (key: string, value: string) =>
  until(
    () => editor.text(),
    (lines) => lines.some((text) => text.startsWith(`  ${key}: ${value}`)),
  );

step('a file opened from the panel does not cover it', async () => {
  const { panel } = editor;
  await panel.locator('#edit-tab').focus();
  await press('Control+p');
  const input = page.locator('.quick-input-widget:visible input[type="text"]');
  await input.fill('claims.carom');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'claims.carom' }).first().waitFor();
  await press('Enter');
  await page.locator('.tab.active', { hasText: 'claims.carom' }).waitFor();
  await editor.goTo('puzzle ricochet');
  await has(panel.locator('#title', { hasText: 'Claims' }));
});

step('claims follow edits of the board, on request or by themselves', async () => {
  const { panel } = editor;
  const claims = panel.locator('#claims', { hasText: 'The file claims 2 moves.' });
  await shows('a2, red robot R');
  await configured(page, { 'carom.updateClaims': false });
  await drag('a2', 'a3');
  await has(claims);
  await editor.shoot('claims-dark');
  await panel.locator('#update-claims').click();
  await line('moves', '1');
  await line('solution', 'R>');
  await gone(claims);
  await panel.locator('#undo').click();
  await line('moves', '2');
  await panel.locator('#undo').click();
  await shows('a2, red robot R');
  await gone(claims);
  await configured(page, {});
  await drag('a2', 'a3');
  await line('moves', '1');
  await line('solution', 'R>');
  assert.equal(await claims.count(), 0);
  // One undo step reverts the move and its claims.
  await panel.locator('#undo').click();
  await line('moves', '2');
  await line('solution', 'R^ R>');
  await shows('a2, red robot R');
});

step('text and board have one cursor', async () => {
  const { panel } = editor;
  const step = (text: string) => has(panel.locator('#step', { hasText: text }));
  const column = (number: number) =>
    has(page.locator('[id="status.editor.selection"]', { hasText: `Ln 5, Col ${number}` }));
  await panel.locator('#watch-tab').click();
  await has(panel.locator('#notes', { hasText: 'Think twice.' }));
  await editor.goTo('solution');
  await press('Home', 'End');
  await step('Move 2 of 2');
  assert.equal(await panel.locator('#of').inputValue(), 'file');
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  await step('Move 1 of 2');
  await column(15);
  // The text cursor follows the board. The status bar shows it while the text has the focus.
  await panel.locator('#forward').click();
  await step('Move 2 of 2');
  await editor.run('View: Focus First Editor Group');
  await column(16);
  await editor.shoot('cursor-dark');
  await panel.locator('#back').click();
  await step('Move 1 of 2');
  await editor.run('View: Focus First Editor Group');
  await column(13);
});

step('a server that has stopped for good can be restarted from the panel', async () => {
  const { panel } = editor;
  const toast = page.locator('.notification-list-item', { hasText: 'stopped several times' });
  let killed: number | undefined;
  await until(
    async () => {
      const [id] = server.processes('carom');
      if (id !== undefined && id !== killed) {
        // A server that dies while it starts may not be started again. The status bar changes a
        // little later than the process.
        await page.waitForTimeout(1_000);
        await running(editor);
        process.kill(id, 'SIGKILL');
        killed = id;
      }
      return await toast.count();
    },
    (count) => count > 0,
  );
  await has(toast.locator('.monaco-button', { hasText: 'Restart' }));
  await has(panel.locator('#empty', { hasText: 'The carom server is not running.' }));
  await editor.shoot('stopped-dark');
  await panel.locator('#restart-server').click();
  await has(panel.locator('#title', { hasText: 'Claims' }));
  await editor.run('Notifications: Clear All Notifications');
});

step('the buttons find a harder start and an easier one', async () => {
  const { panel } = editor;
  await editor.openFile('desk.carom');
  await editor.goTo('puzzle ricochet');
  await panel.locator('#edit-tab').click();
  await has(panel.locator('#title', { hasText: 'On the desk' }));
  const rows = (await board()).split('\n');
  const moves = async () => Number.parseInt((await panel.locator('#summary').textContent()) ?? '', 10);
  const before = await until(moves, (number) => number > 0);
  for (const [button, isSo] of [
    ['#harder', (after: number) => after > before],
    ['#easier', (after: number) => after < before],
  ] as const) {
    await panel.locator(button).click();
    await said(new RegExp(`^Moved .* instead of ${before}\\.$`));
    await until(moves, isSo);
    assert.equal(await panel.locator('.aim').count(), 1);
    assert.equal(await page.locator('.notification-list-item').count(), 0);
    await editor.shoot(`${button.slice(1)}-dark`);
    await panel.locator('#undo').click();
    await textIs(rows);
    await until(moves, (number) => number === before);
  }
});

step('a long search is cancelled by its button and by the keyboard', async () => {
  const { panel } = editor;
  // Files open in the focused editor group, which is that of the panel.
  await editor.goTo('puzzle lunar');
  await editor.openFile('wide.carom');
  await editor.goTo('puzzle ricochet');
  await has(panel.locator('#title', { hasText: 'Wide' }));
  const rows = await board(editor, /^puzzle ricochet/, 16);
  const button = (name: string, text: string) => has(panel.locator(name, { hasText: text }));
  await panel.locator('#harder').click();
  await button('#harder', 'Cancel');
  await has(panel.locator('#easier[aria-disabled="true"]'));
  await said(/^Looking on all squares for a harder start/);
  await editor.shoot('looking-dark');
  await panel.locator('#harder').click();
  await said('Cancelled.');
  await button('#harder', 'Harder');
  await has(panel.locator('#easier[aria-disabled="false"]'));
  // The same button cancels. It keeps the focus, so Enter or Escape cancel too.
  for (const key of ['Enter', 'Escape']) {
    await panel.locator('#easier').focus();
    await press('Enter');
    await button('#easier', 'Cancel');
    await said(/^Looking on all squares for an easier start/);
    await press(key);
    await said('Cancelled.');
    await button('#easier', 'Easier');
    assert.equal(await panel.locator(':focus').getAttribute('id'), 'easier');
  }
  assert.equal(await board(editor, /^puzzle ricochet/, 16), rows);
});
