/** The elements of the page, without any text of a puzzle. */

export const MARKUP = `<header id="page-head">
  <h1><a id="page-title" href="#"></a></h1>
  <button type="button" id="page-theme" class="page-button"></button>
</header>
<main>
  <section id="page-list" aria-label="Puzzles">
    <p id="page-lost" role="alert" hidden></p>
    <form id="page-filters" role="search" aria-label="Filter the puzzles">
      <label>Name <input type="search" id="page-name" autocomplete="off"></label>
      <label>Game <select id="page-game"><option value="">all</option></select></label>
      <label>Difficulty <select id="page-difficulty"><option value="">all</option></select></label>
      <span class="page-range">
        <label>Moves <input type="number" id="page-least" min="0" inputmode="numeric" aria-label="Moves from"></label>
        <label>to <input type="number" id="page-most" min="0" inputmode="numeric" aria-label="Moves to"></label>
      </span>
      <label><input type="checkbox" id="page-unsolved"> unsolved only</label>
    </form>
    <p id="page-count" role="status"></p>
    <ol id="page-items"></ol>
    <div id="page-guide"></div>
  </section>
  <article id="page-puzzle" tabindex="-1" hidden>
    <nav aria-label="Other puzzles">
      <a id="page-all">☰ All puzzles</a>
      <a id="page-before">‹ Previous</a>
      <a id="page-after">Next ›</a>
    </nav>
    <div id="page-view"></div>
  </article>
</main>`;

/** The elements below the buttons of Play. */
export const EXTRAS = `<p id="page-stars" aria-hidden="true"></p>
  <div id="page-actions">
    <a id="page-unsolved-next" class="page-button is-primary">Next unsolved puzzle</a>
    <button type="button" id="page-result" class="page-button">Copy result</button>
    <button type="button" id="page-hint" class="page-button"></button>
    <button type="button" id="page-link" class="page-button">Copy link</button>
  </div>
  <p id="page-status" role="status"></p>
  <details id="page-how"><summary></summary></details>`;
