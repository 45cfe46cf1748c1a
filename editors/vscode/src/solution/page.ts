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
  <main id="view"></main>
  <script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}
