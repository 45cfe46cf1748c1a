/** The board on the page: the server's drawing, and an interactive grid over it. */

import { compact } from './compact.ts';
import { drawing, shape } from './dom.ts';
import { corner, type Grid, isWithin, line, middle, NO_GRID, type Point, rows, type Spot } from './grid.ts';
import type { Heat } from './heat.ts';
import { listen, type Pointing } from './pointer.ts';
import type { Fault, Motion, Side } from './protocol.ts';
import { type Box, isUpright, SIDES } from './resizing.ts';

/** Handles the input on the board. */
export interface User extends Pointing {
  /** Handles a key on the board. Returns whether it had an effect. */
  key(event: KeyboardEvent): boolean;
  /** A square other than the marked one got the focus, by a screen reader or a press. */
  enter(square: string): void;
}

/** A square that a piece can move to. */
export interface Aim {
  readonly from: string;
  readonly to: string;
  /** The squares where the way turns. */
  readonly via?: readonly string[];
}

interface Cell {
  readonly group: SVGGElement;
  readonly heat: SVGRectElement;
  readonly number: SVGTextElement;
}

/** The margin around the outline of a new size, in units of the drawing. */
const RIM = 4;

/** The nodes of a lifted piece on the board, and their copies at the pointer. */
interface Lifted {
  readonly nodes: readonly SVGGraphicsElement[];
  readonly ghost: SVGGElement;
  readonly from: Point;
}

export class Stage {
  readonly #figure: HTMLElement;
  readonly #isCompact: boolean;
  readonly #overlay = shape('svg', { class: 'overlay', role: 'grid', 'aria-label': 'Board' });
  readonly #aims = shape('g', { class: 'aims', 'aria-hidden': 'true' });
  readonly #hints = shape('g', { class: 'hints', 'aria-hidden': 'true' });
  readonly #edge = shape('path', { class: 'edge', 'aria-hidden': 'true' });
  readonly #faults = shape('svg', { class: 'faults', 'aria-hidden': 'true' });
  readonly #air = shape('g', { class: 'air', 'aria-hidden': 'true' });
  readonly #grips = shape('g', { class: 'grips', 'aria-hidden': 'true' });
  readonly #size = shape('g', { class: 'size', 'aria-hidden': 'true' });
  readonly #cells = new Map<string, Cell>();
  #drawn: SVGSVGElement | null = null;
  #svg: string | null = null;
  #grid: Grid | null = null;
  #user: User | null = null;
  #lifted: Lifted | null = null;
  /** The last drawing of a well-formed puzzle. */
  #good: { readonly puzzle: string; readonly svg: string; readonly grid: Grid } | null = null;
  /** The square of the keyboard cursor. */
  #cursor: string | null = null;

  /** `isCompact` lets the board take most of the room. */
  constructor(figure: HTMLElement, isCompact = false) {
    this.#figure = figure;
    this.#isCompact = isCompact;
    listen(this.#overlay, () => this.#user);
    this.#overlay.addEventListener('keydown', (event) => {
      if (!event.altKey && this.#user?.key(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    this.#overlay.addEventListener('focusin', ({ target }) => {
      const cell = target instanceof Element ? target.closest<SVGGElement>('[data-square]') : null;
      const square = cell?.dataset.square;
      if (square !== undefined && square !== this.#cursor) {
        this.#user?.enter(square);
      }
    });
  }

  /** Shows a drawing without interaction. */
  draw(svg: string | null): void {
    this.#user = null;
    this.#overlay.remove();
    this.#set(svg);
    this.#drawn?.removeAttribute('aria-hidden');
  }

