/** Clicks and drags of a pointer on the board. */

import type { Point } from './grid.ts';

/** Receives events, in units of the drawing. `on` is the same point on the screen, in pixels. */
export interface Pointing {
  /** The pointer moved, or left (null). */
  hover(at: Point | null): void;
  click(at: Point): void;
  /** A drag starts, by a finger or a mouse. Returns whether there is something to drag. */
  grab(at: Point, on: Point, isFinger: boolean): boolean;
  drag(at: Point, on: Point): void;
  drop(at: Point, on: Point): void;
  cancel(): void;
  /** A right-click, or a long touch. */
  menu(at: Point): void;
}

/** The distance in pixels that turns a press into a drag. */
const SLOP = 4;

interface Press {
  readonly id: number;
  readonly start: Point;
  /** Whether this is a drag; null while it may still be a click. */
  isDrag: boolean | null;
}

/** Reports the events of the pointer on a drawing. */
export function listen(svg: SVGSVGElement, pointing: () => Pointing | null): void {
  let press: Press | null = null;
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const matrix = svg.getScreenCTM();
    return matrix === null
      ? { x: -1, y: -1 }
      : new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  };
  const on = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });
  const cancel = () => {
    if (press?.isDrag) {
      pointing()?.cancel();
    }
    press = null;
  };
  svg.addEventListener('pointerdown', (event) => {
    if (event.isPrimary && event.button === 0 && pointing() !== null) {
      press = { id: event.pointerId, start: on(event), isDrag: null };
      svg.setPointerCapture(event.pointerId);
    }
  });
  svg.addEventListener('pointermove', (event) => {
    if (press === null) {
      pointing()?.hover(at(event));
      return;
    }
    const { start } = press;
    if (press.isDrag === null && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP) {
      const from = new MouseEvent('', { clientX: start.x, clientY: start.y });
      press.isDrag = pointing()?.grab(at(from), start, event.pointerType === 'touch') ?? false;
    }
    if (press.isDrag) {
      pointing()?.drag(at(event), on(event));
    }
  });
  svg.addEventListener('pointerup', (event) => {
    if (press?.id === event.pointerId) {
      const { isDrag } = press;
      press = null;
      if (isDrag === null) {
        pointing()?.click(at(event));
      } else if (isDrag) {
        pointing()?.drop(at(event), on(event));
      }
    }
  });
  // Otherwise the browser takes a quick swipe for the start of a scroll, and ignores the next tap.
  svg.addEventListener('touchmove', (event) => press?.isDrag && event.preventDefault(), { passive: false });
  svg.addEventListener('pointercancel', cancel);
  svg.addEventListener('pointerleave', () => pointing()?.hover(null));
  svg.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    cancel();
    pointing()?.menu(at(event));
  });
}
