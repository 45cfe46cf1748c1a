/** A menu that opens over the board. */

import { make } from './dom.ts';

/** A menu item and its action. */
export interface Item {
  readonly label: string;
  readonly glyph: string;
  readonly work: () => void;
}

export class Menu {
  readonly #menu: HTMLElement;
  #closed: () => void = () => {};

  constructor(menu: HTMLElement) {
    this.#menu = menu;
    menu.addEventListener('keydown', (event) => this.#key(event));
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) {
        this.#hide();
      }
    });
    menu.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /**
   * Opens the menu below a point of the page. Calls `closed` when it closes, before the action
   * of an item.
   */
  open(name: string, items: readonly Item[], x: number, y: number, closed: () => void): void {
    this.#menu.setAttribute('aria-label', name);
    this.#menu.replaceChildren(
      ...items.map(({ label, glyph, work }) => {
        const mark = make('span', { className: 'glyph' }, glyph);
        mark.setAttribute('aria-hidden', 'true');
        const button = make('button', { type: 'button', tabIndex: -1 }, mark, label);
        button.setAttribute('role', 'menuitem');
        button.addEventListener('click', () => {
          this.close();
          work();
        });
        return button;
      }),
    );
    this.#closed = closed;
    this.#menu.hidden = false;
    // Keep the menu within the window.
    const { offsetWidth, offsetHeight } = this.#menu;
    const within = (at: number, size: number, room: number) => Math.max(4, Math.min(at, room - size - 4));
    this.#menu.style.left = `${within(x, offsetWidth, innerWidth)}px`;
    this.#menu.style.top = `${within(y, offsetHeight, innerHeight)}px`;
    this.#buttons()[0]?.focus();
  }

  close(): void {
    if (!this.#menu.hidden) {
      this.#hide();
      this.#closed();
    }
  }

  #hide(): void {
    this.#menu.hidden = true;
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.#menu.querySelectorAll('button')];
  }

  #key(event: KeyboardEvent): void {
    const buttons = this.#buttons();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (to !== undefined) {
      buttons.at(to)?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      this.close();
    } else {
      // A letter selects the next item that has it as its symbol or starts with it.
      const letter = event.key.toLowerCase();
      const after = [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)];
      const found = after.find(({ firstElementChild, lastChild }) =>
        [firstElementChild?.textContent, lastChild?.textContent].some((text) =>
          text?.toLowerCase().startsWith(letter),
        ),
      );
      if (letter.length !== 1 || letter === ' ' || found === undefined) {
        return;
      }
      found.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
