/** The examples: files of the repository. */

import broken from '../../../../examples/broken/broken.carom';
import lunar from '../../../../examples/lunar-lockout.carom';
import ricochet from '../../../../examples/ricochet-robots.carom';
import slider from '../../../../examples/slider.carom';
import tilt from '../../../../examples/tilt.carom';
import rush from '../../../../examples/x-mas-rush.carom';

/** The initial text. */
export const FIRST = `puzzle lunar "First contact"
  moves: 4
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
`;

export const EXAMPLES: readonly (readonly [name: string, text: string])[] = [
  ['First contact', FIRST],
  ['Lunar Lockout', lunar],
  ['Ricochet Robots', ricochet],
  ['Slider', slider],
  ['X-mas Rush', rush],
  ['Tilt', tilt],
  ['A file with mistakes', broken],
];
