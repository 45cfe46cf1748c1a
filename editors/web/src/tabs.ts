/** The tabs that select the mode. */

import type { Mode } from './messages.ts';

export class Tabs {
  readonly #tabs: readonly HTMLElement[];

  /** Calls `choose` when the user selects another mode. */
  constructor(list: HTMLElement, choose: (mode: Mode) => void) {
    this.#tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
    const take = (tab: HTMLElement | undefined) => {
      if (tab !== undefined) {
        tab.focus();
        choose(tab.dataset.mode as Mode);
      }
    };
    list.addEventListener('click', ({ target }) => {
      take(this.#tabs.find((tab) => target instanceof Node && tab.contains(target)));
    });
    list.addEventListener('keydown', (event) => {
      const at = this.#tabs.indexOf(event.target as HTMLElement);
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (at >= 0 && step !== undefined) {
        event.preventDefault();
        take(this.#tabs.at((at + step) % this.#tabs.length));
      }
    });
  }

  /** Marks the current mode. Only its tab can be reached with the Tab key. */
  mark(mode: Mode): void {
    for (const tab of this.#tabs) {
      const isCurrent = tab.dataset.mode === mode;
      tab.setAttribute('aria-selected', String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      if (panel !== null) {
        panel.hidden = !isCurrent;
      }
    }
  }
}
