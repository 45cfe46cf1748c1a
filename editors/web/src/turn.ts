/** Buttons for a turn of X-mas Rush: a push, then the steps of the walk. */

import { element } from './dom.ts';
import { type Direction, gridOf } from './grid.ts';
import type { Board, Play } from './protocol.ts';

const ARROWS = { '^': '↑', '<': '←', '>': '→', v: '↓' } as const;
const WORDS = { '^': 'up', '<': 'left', '>': 'right', v: 'down' } as const;
type Glyph = keyof typeof ARROWS;
const GLYPHS = { up: '^', left: '<', right: '>', down: 'v' } as const;

/** Replaces the last moves: undoes `back` moves, then plays `move`. */
export type Replay = (back: number, move: string) => void;

export class TurnPad {
  readonly #root = element('turn', HTMLElement);
  readonly #line = element('line', HTMLSelectElement);
  readonly #replay: Replay;
  #last: string | undefined;

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#line.addEventListener('change', () => this.#name());
    this.#root.addEventListener('click', ({ target }) => {
      const isButton = target instanceof HTMLButtonElement && target.ariaDisabled !== 'true';
      const { push, step } = isButton ? target.dataset : {};
      if (push !== undefined) {
        this.#replay(0, `${this.#line.value}${this.#glyphs()[Number(push)]}`);
      } else if (step !== undefined) {
        this.#step(step);
      }
    });
  }

  /** Whether turns are played. */
  get isShown(): boolean {
    return !this.#root.hidden;
  }

  /** Pushes the row or column of a square. */
  push(square: string, direction: Direction): void {
    const line = direction === 'left' || direction === 'right' ? square.slice(1) : square.slice(0, 1);
    this.#replay(0, `${line}${GLYPHS[direction]}`);
  }

  /** Walks a step. Returns whether there was a push before. */
  walk(direction: Direction): boolean {
    return this.#step(GLYPHS[direction]);
  }

  #step(glyph: string): boolean {
    if (this.#last === undefined) {
      return false;
    }
    this.#replay(1, `${this.#last}${this.#last.includes(':') ? '' : ':'}${glyph}`);
    return true;
  }

  show({ board, play }: { readonly board: Board; readonly play: Play }, moves: readonly string[]): void {
    this.#last = moves.at(-1);
    this.#root.hidden = board.game !== 'rush';
    if (this.#root.hidden) {
      return;
    }
    const options = lines(board);
    if (options.length !== this.#line.options.length) {
      this.#line.replaceChildren(...options.map(({ name, label }) => new Option(label, name)));
    }
    this.#name();
    for (const button of this.#root.querySelectorAll('button')) {
      // A disabled button would lose the focus.
      button.ariaDisabled = String(play.solved || (button.dataset.step !== undefined && moves.length === 0));
    }
  }

  /** Returns the directions of the selected line. */
  #glyphs(): readonly [Glyph, Glyph] {
    return /\d/.test(this.#line.value) ? ['<', '>'] : ['^', 'v'];
  }

  #name(): void {
    for (const button of this.#root.querySelectorAll<HTMLButtonElement>('[data-push]')) {
      const glyph = this.#glyphs()[Number(button.dataset.push)] ?? '>';
      button.textContent = ARROWS[glyph];
      button.setAttribute('aria-label', `Push ${WORDS[glyph]}`);
    }
  }
}

function lines(board: Board): { readonly name: string; readonly label: string }[] {
  const { files, ranks } = gridOf(board);
  const rows = Array.from({ length: ranks }, (_, index) => `${index + 1}`);
  const columns = Array.from({ length: files }, (_, index) => String.fromCharCode(97 + index));
  return [
    ...rows.map((name) => ({ name, label: `row ${name}` })),
    ...columns.map((name) => ({ name, label: `column ${name}` })),
  ];
}
