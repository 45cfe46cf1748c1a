/** Actions of a user in the editor, and what the user sees. */

import * as path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The window of an editor, as shown on the screen. */
export class Editor {
  readonly page: Page;
  readonly #shots: string;

  constructor(page: Page, shots: string) {
    this.page = page;
    this.#shots = shots;
  }

  /** The visible lines of the text, in order. */
  async text(): Promise<string[]> {
    const lines = await this.#group()
      .locator('.view-line')
      .evaluateAll((found) =>
        found
          .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
          .sort((one, other) => one.top - other.top),
      );
    return lines.map(({ text }) => text.replaceAll('\u00a0', ' '));
  }

  /** Returns the editor group that has or last had the focus. */
  #group(): Locator {
    return this.page.locator('.editor-group-container:has(.monaco-editor .view-lines)').first();
  }

  line(text: string | RegExp): Locator {
    return this.#group().locator('.view-line', { hasText: text });
  }

  lens(text: string | RegExp): Locator {
    return this.#group().locator('.codelens-decoration a', { hasText: text });
  }

  /** Returns the status bar item of the extension. */
  get status(): Locator {
    return this.page.locator('[id="carom.carom.carom.status"]');
  }

  /** Returns the page in the panel. */
  get panel(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Opens a folder and waits for its files. */
  async openFolder(url: string, folder: string): Promise<void> {
    await this.page.goto(`${url}/?folder=${folder}`);
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  /** Opens a file by a double click in the explorer. */
  async openFile(name: string): Promise<void> {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.#group().locator('.view-line').first().waitFor();
  }

  /** Runs a command of the palette by its full title. */
  async run(title: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible input[type="text"]');
    await this.page.keyboard.press('F1');
    // A key pressed while the focus moves is lost; a user would press it again.
    await input.waitFor({ timeout: 10_000 }).catch(() => this.page.keyboard.press('F1'));
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Puts the cursor at the end of a line. */
  async goTo(line: string | RegExp): Promise<void> {
    await this.line(line).first().click();
    await this.page.keyboard.press('End');
  }

  /** Returns the screen position of a word in a line. */
  async place(line: string, word: string): Promise<{ x: number; y: number }> {
    const box = await this.line(line)
      .first()
      .evaluate((element, word) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const start = (node.textContent ?? '').indexOf(word);
          if (start >= 0) {
            const range = document.createRange();
            range.setStart(node, start);
            range.setEnd(node, start + word.length);
            const { x, y, width, height } = range.getBoundingClientRect();
            return { x: x + width / 2, y: y + height / 2 };
          }
        }
        return null;
      }, word);
    if (box === null) {
      throw new Error(`there is no ${word} in the line ${line}`);
    }
    return box;
  }

  /** Points at a word until a hover shows the locator. Text that moves under the mouse has no hover. */
  async hover(line: string, word: string, shown: Locator): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { x, y } = await this.place(line, word);
      await this.page.mouse.move(x - 60, y + 200);
      await this.page.mouse.move(x, y, { steps: 5 });
      try {
        return await shown.first().waitFor({ timeout: 10_000 });
      } catch (error) {
        if (tries === 6) {
          throw error;
        }
      }
    }
  }

  /** Saves a screenshot. */
  async shoot(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join(this.#shots, `${name}.png`) });
  }
}
