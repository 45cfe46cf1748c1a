/** Buttons for a turn of X-mas Rush: a push, then the steps of the walk. */

import { element } from '../src/dom.ts';
import type { Board } from '../src/index.ts';
import { preview, type Situation } from './host.ts';

const ARROWS = { '^': '↑', '<': '←', '>': '→', v: '↓' } as const;
const WORDS = { '^': 'up', '<': 'left', '>': 'right', v: 'down' } as const;
type Glyph = keyof typeof ARROWS;

/** Replaces the last moves of the view: undoes `back` moves, then plays `move`. */
export type Replay = (back: number, move: string) => void;

export class TurnPad {
  readonly #root = element('page-turn', HTMLElement);
  readonly #line = element('page-line', HTMLSelectElement);
  readonly #status = element('page-turn-status', HTMLElement);
  readonly #replay: Replay;
  #situation: Situation | null = null;

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#line.addEventListener('change', () => this.#name());
    this.#root.addEventListener('click', ({ target }) => {
      const { push, step } = target instanceof HTMLButtonElement ? target.dataset : {};
      if (push !== undefined) {
        this.#push(Number(push));
      } else if (step !== undefined) {
        this.#step(step);
      }
    });
  }

  show(situation: Situation): void {
    const { puzzle, board, play } = situation;
    const isOther = this.#situation?.puzzle !== puzzle;
    this.#situation = situation;
    this.#root.hidden = puzzle.game !== 'rush';
    if (isOther && !this.#root.hidden) {
      this.#line.replaceChildren(...lines(board).map((line) => new Option(line.label, line.name)));
      this.#name();
    }
    for (const button of this.#root.querySelectorAll('button')) {
      const isStep = button.dataset.step !== undefined;
      button.disabled = play.solved || (isStep && situation.moves.length === 0);
    }
    this.#status.textContent = '';
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

  #push(index: number): void {
    this.#try(0, `${this.#line.value}${this.#glyphs()[index]}`);
  }

  #step(glyph: string): void {
    const last = this.#situation?.moves.at(-1);
    if (last !== undefined) {
      this.#try(1, `${last}${last.includes(':') ? '' : ':'}${glyph}`);
    }
  }

  /** Plays a move if it is legal. Otherwise shows the reason. */
  #try(back: number, move: string): void {
    if (this.#situation === null) {
      return;
    }
    const { puzzle, moves } = this.#situation;
    const { refused } = preview(puzzle, [...moves.slice(0, moves.length - back), move]);
    if (refused === null) {
      this.#replay(back, move);
    } else {
      this.#status.textContent = `Not possible: ${refused.why}.`;
    }
  }
}

function lines({ files, ranks }: Board): { readonly name: string; readonly label: string }[] {
  const rows = Array.from({ length: ranks ?? 0 }, (_, index) => `${index + 1}`);
  const columns = Array.from({ length: files ?? 0 }, (_, index) => String.fromCharCode(97 + index));
  return [
    ...rows.map((name) => ({ name, label: `row ${name}` })),
    ...columns.map((name) => ({ name, label: `column ${name}` })),
  ];
}
