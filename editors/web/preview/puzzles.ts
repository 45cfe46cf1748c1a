/** The parts around the board: the list of puzzles, and the diagnostics of one. */

import { make } from '../src/dom.ts';
import type { Host } from '../src/index.ts';
import type { PreviewHost } from './host.ts';
import { call, placeOf } from './session.ts';

/** A puzzle in the result of `carom/puzzles`. */
interface Puzzle {
  readonly title: string;
  readonly line: number;
  readonly state: string;
  readonly range: Range;
}

interface Range {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number };
}

/** A diagnostic as defined by the protocol. */
interface Diagnostic {
  readonly range: Range;
  readonly severity: number;
  readonly message: string;
}

const SEVERITIES: Readonly<Record<number, string>> = { 1: 'error', 2: 'warning', 3: 'info', 4: 'hint' };

/** How long to wait after a change before the next request, in milliseconds. */
const CALM = 150;

/** The list of puzzles, and the diagnostics of the current one. */
export class Puzzles {
  readonly #host: PreviewHost;
  readonly #select: HTMLSelectElement;
  readonly #problems: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();

  constructor(host: PreviewHost, select: HTMLSelectElement, problems: HTMLElement) {
    this.#host = host;
    this.#select = select;
    this.#problems = problems;
    select.addEventListener('change', () => void this.#choose(Number(select.value)));
    host.subscribe(({ type }) => {
      if (type !== 'map') {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#refresh(), CALM);
      }
    });
  }

  async #choose(line: number): Promise<void> {
    const uri = this.#host.cursor?.uri;
    if (uri !== undefined) {
      await call('carom/focus', placeOf(uri, line));
    }
  }

  async #refresh(): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    const cursor = this.#host.cursor;
    if (cursor === null) {
      return;
    }
    const params = { textDocument: { uri: cursor.uri } };
    try {
      const [documents, diagnostics] = await Promise.all([
        call<readonly { puzzles: readonly Puzzle[] }[]>('carom/puzzles', params, signal),
        call<readonly Diagnostic[]>('preview/diagnostics', params, signal),
      ]);
      const puzzles = documents[0]?.puzzles ?? [];
      const [first] = puzzles;
      this.#host.first = first ? { uri: cursor.uri, position: { line: first.line, character: 0 } } : null;
      const shown = puzzles.findLast(({ line }) => line <= cursor.position.line) ?? puzzles[0];
      this.#list(puzzles, shown);
      this.#report(cursor.uri, diagnostics, shown);
    } catch {
      // Ignore errors: a newer request was sent, or the preview has ended, which the page shows.
    }
  }

  #list(puzzles: readonly Puzzle[], shown: Puzzle | undefined): void {
    const options = puzzles.map(({ title, line, state }) => {
      const isWrong = state === 'failed' || state === 'invalid';
      return new Option(isWrong ? `${title} (error)` : title, String(line), false, line === shown?.line);
    });
    const isSame = (option: HTMLOptionElement, index: number) => {
      const old = this.#select.options[index];
      return old?.value === option.value && old.text === option.text;
    };
    // Keep an open list open.
    if (options.length !== this.#select.options.length || !options.every(isSame)) {
      this.#select.replaceChildren(...options);
    }
    this.#select.value = String(shown?.line ?? '');
    this.#select.disabled = puzzles.length < 2;
    document.title = shown === undefined ? 'carom' : `${shown.title} – carom`;
  }

  #report(uri: string, diagnostics: readonly Diagnostic[], shown: Puzzle | undefined): void {
    const isOwn = ({ range: { start } }: Diagnostic) =>
      shown === undefined || (start.line >= shown.range.start.line && start.line <= shown.range.end.line);
    const own = diagnostics.filter(isOwn);
    const items = own.map((diagnostic) => make('li', {}, ...this.#problem(uri, diagnostic)));
    this.#problems.replaceChildren(...(items.length > 0 ? [make('ul', {}, ...items)] : []));
  }

  #problem(uri: string, { range: { start }, severity, message }: Diagnostic): (Node | string)[] {
    const kind = SEVERITIES[severity] ?? 'info';
    const label = make('span', { className: `preview-${kind}` }, kind);
    const reveal: Host['reveal'] = this.#host.reveal;
    const line = `line ${start.line + 1}`;
    const place = make(reveal === undefined ? 'span' : 'button', {}, line);
    if (reveal !== undefined) {
      place.addEventListener('click', () => {
        void reveal({ uri, position: { line: start.line, character: 0 } });
      });
    }
    return [label, ' in ', place, `: ${message}`];
  }
}
