/** The gutter icons: each state has its own shape and colour. */

import type { State } from './protocol.ts';

/** The background of the icons. */
export type Ground = 'light' | 'dark' | 'light-contrast' | 'dark-contrast';

/** SVG content, 16 by 16 units. `C` stands for the stroke colour. */
const SHAPES: Readonly<Record<State, string>> = {
  // A tick.
  proved: '<path d="M3 8.5l3.4 3.5L13 4.5" stroke-width="2.2"/>',
  // A cross.
  failed: '<path d="M4 4l8 8M12 4l-8 8" stroke-width="2.2"/>',
  // An hourglass.
  proving: '<path d="M4.5 3h7M4.5 13h7M5.5 3v2L8 8l-2.5 3v2M10.5 3v2L8 8l2.5 3v2" stroke-width="1.3"/>',
  // A ring of dashes.
  stale: '<circle cx="8" cy="8" r="4.6" stroke-width="1.6" stroke-dasharray="2.4 1.7"/>',
  // A question mark.
  unknown:
    '<path d="M5.4 5.6C5.6 3.9 6.7 3 8.1 3c1.5 0 2.6 1 2.6 2.4 0 2-2.6 2.1-2.6 4.1" stroke-width="1.8"/>' +
    '<circle cx="8.1" cy="12.4" r=".6" fill="C" stroke-width="1"/>',
  // A triangle with an exclamation mark.
  invalid:
    '<path d="M8 2.6l6 10.8H2z" stroke-width="1.3"/><path d="M8 6.3v3.5" stroke-width="1.5"/>' +
    '<circle cx="8" cy="11.5" r=".3" fill="C" stroke-width="1"/>',
};

type Palette = Readonly<Record<State, string>>;

const LIGHT: Palette = {
  proved: '#1b7f37',
  failed: '#c4232f',
  proving: '#0b61b5',
  stale: '#6b6b6b',
  unknown: '#8a5a00',
  invalid: '#c4232f',
};

const DARK: Palette = {
  proved: '#7bd88f',
  failed: '#ff7b72',
  proving: '#6cb6ff',
  stale: '#a8a8a8',
  unknown: '#e3b341',
  invalid: '#ff7b72',
};

/** High contrast distinguishes the states by shape only. */
const colour = (ground: Ground, state: State): string => {
  switch (ground) {
    case 'light':
      return LIGHT[state];
    case 'dark':
      return DARK[state];
    case 'light-contrast':
      return '#000000';
    case 'dark-contrast':
      return '#ffffff';
  }
};

/** Returns the icon of a state as an SVG document. */
export function icon(state: State, ground: Ground): string {
  const ink = colour(ground, state);
  const shape = SHAPES[state].replaceAll('"C"', `"${ink}"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`;
}

/** All states. */
export const STATES = Object.keys(SHAPES) as State[];
