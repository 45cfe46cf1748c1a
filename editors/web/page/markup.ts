/** The elements of the page, without any text of a puzzle. */

const step = (glyph: string, arrow: string, label: string) =>
  `<button type="button" data-step="${glyph}" aria-label="Step ${label}">${arrow}</button>`;

export const MARKUP = `<header><h1 id="page-title"></h1></header>
<main>
  <section id="page-list" aria-label="Puzzles">
    <form id="page-filters" role="search" aria-label="Filter the puzzles">
      <label>Name <input type="search" id="page-name" autocomplete="off"></label>
      <label>Game <select id="page-game"><option value="">all</option></select></label>
      <span class="page-range">
        <label>Moves from <input type="number" id="page-least" min="0" inputmode="numeric"></label>
        <label>to <input type="number" id="page-most" min="0" inputmode="numeric"></label>
      </span>
    </form>
    <p id="page-count" role="status"></p>
    <ol id="page-items"></ol>
  </section>
  <article id="page-puzzle" tabindex="-1" hidden>
    <nav aria-label="Other puzzles">
      <a id="page-all" href="#">All puzzles</a>
      <a id="page-before">Previous</a>
      <a id="page-after">Next</a>
    </nav>
    <p id="page-about"></p>
    <div id="page-view"></div>
    <section id="page-turn" aria-label="Turn" hidden>
      <div class="page-tools">
        <label>Push <select id="page-line"></select></label>
        <button type="button" data-push="0"></button>
        <button type="button" data-push="1"></button>
      </div>
      <div class="page-tools">
        <span>Walk</span>
        ${step('<', '←', 'left')}
        ${step('^', '↑', 'up')}
        ${step('v', '↓', 'down')}
        ${step('>', '→', 'right')}
      </div>
      <p id="page-turn-status" role="status"></p>
    </section>
    <section id="page-hints" aria-label="Hints">
      <button type="button" id="page-hint"></button>
      <p id="page-hint-status" role="status"></p>
    </section>
  </article>
</main>`;
