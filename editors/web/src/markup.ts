/** The elements of the view. Their ids must be unique in the document. */

import type { Ability } from './host.ts';

/** The panel of each mode. */
const PANELS: Readonly<Record<string, string>> = { watch: 'watch', edit: 'edit', play: 'by-hand' };

/** Returns a button with a label. */
export const words = (id: string, label: string, key = '', more = '', isThere = true) =>
  `<button type="button" class="words" id="${id}"${key && ` aria-keyshortcuts="${key}" title="${label} (${key})"`}${more}${isThere ? '' : ' hidden'}>${label}</button>`;

/**
 * Returns the HTML of the view, without the buttons of missing abilities. `editing` is the panel of
 * the board editor, if there is one.
 */
export function markup(abilities: readonly Ability[], editing: string | undefined): string {
  const has = (ability: Ability) => abilities.includes(ability);
  const tab = (mode: string, label: string) =>
    `<button type="button" role="tab" id="${mode}-tab" data-mode="${mode}" aria-controls="${PANELS[mode]}">${label}</button>`;
  const button = (id: string, label: string, key: string, icon: string) =>
    `<button type="button" id="${id}" aria-label="${label}" aria-keyshortcuts="${key}" title="${label} (${key})">
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${icon}"/></svg>
      </button>`;
  const step = (glyph: string, arrow: string, label: string) =>
    `<button type="button" data-step="${glyph}" aria-label="Step ${label}">${arrow}</button>`;
  return `<div id="frame">
  <div id="player" hidden>
    <div id="head">
      ${has('reveal') ? '<h1 class="puzzle-title"><button type="button" id="title" title="Go to the puzzle"></button></h1>' : '<h1 class="puzzle-title" id="title"></h1>'}
      <div id="modes" role="tablist" aria-label="What to do">
        ${tab('watch', 'Watch')}
        ${editing === undefined ? '' : tab('edit', 'Edit')}
        ${tab('play', 'Play')}
      </div>
    </div>
    <figure id="board" class="carom-drawing"></figure>
    <div id="body">
      <p id="summary"></p>
      <p id="notes" hidden></p>
      <p id="claims" hidden>
        <span id="claimed"></span>
        ${has('updateClaims') ? '<button type="button" class="link" id="update-claims">Update claims</button>' : ''}
      </p>
      <section id="watch" role="tabpanel" aria-labelledby="watch-tab" hidden>
        <p id="step"></p>
        <p id="description" role="status" aria-live="polite" aria-atomic="true"></p>
        <div id="controls" class="tools" role="toolbar" aria-label="Playback">
          ${button('first', 'First', 'Home', 'M3 3h2v10H3zM13 3v10L6 8z')}
          ${button('back', 'Back', 'ArrowLeft', 'M11 3v10L4 8z')}
          <button type="button" id="play" aria-label="Play" aria-keyshortcuts="Space" title="Play (Space)">
            <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
              <path class="when-paused" d="M4 2.5v11l9-5.5z"/>
              <path class="when-playing" d="M4 3h3v10H4zM9 3h3v10H9z"/>
            </svg>
          </button>
          ${button('forward', 'Forward', 'ArrowRight', 'M5 3v10l7-5z')}
          ${button('last', 'Last', 'End', 'M11 3h2v10h-2zM3 3v10l7-5z')}
        </div>
        <ol id="moves" aria-label="Moves"></ol>
        <div id="options">
          <label for="speed">Speed</label>
          <input type="range" id="speed" min="0.5" max="4" step="0.5">
          <label for="of">Plays</label>
          <select id="of">
            <option value="solver">an optimal solution</option>
            <option value="file">the file’s solution</option>
          </select>
        </div>
        <div class="tools">${words('insert', 'Insert solution', '', '', false)}</div>
      </section>
      ${editing ?? ''}
      <section id="by-hand" role="tabpanel" aria-labelledby="play-tab" hidden>
        <p id="score" role="status"></p>
        <p id="play-status" role="status" aria-live="polite" aria-atomic="true"></p>
        <p id="heard" class="only-heard" role="status"></p>
        <div class="tools" role="toolbar" aria-label="Play">
          ${words('takeback', 'Undo', 'Backspace')}
          ${words('again', 'Redo', 'Control+Y')}
          ${words('restart', 'Restart', 'Home')}
          ${words('pass', 'Pass')}
          ${words('write', 'Write as the solution', '', '', has('write'))}
        </div>
        <div id="turn" role="group" aria-label="Turn" hidden>
          <span>
            <label>Push <select id="line"></select></label>
            <button type="button" data-push="0" aria-label="Push left">←</button>
            <button type="button" data-push="1" aria-label="Push right">→</button>
          </span>
          <span>
            Walk
            ${step('<', '←', 'left')}
            ${step('^', '↑', 'up')}
            ${step('v', '↓', 'down')}
            ${step('>', '→', 'right')}
          </span>
        </div>
        <div id="extras"></div>
        <div class="typing">
          <span id="played"></span>
          <label for="typed">Type moves</label>
          <input type="text" id="typed" autocomplete="off" spellcheck="false">
        </div>
        <details class="keys">
          <summary>Keys on the board</summary>
          <dl>
            <dt>Space, or a letter</dt><dd>choose a piece</dd>
            <dt>arrows</dt><dd>slide it</dd>
            <dt>Backspace, Ctrl + Y</dt><dd>undo, redo</dd>
            <dt>Home</dt><dd>restart</dd>
          </dl>
        </details>
      </section>
      <p id="also" role="status" hidden>
        <span id="also-text"></span>
        ${has('undo') ? '<button type="button" class="link" id="undo-also">Undo</button>' : ''}
      </p>
      <details id="drawn">
        <summary>The board as text</summary>
        <pre id="text" tabindex="0"></pre>
      </details>
    </div>
  </div>
  <div id="nothing">
    <p id="empty" role="status">Looking for the puzzle…</p>
    <button type="button" class="words" id="restart-server" hidden>Restart</button>
  </div>
</div>
${editing === undefined ? '' : '<div id="menu" role="menu" hidden></div>'}`;
}
