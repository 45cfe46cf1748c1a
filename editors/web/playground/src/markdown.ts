/**
 * Renders the Markdown that carom uses: strong text, code, fences and escapes. Creates
 * elements, never HTML.
 */

export function elements(markdown: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const blocks = markdown.split(/^```.*$/m);
  for (const [index, block] of blocks.entries()) {
    if (index % 2 === 1) {
      const pre = document.createElement('pre');
      pre.textContent = block.replace(/^\n|\n$/g, '');
      fragment.append(pre);
      continue;
    }
    for (const paragraph of block.split(/\n{2,}/).filter((text) => text.trim() !== '')) {
      const element = document.createElement('p');
      element.append(...inline(paragraph.trim()));
      fragment.append(element);
    }
  }
  return fragment;
}

function inline(text: string): (Node | string)[] {
  const parts = text.matchAll(
    /\*\*(?<strong>(?:\\.|[^\\])+?)\*\*|`(?<code>[^`]+)`|\\(?<escaped>.)|(?<plain>[^*`\\]+|.)/gs,
  );
  return Array.from(parts, ({ groups = {} }) => {
    if (groups.strong !== undefined) {
      const strong = document.createElement('strong');
      strong.append(...inline(groups.strong));
      return strong;
    }
    if (groups.code !== undefined) {
      const code = document.createElement('code');
      code.textContent = groups.code;
      return code;
    }
    return groups.escaped ?? groups.plain ?? '';
  });
}