  /** Shows an interactive drawing, and animates the motions that led to it. */
  use(svg: string, grid: Grid, user: User, motions: readonly Motion[] = []): void {
    this.#user = user;
    if (this.#set(svg) && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#animate(grid, motions);
    }
    // Screen readers use the grid, which describes everything in the drawing.
    this.#drawn?.setAttribute('aria-hidden', 'true');
    this.#overlay.setAttribute('viewBox', this.#drawn?.getAttribute('viewBox') ?? '0 0 1 1');
    if (JSON.stringify(grid) !== JSON.stringify(this.#grid)) {
      this.#grid = grid;
      this.#build(grid);
    }
    if (!this.#overlay.isConnected) {
      this.#figure.append(this.#overlay);
    }
  }

  /** Sets the drawing. Returns whether it is another one. */
  #set(svg: string | null): boolean {
    if (svg === this.#svg) {
      return false;
    }
    this.settle();
    this.size(null);
    this.#svg = svg;
    this.#drawn?.remove();
    this.#drawn = svg === null ? null : drawing(svg);
    this.#figure.hidden = this.#drawn === null;
    if (this.#drawn !== null) {
      if (this.#isCompact) {
        compact(this.#drawn);
      }
      const { width, height } = this.#drawn.viewBox.baseVal;
      this.#figure.style.setProperty('--ratio', String(width / height));
      this.#figure.prepend(this.#drawn);
    }
    return true;
  }

  /** Moves each piece along its way to the square where it is drawn. */
  #animate(grid: Grid, motions: readonly Motion[]): void {
    const length = (points: readonly Point[]) =>
      points.reduce((sum, { x, y }, at) => {
        const before = points[at - 1];
        return sum + (before === undefined ? 0 : Math.abs(x - before.x) + Math.abs(y - before.y));
      }, 0);
    const ways = motions.map(({ from, to, via = [] }) =>
      to === null ? [] : [from, ...via, to].map((square) => middle(grid, square)),
    );
    const longest = Math.max(0, ...ways.map(length)) / grid.cell;
    const duration = Math.min(LONGEST, PACE * longest);
    for (const [number, { to }] of motions.entries()) {
      const way = ways[number] ?? [];
      const end = way.at(-1);
      if (to === null || end === undefined) {
        continue;
      }
      // Several pieces may be gone on one square, where they are drawn in the order of the motions.
      const nodes = this.#nodes(grid, to, 'mover');
      const same = motions.slice(0, number).filter((motion) => motion.to === to).length;
      const node = nodes[same] ?? nodes[0];
      const frames = way.map(({ x, y }, at) => ({
        transform: `translate(${x - end.x}px, ${y - end.y}px)`,
        // All pieces have the same speed.
        offset: length(way.slice(0, at + 1)) / (longest * grid.cell),
      }));
      node?.animate([...frames, { transform: 'none', offset: 1 }], {
        duration,
        easing: 'cubic-bezier(0.35, 0, 0.25, 1)',
      });
    }
    for (const trail of this.#drawn?.querySelectorAll('.carom-trail') ?? []) {
      trail.animate([{ opacity: 0 }, {}], { duration, easing: 'ease-in' });
    }
  }

  #build(grid: Grid): void {
    this.#cells.clear();
    const built = rows(grid).map((squares) => {
      const row = shape('g', { role: 'row' });
      for (const square of squares) {
        const { x, y } = corner(grid, square);
        const group = shape('g', { role: 'gridcell', class: 'cell', tabindex: -1, 'data-square': square });
        // Walls and the border overlap the square; do not cover them.
        const inner = { x: x + 2.5, y: y + 2.5, width: grid.cell - 5, height: grid.cell - 5 };
        // Without a map there is no shade.
        const heat = shape('rect', { class: 'heat', 'fill-opacity': 0, ...inner });
        const ring = shape('rect', { class: 'ring', ...inner });
        const number = shape('text', { class: 'number' });
        group.append(heat, ring, number);
        this.#cells.set(square, { group, heat, number });
        row.append(group);
      }
      return row;
    });
    this.#grips.replaceChildren(...SIDES.map((side) => grip(grid, side)));
    const above = [this.#hints, this.#aims, this.#edge, this.#grips, this.#size, this.#air];
    this.#overlay.replaceChildren(...built, ...above);
  }

  /** Sets whether the border can be dragged, and which side is under the pointer. */
  grips(areThere: boolean, side: Side | null = null): void {
    this.#overlay.classList.toggle('has-grips', areThere);
    this.#overlay.dataset.side = side ?? '';
  }

