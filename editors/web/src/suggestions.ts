/** The buttons that look for a harder start, or an easier one, and what ends that. */

import { element } from './dom.ts';
import type { FromView, Suggestion } from './messages.ts';

const CANCEL = 'Cancel';

/** The status when a search begins. */
const BEGUN: Readonly<Record<Suggestion, string>> = {
  harder: 'Looking on all squares for a harder start… Escape cancels.',
  easier: 'Looking on all squares for an easier start… Escape cancels.',
};

const SUGGESTIONS = ['easier', 'harder'] as const;

/** While one of them looks, its button cancels: it keeps the focus, so that the same key ends it. */
export class SuggestionButtons {
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
    for (const suggestion of SUGGESTIONS) {
      this.#buttons[suggestion].addEventListener('click', () => this.#click(suggestion));
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
    for (const suggestion of SUGGESTIONS) {
      const button = this.#buttons[suggestion];
      button.textContent = running === suggestion ? CANCEL : this.#labels[suggestion];
      button.title = running === suggestion ? `${CANCEL} (Escape)` : '';
      button.setAttribute('aria-disabled', String(running !== null && running !== suggestion));
      if (running === suggestion) {
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

  #click(suggestion: Suggestion): void {
    if (this.#running === null) {
      this.show(suggestion, false);
      this.#post({ type: 'suggest', suggestion });
    } else if (this.#running === suggestion) {
      this.cancel();
    }
  }
}
