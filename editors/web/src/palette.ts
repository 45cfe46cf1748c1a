/** The palette: pieces and tiles that are placed with a click. */

import { make, shape } from './dom.ts';
import type { PaletteItem } from './protocol.ts';

/** The maximum number of items besides tiles; the menu of a square has all. */
const MOST = 12;

/** The glyphs of tiles; the bits of their positions are the openings: left, down, right and up. */
const TILES = '·╴╷╗╶═╔╦╵╝║╣╚╩╠╬';

/** Draws a tile with its openings: in many fonts, glyphs such as `╴` and `╶` look the same. */
function tile(glyph: string): SVGSVGElement | string {
  const openings = TILES.indexOf(glyph);
  if (openings < 0) {
    return glyph;
  }
  const icon = shape('svg', { viewBox: '0 0 16 16', class: 'tile', 'aria-hidden': 'true' });
  const sides = ['M8 8H1', 'M8 8V15', 'M8 8H15', 'M8 8V1'].filter((_, bit) => openings & (1 << bit));
  icon.append(
    shape('rect', { x: 1, y: 1, width: 14, height: 14 }),
    shape('path', { d: `${sides.join('')}M7 8h2` }),
  );
  return icon;
}

/** A row of buttons. Clicks on the board place the item of the pressed button. */
export class Palette {
  readonly #bar: HTMLElement;
  readonly #changed: (label: string | null) => void;
  #items: readonly PaletteItem[] = [];
  #put: string | null = null;

  /** Calls `changed` with the label of the selected item, or null. */
  constructor(bar: HTMLElement, changed: (label: string | null) => void) {
    this.#bar = bar;
    this.#changed = changed;
  }

  /** Returns the item that a click places, or null. */
  get put(): string | null {
    return this.#put;
  }

  show(items: readonly PaletteItem[]): void {
    const tiles = items.filter(({ kind }) => kind === 'tile');
    const shown = tiles.length > 0 ? tiles : items.slice(0, MOST);
    if (JSON.stringify(shown) === JSON.stringify(this.#items)) {
      return;
    }
    const focused = [...this.#bar.children].indexOf(document.activeElement ?? this.#bar);
    this.#items = shown;
    if (!shown.some(({ put }) => put === this.#put)) {
      this.#put = null;
    }
    this.#bar.hidden = shown.length === 0;
    this.#bar.replaceChildren(
      ...shown.map(({ put, label, kind }) => {
        const text = put.replace(/^item:/, '');
        const properties = { type: 'button', className: 'piece', title: label } as const;
        const button = make('button', properties, kind === 'tile' ? tile(text) : text);
        button.dataset.put = put;
        // The label contains the visible text, which users of speech input say.
        button.setAttribute('aria-label', label.includes(text) ? label : `${text}: ${label}`);
        button.addEventListener('click', () => this.choose(this.#put === put ? null : put));
        return button;
      }),
    );
    this.#mark();
    const again = this.#bar.children[focused];
    if (again instanceof HTMLElement) {
      again.focus();
    }
  }

  /** Selects the item to place, or nothing. */
  choose(put: string | null): void {
    if (put !== this.#put) {
      this.#put = put;
      this.#mark();
      this.#changed(this.#items.find((item) => item.put === put)?.label ?? null);
    }
  }

  #mark(): void {
    for (const button of this.#bar.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.put === this.#put));
    }
  }
}
