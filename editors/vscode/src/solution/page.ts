/** The HTML page of the panel. */

/** The variable parts of the page. */
export interface Parts {
  /** The content security policy source of the webview's files. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  /** A random value that allows the script of this page, and no other, to run. */
  readonly nonce: string;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns the page as HTML. */
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
