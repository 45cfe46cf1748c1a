/** The page that the panel shows. */

/** What a page is made of. */
export interface Parts {
  /** What the webview's own files may be loaded from. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  /** Known to this page only; without it nothing runs. */
  readonly nonce: string;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The page as HTML. */
export function page(parts: Parts): string {
  const { source, script, style, nonce } = parts;
  const policy = `default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'`;
  const button = (id: string, label: string, key: string, icon: string) =>
    `<button type="button" id="${id}" aria-label="${label}" aria-keyshortcuts="${key}" title="${label} (${key})">
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${icon}"/></svg>
      </button>`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${escapeHtml(style)}">
  <title>carom: solution</title>
</head>
<body>
  <main id="player" hidden>
    <header>
      <h1><button type="button" id="title" title="Go to the puzzle"></button></h1>
      <p id="summary"></p>
    </header>
    <figure id="board"></figure>
    <p id="step"></p>
    <p id="description" role="status" aria-live="polite" aria-atomic="true"></p>
    <div id="controls" role="toolbar" aria-label="Playback">
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
    <details id="drawn">
      <summary>The board as text</summary>
      <pre id="text" tabindex="0"></pre>
    </details>
  </main>
  <p id="empty" role="status">Looking for the puzzle…</p>
  <script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}
