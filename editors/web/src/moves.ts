/** The list of moves. A click on one shows its frame. */

import { make } from './dom.ts';
import type { Frame } from './protocol.ts';

export class MoveList {
  readonly #list: HTMLOListElement;
  readonly #go: (step: number) => void;
  #buttons: HTMLButtonElement[] = [];

  constructor(list: HTMLOListElement, go: (step: number) => void) {
    this.#list = list;
    this.#go = go;
  }

  set(frames: readonly Frame[]): void {
    const labels = frames.map((frame) => frame.label);
    const isSame =
      labels.length === this.#buttons.length &&
      labels.every((label, index) => label === this.#buttons[index]?.textContent);
    if (isSame) {
      // Keep the old list: it may have the focus.
      return;
    }
    this.#buttons = labels.map((label, index) => {
      const button = make('button', { type: 'button' }, label);
      button.addEventListener('click', () => this.#go(index));
      return button;
    });
    this.#list.replaceChildren(...this.#buttons.map((button) => make('li', {}, button)));
    this.#list.hidden = frames.length < 2;
  }

  /** Marks the current step. Only its button can be reached with the Tab key. */
  mark(step: number): void {
    const hasFocus = this.#list.contains(document.activeElement);
    for (const [index, button] of this.#buttons.entries()) {
      const isCurrent = index === step;
      button.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) {
        button.setAttribute('aria-current', 'step');
        button.scrollIntoView({ block: 'nearest' });
        if (hasFocus) {
          button.focus();
        }
      } else {
        button.removeAttribute('aria-current');
      }
    }
  }
}
