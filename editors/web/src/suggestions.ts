/** The buttons that search for a change of the puzzle, or cancel the search, and its progress. */

import { element } from './dom.ts';
import type { FromView, Progress, Remake, Suggestion } from './messages.ts';

const CANCEL = 'Cancel';

/** The status at the start of a search. */
const BEGUN: Readonly<Record<Suggestion | Remake, string>> = {
  harder: 'Looking on all squares for a harder start… Escape cancels.',
  easier: 'Looking on all squares for an easier start… Escape cancels.',
  hardest: 'Looking at all starts for the hardest one… Escape cancels.',
  minimise: 'Looking for what the optimum does not need… Escape cancels.',
};

const SUGGESTIONS = ['easier', 'harder'] as const;

/** During a search, its button cancels it. The button keeps the focus, so that the same key works. */
export class SuggestionButtons {
  readonly #post: (message: FromView) => void;
  readonly #say: (text: string) => void;
  readonly #buttons: Readonly<Record<Suggestion, HTMLButtonElement>>;
  readonly #labels: Record<Suggestion, string>;
  readonly #searching = element('searching', HTMLElement);
  readonly #progress = element('progress', HTMLProgressElement);
  readonly #text = element('progress-text', HTMLElement);
  readonly #cancel = element('cancel', HTMLButtonElement);
  #running: Suggestion | Remake | null = null;

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
      this.#buttons[suggestion].addEventListener('click', () => this.search(suggestion));
    }
    this.#cancel.addEventListener('click', () => this.#post({ type: 'cancel' }));
  }

  /** Sets the label of the search for an easier start. */
  name(easier: string): void {
    this.#labels.easier = easier;
    if (this.#running !== 'easier') {
      this.#buttons.easier.textContent = easier;
    }
  }

  /** Shows the running search, as reported by the controller. */
  show(running: Suggestion | Remake | null, wasCancelled: boolean): void {
    const isNew = running !== this.#running;
    this.#running = running;
    if (isNew) {
      this.#searching.hidden = running === null;
      this.#progress.removeAttribute('value');
      this.#text.textContent = '';
    }
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
    if (running !== null && isNew) {
      this.#say(BEGUN[running]);
    } else if (wasCancelled) {
      this.#say('Cancelled.');
    }
  }

  /** Shows how far the running search is. */
  report({ message, percentage }: Progress): void {
    this.#text.textContent = message;
    if (percentage === undefined) {
      this.#progress.removeAttribute('value');
    } else {
      this.#progress.value = percentage;
    }
  }

  /** Starts a search. The button of a running one cancels it. */
  search(search: Suggestion | Remake): void {
    if (this.#running === null) {
      this.show(search, false);
      this.#post({ type: 'search', search });
    } else if (this.#running === search) {
      this.#post({ type: 'cancel' });
    }
  }
}
