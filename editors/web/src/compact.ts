/** Drawings in which the board takes most of the room. */

import { shape } from './dom.ts';

/** The room for coordinates, and for arrows at a pushed line, in units of the drawing. */
const STRIP = 15;
/** The room for the border. */
const RIM = 3;
/** The width of each part next to the board, such as a tile in hand, and the least height. */
const PART = [96, 62] as const;
/** The distance from the border to the tip of the arrow of an exit. */
const TIP = 12;
/** The coordinates of the tips, from the top and from the right. */
const OLD_TIPS = [10, 1] as const;
/** The line height of the list of quests. */
const LINE = 17;

/** Returns the sides of the board in a drawing. */
function boardOf(svg: SVGSVGElement) {
  const floor = svg.querySelector('.carom-floor');
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(floor?.getAttribute(name)),
  );
  return { x, y, right: x + width, bottom: y + height };
}

function view(svg: SVGSVGElement, x: number, y: number, right: number, bottom: number): void {
  svg.setAttribute('viewBox', [x, y, right - x, bottom - y].join(' '));
}

/** Crops a drawing to its board. */
export function crop(svg: SVGSVGElement): void {
  const { x, y, right, bottom } = boardOf(svg);
  for (const text of svg.querySelectorAll('.carom-coordinate')) {
    text.remove();
  }
  view(svg, x - RIM, y - RIM, right + RIM, bottom + RIM);
}

/** Moves the coordinates to the board, and the parts on its right side below it. */
export function compact(svg: SVGSVGElement): void {
  const { x, y, right, bottom } = boardOf(svg);
  const { width } = svg.viewBox.baseVal;
  const number = (node: Element, name: string) => Number(node.getAttribute(name));
  const arrows = [...svg.querySelectorAll('.carom-push-arrow')].map(
    (arrow) =>
      arrow
        .getAttribute('d')
        ?.match(/-?[\d.]+/g)
        ?.map(Number) ?? [],
  );
  for (const text of svg.querySelectorAll('.carom-coordinate')) {
    const isFile = number(text, 'y') > bottom;
    const [tx, ty] = [number(text, 'x'), number(text, 'y')];
    // The arrow at a pushed line takes the place of its number.
    const isCovered = ([ax = 0, ay = 0]: number[]) =>
      isFile ? ay > bottom && Math.abs(ax - tx) < STRIP : ax < x && Math.abs(ay - ty) < STRIP;
    if (arrows.some(isCovered)) {
      text.remove();
    }
    text.setAttribute(isFile ? 'y' : 'x', String(isFile ? bottom + STRIP / 2 : x - STRIP / 2));
  }
  // The exits of Slider have colours, so that an arrow is enough.
  const exits = svg.querySelectorAll('.carom-exit');
  for (const exit of exits) {
    exit.querySelector('.carom-label')?.remove();
    const isTop = exit.matches('.carom-exit-V');
    const by = isTop ? [0, y - TIP - OLD_TIPS[0]] : [right + TIP + OLD_TIPS[1] - width, 0];
    exit.querySelector('.carom-exit-arrow')?.setAttribute('transform', `translate(${by.join(' ')})`);
  }
  svg.querySelector('.carom-to-move')?.setAttribute('y', String(y - STRIP / 2 - 1));
  svg.querySelector('.carom-to-move')?.setAttribute('font-size', '11');
  if (svg.querySelector('.carom-hand') === null) {
    const edge = exits.length > 0 ? STRIP : RIM;
    view(svg, x - STRIP, y - edge, right + edge, bottom + STRIP);
    return;
  }
  const nodes = [...svg.children];
  const parts: SVGGElement[] = [];
  const first = nodes.findIndex((node) => node.matches('.carom-label') && number(node, 'x') > right);
  for (const node of first < 0 ? [] : nodes.slice(first)) {
    // Each part starts with its label.
    if (node.matches('.carom-label')) {
      const to = [x + PART[0] * (parts.length + 0.5), bottom + 2 * STRIP] as const;
      const by = `translate(${to[0] - number(node, 'x')} ${to[1] - number(node, 'y')})`;
      parts.push(shape('g', { class: 'carom-part', transform: by }));
    }
    parts.at(-1)?.append(node);
  }
  svg.append(...parts);
  const quests = svg.querySelectorAll('.carom-quest-mark').length;
  const height = Math.max(PART[1], LINE * (quests + 1));
  const end = Math.max(right + STRIP, x + PART[0] * parts.length);
  view(svg, x - STRIP, y - STRIP, end, bottom + 2 * STRIP + height);
}
