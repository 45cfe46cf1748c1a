/** The elements of the page, without any text of a puzzle. */

export const MARKUP = `<header id="page-head">
  <h1><a id="page-title" href="#"></a></h1>
  <button type="button" id="page-theme" class="page-button"></button>
</header>
<main>
  <section id="page-list" aria-label="Puzzles">
    <p id="page-lost" role="alert" hidden></p>
    <a id="page-daily" href="#/today" hidden>
      <span class="page-figure carom-drawing"></span>
      <span><span class="page-about">Puzzle of the day</span> <span class="page-name"></span></span>
    </a>
    <form id="page-filters" role="search" aria-label="Filter the puzzles">
      <input type="search" id="page-name" autocomplete="off" placeholder="Search" aria-label="Name or author">
      <select id="page-game" aria-label="Game"><option value="">All games</option></select>
      <select id="page-difficulty" aria-label="Difficulty"><option value="">Any difficulty</option></select>
      <span class="page-range">
        <input type="number" id="page-least" min="0" inputmode="numeric" placeholder="1" aria-label="Moves from">
        –
        <input type="number" id="page-most" min="0" inputmode="numeric" placeholder="99" aria-label="Moves to">
        moves
      </span>
      <label><input type="checkbox" id="page-unsolved"> Unsolved</label>
    </form>
    <p id="page-count" role="status"></p>
    <ol id="page-items"></ol>
    <div id="page-guide"></div>
  </section>
  <article id="page-puzzle" tabindex="-1" hidden>
    <nav aria-label="Other puzzles">
      <a id="page-all">‹ All puzzles</a>
      <a id="page-before" class="page-button">Previous</a>
      <a id="page-after" class="page-button">Next</a>
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
