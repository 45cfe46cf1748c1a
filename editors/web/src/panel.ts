/** The elements of the board editor. Their ids must be unique in the document. */

import type { Ability } from './host.ts';
import { words } from './markup.ts';

/** Returns the HTML of the board editor, without the buttons of missing abilities. */
export function panel(abilities: readonly Ability[]): string {
  const has = (ability: Ability) => abilities.includes(ability);
  return `<section id="edit" role="tabpanel" aria-labelledby="edit-tab" hidden>
  <p id="over"></p>
  <p id="edit-status" role="status" aria-live="polite" aria-atomic="true"></p>
  <div class="tools" role="toolbar" aria-label="Changes">
    ${words('puts', 'Place…', 'p')}
    ${words('hand', 'Tile in hand…')}
    ${words('whole', 'Board…')}
    ${words('map', 'Map', 'm', ' aria-pressed="false"', has('map'))}
    ${words('undo', 'Undo', 'Control+Z', '', has('undo'))}
    ${words('redo', 'Redo', 'Control+Y', '', has('redo'))}
    ${words('easier', 'Easier', '', '', has('suggest'))}
    ${words('harder', 'Harder', '', '', has('suggest'))}
  </div>
  <div class="tools" id="palette" role="toolbar" aria-label="Palette"></div>
  <div class="tools" id="searching" hidden>
    <progress id="progress" max="100" aria-label="Progress"></progress>
    <span id="progress-text"></span>
    ${words('cancel', 'Cancel', 'Escape')}
  </div>
  <p id="legend"></p>
  <details class="keys">
    <summary>Keys on the board</summary>
    <dl>
      <dt>arrows</dt><dd>go from square to square</dd>
      <dt>Enter, Space</dt><dd>pick up, put down; on an empty square, show what can be placed</dd>
      <dt>t</dt><dd>pick up the target, also from below a piece</dd>
      <dt class="of-walls">Shift + arrow</dt><dd class="of-walls">a wall on that side, or none</dd>
      <dt class="of-blocks">b</dt><dd class="of-blocks">a block, or none</dd>
      <dt>p</dt><dd>show everything that can be placed here</dd>
      <dt>Delete</dt><dd>clear the square</dd>
      <dt>m</dt><dd>the map of the chosen piece: the answer for each square</dd>
      <dt>Ctrl + Z, Ctrl + Y</dt><dd>undo, redo</dd>
    </dl>
  </details>
</section>`;
}
