/** The elements of the page, without any text of a puzzle. */

export const MARKUP = `<header id="page-head">
  <h1><a id="page-title" href="#"></a></h1>
  <a id="page-to-statistics" class="page-button" href="#/statistics">Statistics</a>
  <button type="button" id="page-theme" class="page-button"></button>
</header>
<main>
  <section id="page-list" aria-label="Puzzles">
    <p id="page-lost" role="alert" hidden></p>
    <div id="page-start"></div>
    <details id="page-archive" hidden><summary>Earlier days</summary><ol></ol></details>
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
    <p id="page-none" hidden>
      No puzzle fits these filters. <button type="button" class="page-button">Clear the filters</button>
    </p>
    <div id="page-items"></div>
    <div id="page-guide"></div>
  </section>
  <section id="page-statistics" aria-label="Statistics" tabindex="-1" hidden></section>
  <article id="page-puzzle" tabindex="-1" aria-labelledby="title" hidden>
    <nav aria-label="Other puzzles">
      <a id="page-all">‹ All puzzles</a>
      <span id="page-day"></span>
      <a id="page-before" class="page-button">Previous</a>
    </nav>
    <div id="page-view"></div>
  </article>
</main>
<dialog id="page-spoiler" aria-labelledby="page-spoiler-text">
  <form method="dialog">
    <p id="page-spoiler-text">Show the solution? The puzzle then counts as solved with help.</p>
    <button class="page-button is-primary" value="watch">Show it</button>
    <button class="page-button" value="">Keep trying</button>
  </form>
</dialog>`;

/** The elements below the buttons of Play. */
export const EXTRAS = `<p id="page-stars" aria-hidden="true"></p>
  <p id="page-status" role="status"></p>
  <div id="page-bar" role="toolbar" aria-label="Play">
    <button type="button" id="page-hint" class="page-button">Hint</button>
    <a id="page-after" class="page-button">Next</a>
  </div>
  <div id="page-actions">
    <a id="page-unsolved-next" class="page-button is-primary">Next unsolved puzzle</a>
    <button type="button" id="page-result" class="page-button">Copy result</button>
    <button type="button" id="page-link" class="page-button">Copy link</button>
  </div>
  <details id="page-how"><summary></summary></details>`;
