/** The buttons that look for a harder start, or an easier one, and what ends that. */

import { element } from './dom.ts';
import type { FromView, Suggestion } from './messages.ts';

const CANCEL = 'Cancel';

/** What the user is told when one begins. */
const BEGUN: Readonly<Record<Suggestion, string>> = {
  harder: 'Looking on all squares for a harder start… Escape cancels.',
  easier: 'Looking on all squares for an easier start… Escape cancels.',
};

const WISHES = ['easier', 'harder'] as const;

/** While one of them looks, its button cancels: it keeps the focus, so that the same key ends it. */
export class Wishes {
  readonly #post: (message: FromView) => void;
  readonly #say: (text: string) => void;
  readonly #buttons: Readonly<Record<Suggestion, HTMLButtonElement>>;
  readonly #labels: Record<Suggestion, string>;
  #running: Suggestion | null = null;

  constructor(post: (message: FromView) => void, say: (text: string) => void) {
    this.#post = post;
    this.#say = say;
    this.#buttons = {
      easier: element('easier', HTMLButtonElement),
      harder: element('harder', HTMLButtonElement),
    };
    this.#labels = {
      easier: this.#buttons.easier.textContent ?? '',
      harder: this.#buttons.harder.textContent ?? '',
    };
    for (const wish of WISHES) {
      this.#buttons[wish].addEventListener('click', () => this.#click(wish));
    }
    element('edit', HTMLElement).addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.cancel()) {
        event.preventDefault();
      }
    });
  }

  /** Names the search for an easier start. */
  name(easier: string): void {
    this.#labels.easier = easier;
    if (this.#running !== 'easier') {
      this.#buttons.easier.textContent = easier;
    }
  }

  /** Asks to end what runs; whether anything did. */
  cancel(): boolean {
    if (this.#running === null) {
      return false;
    }
    this.#post({ type: 'cancel' });
    return true;
  }

  /** What runs now, as the extension knows it. */
  show(running: Suggestion | null, wasCancelled: boolean): void {
    this.#running = running;
    for (const wish of WISHES) {
      const button = this.#buttons[wish];
      button.textContent = running === wish ? CANCEL : this.#labels[wish];
      button.title = running === wish ? `${CANCEL} (Escape)` : '';
      button.setAttribute('aria-disabled', String(running !== null && running !== wish));
      if (running === wish) {
        button.setAttribute('aria-keyshortcuts', 'Escape');
      } else {
        button.removeAttribute('aria-keyshortcuts');
      }
    }
    if (running !== null) {
      this.#say(BEGUN[running]);
    } else if (wasCancelled) {
      this.#say('Cancelled.');
    }
  }

  #click(wish: Suggestion): void {
    if (this.#running === null) {
      this.show(wish, false);
      this.#post({ type: 'wish', wish });
    } else if (this.#running === wish) {
      this.cancel();
    }
  }
}
