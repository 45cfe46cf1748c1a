/** Tests that a lens works on the first click in a file that was just opened. */

import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before } from 'node:test';
import { end, gone, has, LARGE, type Session, start, steps, workspace } from './shared.ts';

const FILES = 30;

const name = (number: number) => `file-${String(number).padStart(2, '0')}.carom`;

let session: Session;

before(async () => {
  session = await start(LARGE, () => {
    for (let number = 0; number < FILES; number++) {
      // The boards differ, so that each file has its own answers.
      const floor = ' .'.repeat(number % 10);
      const more = '    .\n'.replace('.', `. . . .${floor}`).repeat(Math.floor(number / 10));
      const puzzle = (which: string, board: string) =>
        `puzzle lunar "${which} ${number}"\n  board:\n${board}${more}`;
      const text = [
        puzzle('First', `    @ . + A${floor}\n`),
        puzzle('Second', `    B + . @${floor}\n    . . . .${floor}\n`),
      ];
      writeFileSync(path.join(workspace, name(number)), text.join('\n'));
    }
  });
  await session.editor.openFolder(session.server.url, workspace);
});

after(() => end(session));

const step = steps(() => session?.editor);

step('the solution is shown on the first click in each of many new files', async () => {
  const { editor, page } = session;
  for (let number = 0; number < FILES; number++) {
    await editor.openFile(name(number));
    const lens = editor.lens('show solution').nth(number % 2);
    await has(lens);
    await page.waitForTimeout((number % 5) * 1000);
    await lens.click();
    const title = `${number % 2 === 0 ? 'First' : 'Second'} ${number}`;
    await has(editor.panel.locator('#title', { hasText: title }));
    const tab = page.locator('.tab', { hasText: title });
    await tab.click({ button: 'middle' });
    await gone(tab);
  }
});