  /** Returns the number of screen pixels per unit of the drawing. */
  get scale(): number {
    return this.#overlay.getScreenCTM()?.a ?? 1;
  }

  /** Shows the outline of a new board size, and extends the drawing to fit; null hides it. */
  size(box: Box | null, label = ''): void {
    const whole = this.#drawn?.getAttribute('data-whole') ?? this.#drawn?.getAttribute('viewBox') ?? null;
    if (this.#drawn === null || whole === null) {
      return;
    }
    if (box === null) {
      this.#size.replaceChildren();
      this.#drawn.removeAttribute('data-whole');
    } else {
      const text = shape('text', { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      text.textContent = label;
      this.#size.replaceChildren(shape('rect', { ...box }), text);
      this.#drawn.setAttribute('data-whole', whole);
    }
    const view = box === null ? whole : around(whole, box);
    for (const part of [this.#drawn, this.#overlay, this.#faults]) {
      part.setAttribute('viewBox', view);
    }
  }

  /** Remembers the drawing of a puzzle, to show it while the text is malformed. */
  remember(puzzle: string, svg: string, grid: Grid): void {
    this.#good = { puzzle, svg, grid };
  }

  /** Shows the last good drawing of a malformed puzzle, without interaction, or none. */
  recall(puzzle: string, faults: readonly Fault[]): void {
    const good = this.#good?.puzzle === puzzle ? this.#good : null;
    this.draw(good?.svg ?? null);
    this.judge(good?.grid ?? NO_GRID, faults, good !== null);
  }

  /** Marks faulty squares. Dims the drawing if it is outdated. */
  judge(grid: Grid, faults: readonly Fault[], isOutdated: boolean): void {
    this.#figure.classList.toggle('is-outdated', isOutdated);
    if (this.#drawn === null || faults.length === 0) {
      this.#faults.remove();
      return;
    }
    this.#faults.setAttribute('viewBox', this.#drawn.getAttribute('viewBox') ?? '0 0 1 1');
    const there = faults.filter(({ square }) => isWithin(grid, square));
    this.#faults.replaceChildren(
      ...there.map(({ square }) => {
        const { x, y } = corner(grid, square);
        const group = shape('g', { class: 'fault' });
        const sign = shape('text', { x: x + grid.cell - 8, y: y + 14 });
        sign.textContent = '!';
        group.append(
          shape('rect', { x: x + 2, y: y + 2, width: grid.cell - 4, height: grid.cell - 4 }),
          sign,
        );
        return group;
      }),
    );
    this.#drawn.after(this.#faults);
    if (!isOutdated) {
      for (const { square, glyph } of there) {
        this.#rename(grid, square, glyph);
      }
    }
  }

  /**
   * Draws a piece with its name from the text: the server gives a second robot with a name
   * another one.
   */
  #rename(grid: Grid, square: string, name: string | null): void {
    const labels = this.#nodes(grid, square, null).flatMap((node) => [
      ...node.querySelectorAll('.carom-label'),
    ]);
    for (const label of labels) {
      const others = this.#drawn?.querySelectorAll('.carom-piece') ?? [];
      const other = [...others].find((node) => node.querySelector('.carom-label')?.textContent === name);
      const fill = other?.querySelector('.carom-body')?.getAttribute('fill');
      if (name !== null && label.textContent !== name && fill !== null && fill !== undefined) {
        label.textContent = name;
        label.parentElement?.querySelector('.carom-body')?.setAttribute('fill', fill);
      }
    }
  }

  /** Sets the description of each square. */
  label(text: (square: string) => string): void {
    for (const [square, { group }] of this.#cells) {
      const label = text(square);
      if (group.getAttribute('aria-label') !== label) {
        group.setAttribute('aria-label', label);
      }
    }
  }

  /** Marks the square of the keyboard cursor and the selected square. */
  mark(cursor: string | null, chosen: string | null): void {
    const hasFocus = this.hasFocus();
    this.#cursor = cursor;
    for (const [square, { group }] of this.#cells) {
      group.tabIndex = square === cursor ? 0 : -1;
      group.classList.toggle('is-chosen', square === chosen);
      group.setAttribute('aria-selected', String(square === chosen));
    }
    if (hasFocus) {
      this.focus(cursor);
    }
  }

  hasFocus(): boolean {
    return this.#overlay.contains(document.activeElement);
  }

  /** Focuses a square, or that of the keyboard cursor. */
  focus(square: string | null): void {
    this.#cells.get(square ?? this.#cursor ?? '')?.group.focus({ preventScroll: true });
  }

  /** Returns the position of a square in the window. */
  where(square: string): Point {
    const box = this.#cells.get(square)?.group.getBoundingClientRect();
    return box === undefined ? { x: 0, y: 0 } : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /** Highlights the target of a click. */
  hover(spot: Spot | null, isPiece = false): void {
    const ends = spot?.kind === 'edge' && this.#grid !== null ? line(this.#grid, spot.squares) : null;
    this.#edge.setAttribute('d', ends === null ? '' : `M${ends[0].x} ${ends[0].y}L${ends[1].x} ${ends[1].y}`);
    this.#overlay.classList.toggle('on-edge', ends !== null);
    this.#overlay.classList.toggle('on-piece', isPiece);
  }

  /** Shows the destinations of moves. */
  aim(aims: readonly Aim[]): void {
    const grid = this.#grid;
    this.#aims.replaceChildren(
      ...aims.flatMap(({ from, to, via = [] }) => {
        if (grid === null) {
          return [];
        }
        const way = [from, ...via, to].map((square) => middle(grid, square));
        const end = middle(grid, to);
        return [
          shape('path', { class: 'aim-line', d: fromRim(grid, way) }),
          shape('circle', { class: 'aim', cx: end.x, cy: end.y, r: grid.cell / 4 }),
        ];
      }),
    );
  }

  /** Points at squares, and at a way that starts on one of them; without squares, at nothing. */
  point(squares: readonly string[], way: readonly Point[]): void {
    const grid = this.#grid;
    if (grid === null || squares.length === 0) {
      this.#hints.replaceChildren();
      return;
    }
    const glows = squares.map((square) => {
      const { x, y } = corner(grid, square);
      return shape('rect', {
        class: 'hint',
        x: x + 1,
        y: y + 1,
        width: grid.cell - 2,
        height: grid.cell - 2,
      });
    });
    const [from, to] = [way.at(-2), way.at(-1)];
    const arrow: SVGElement[] = [];
    if (from !== undefined && to !== undefined) {
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      const turn = `translate(${to.x} ${to.y}) rotate(${angle})`;
      arrow.push(
        shape('path', { class: 'hint-line', d: fromRim(grid, way) }),
        shape('path', { class: 'hint-head', d: 'M9 0L-5 -8L-5 8Z', transform: turn }),
      );
    }
    this.#hints.replaceChildren(...glows, ...arrow);
  }

  /** Shows that a square was touched. */
  touch(square: string): void {
    this.#cells
      .get(square)
      ?.group.querySelector('.ring')
      ?.animate?.([{ stroke: 'var(--focus)', strokeWidth: 6 }, {}], { duration: 500 });
  }

  /** Shows a map. On occupied squares, the number is in the corner. */
  heat(map: ReadonlyMap<string, Heat> | null, isTaken: (square: string) => boolean): void {
    const grid = this.#grid;
    for (const [square, { group, heat, number }] of this.#cells) {
      const at = map?.get(square);
      const isAside = isTaken(square);
      if (grid !== null) {
        const { x, y } = isAside ? corner(grid, square) : middle(grid, square);
        number.setAttribute('x', String(isAside ? x + grid.cell - 3 : x));
        number.setAttribute('y', String(isAside ? y + grid.cell - 7 : y));
      }
      number.textContent = at?.text ?? '';
      number.classList.toggle('is-aside', isAside);
      // Do not shade occupied squares: the piece keeps its colour.
      const shade = isAside ? null : (at?.shade ?? null);
      heat.setAttribute('fill-opacity', String(shade === null ? 0 : 0.08 + 0.52 * shade));
      group.classList.toggle('is-most', at?.isMost ?? false);
      group.dataset.state = at?.state ?? '';
    }
  }

  /** Lifts the pieces of a square. */
  lift(square: string, kind: string | null): void {
    this.settle();
    if (this.#grid === null) {
      return;
    }
    const nodes = this.#nodes(this.#grid, square, kind);
    const ghost = shape('g', { class: 'ghost' });
    ghost.append(...nodes.map((node) => node.cloneNode(true)));
    for (const node of nodes) {
      node.classList.add('is-lifted');
    }
    // Text inherits these attributes from the root of the drawing.
    for (const name of ['font-family', 'text-anchor', 'stroke-linecap', 'stroke-linejoin']) {
      ghost.setAttribute(name, this.#drawn?.getAttribute(name) ?? '');
    }
    this.#air.replaceChildren(ghost);
    this.#lifted = { nodes, ghost, from: middle(this.#grid, square) };
  }

  /** Whether a piece is lifted. */
  get isLifted(): boolean {
    return this.#lifted !== null;
  }

  /** Moves the centre of the lifted piece to a point. */
  carry(to: Point): void {
    if (this.#lifted !== null) {
      const { ghost, from } = this.#lifted;
      ghost.setAttribute('transform', `translate(${to.x - from.x} ${to.y - from.y})`);
    }
  }

  /** Puts the lifted piece down. */
  settle(): void {
    for (const node of this.#lifted?.nodes ?? []) {
      node.classList.remove('is-lifted');
    }
    this.#lifted?.ghost.remove();
    this.#lifted = null;
  }

  /** Returns the parts of the drawing on a square: its target, or everything but the target. */
  #nodes(grid: Grid, square: string, kind: string | null): SVGGraphicsElement[] {
    const { x, y } = middle(grid, square);
    const of =
      kind === 'target'
        ? '.carom-target'
        : kind === 'block'
          ? '.carom-block'
          : kind === 'diagonal'
            ? '.carom-diagonal:not(path)'
            : kind === 'mover'
              ? '.carom-piece, .carom-player'
              : '.carom-piece, .carom-player, .carom-item';
    return [...(this.#drawn?.querySelectorAll<SVGGraphicsElement>(of) ?? [])].filter((node) => {
      const box = node.getBBox();
      const near = (a: number, b: number) => Math.abs(a - b) < grid.cell / 2;
      return near(box.x + box.width / 2, x) && near(box.y + box.height / 2, y);
    });
  }
}

