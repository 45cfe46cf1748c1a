/** Helpers for elements of the page. */

const SVG = 'http://www.w3.org/2000/svg';

/** Returns the element with an id. */
export function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

/** Creates an element with these properties and this content. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...content);
  return made;
}

/** Parses an SVG from the server. Parsed as XML, so that no script in it can run. */
export function drawing(svg: string): SVGSVGElement | null {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const node = parsed.localName === 'svg' ? document.importNode(parsed, true) : null;
  return node instanceof SVGSVGElement ? node : null;
}

/** Creates an SVG element. */
export function shape<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, String(value));
  }
  return made;
}

/** Shows a status below the board, which screen readers announce. */
export function say(place: HTMLElement, text: string): void {
  if (place.textContent !== text) {
    place.textContent = text;
  }
}
