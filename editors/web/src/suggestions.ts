/** The buttons that search for a harder or an easier start, or cancel the search. */

import { element } from './dom.ts';
import type { FromView, Suggestion } from './messages.ts';

const CANCEL = 'Cancel';

/** The status at the start of a search. */
const BEGUN: Readonly<Record<Suggestion, string>> = {
  harder: 'Looking on all squares for a harder start… Escape cancels.',
  easier: 'Looking on all squares for an easier start… Escape cancels.',
};

const SUGGESTIONS = ['easier', 'harder'] as const;

/** During a search, its button cancels it. The button keeps the focus, so that the same key works. */
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
  }

  /** Sets the label of the search for an easier start. */
  name(easier: string): void {
    this.#labels.easier = easier;
    if (this.#running !== 'easier') {
      this.#buttons.easier.textContent = easier;
    }
  }

  /** Shows the running search, as reported by the controller. */
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
      this.#post({ type: 'cancel' });
    }
  }
}