/** Returns the path of a way from the rim of the piece, so that its letter stays readable. */
function fromRim(grid: Grid, [start, ...way]: readonly Point[]): string {
  const [next] = way;
  if (start === undefined || next === undefined) {
    return '';
  }
  const rim = (a: number, b: number) => a + Math.sign(b - a) * grid.cell * 0.4;
  const points = [{ x: rim(start.x, next.x), y: rim(start.y, next.y) }, ...way];
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
}

/** How long a piece takes to cross a square, and a whole slide at most, in milliseconds. */
const PACE = 120;
const LONGEST = 900;

/** Returns a view box that contains the original one and a box. */
function around(whole: string, box: Box): string {
  const [x = 0, y = 0, width = 1, height = 1] = whole.split(' ').map(Number);
  const [left, top] = [Math.min(x, box.x - RIM), Math.min(y, box.y - RIM)];
  const right = Math.max(x + width, box.x + box.width + RIM);
  const bottom = Math.max(y + height, box.y + box.height + RIM);
  return [left, top, right - left, bottom - top].join(' ');
}

/** Creates the grip in the middle of a side. It lies on the border. */
function grip(grid: Grid, side: Side): SVGRectElement {
  const [width, height] = [grid.files * grid.cell, grid.ranks * grid.cell];
  const x = grid.x + { top: width / 2, right: width, bottom: width / 2, left: 0 }[side];
  const y = grid.y + { top: 0, right: height / 2, bottom: height, left: height / 2 }[side];
  const [long, thick] = [0.6 * grid.cell, 6];
  const [w, h] = isUpright(side) ? [thick, long] : [long, thick];
  const place = { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: thick / 2 };
  return shape('rect', { class: 'grip', 'data-side': side, ...place });
}
