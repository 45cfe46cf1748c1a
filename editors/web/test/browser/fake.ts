/** A host without a server: one small puzzle in which robots slide until something stops them. */

import { DIRECTIONS, type Direction, isSquare, place, squareName } from '../../src/grid.ts';
import {
  type Board,
  type Change,
  type EditOperation,
  type EditResult,
  type Fault,
  type Frame,
  type Host,
  type LegalMove,
  type Progress,
  type PuzzleInfo,
  type Range,
  type Remake,
  type RemakeResult,
  Unavailable,
} from '../../src/index.ts';

const SIZE = 5;
const CELL = 40;
const GRID = { x: 20, y: 5, cell: CELL };
const GLYPHS: Record<Direction, string> = { up: '^', right: '>', down: 'v', left: '<' };
const STEPS: Record<Direction, readonly [number, number]> = {
  up: [0, 1],
  right: [1, 0],
  down: [0, -1],
  left: [-1, 0],
};

type Robots = Readonly<Record<string, string>>;

/** A host whose state the tests read and change. */
export class FakeHost implements Host {
  robots: Robots = { R: 'a1', B: 'e3' };
  target = 'e1';
  /** The fault in the text, if it is malformed. */
  fault: Fault | null = null;
  /** A wrong claim. */
  claimed: string | null = null;
  /** The move at the text cursor. */
  turn: number | null = null;
  /** The lines that were marked in the text. */
  marked: (number | null)[] = [];
  /** The reason why there is no server. */
  failure: string | null = null;
  /** The solution that was written into the text. */
  written: readonly string[] | null = null;
  /** What each edit changes besides the board. */
  also: string | null = null;
  /** The resize operations. They do not change the board. */
  readonly resized: EditOperation[] = [];
  #version = 1;
  readonly #undone: Robots[] = [];
  #changed: (change: Change) => void = () => {};

  places() {
    return [{ uri: 'test:/one', position: { line: 0, character: 0 } }];
  }

  async solution() {
    const written = [0, 1].map((line) => ({ start: { line, character: 0 }, end: { line, character: 2 } }));
    const frames = this.fault === null ? this.#frames(['R>', 'B>']) : [];
    const size = { files: SIZE, ranks: SIZE, grid: GRID };
    return { ...this.#info(), frames, ...(this.fault === null && size), written, turn: this.turn };
  }

  async mark(_uri: string, range: Range | null) {
    this.marked.push(range === null ? null : range.start.line);
  }

  async updateClaims(): Promise<EditResult> {
    this.claimed = null;
    return { applied: true };
  }

  async restart() {
    this.failure = null;
    this.change({ type: 'cursor' });
  }

  /** Reports a change. */
  change(change: Change): void {
    this.#changed(change);
  }

  async board(): Promise<Board> {
    const pieces = Object.entries(this.robots).map(([id, square]) => robot(id, square));
    return {
      ...this.#info(),
      text: text(this.robots),
      svg: this.fault === null ? svg(this.robots, this.target) : null,
      description: 'a board',
      files: SIZE,
      ranks: SIZE,
      grid: GRID,
      pieces: [...pieces, { id: 'target', kind: 'target', square: this.target, label: 'target' }],
      walls: true,
      wall: [],
      palette: [{ put: '#', label: 'block', kind: 'block' }],
      resize: true,
    };
  }

  async play(_at: unknown, moves: readonly string[]) {
    const frames = this.fault === null ? this.#frames(moves) : [];
    const now = moves.reduce(after, this.robots);
    const legal = Object.keys(now).flatMap((id) =>
      DIRECTIONS.flatMap((direction): LegalMove[] => {
        const [from, to] = [now[id] ?? '', slide(now, id, direction)];
        return from === to ? [] : [{ move: `${id}${GLYPHS[direction]}`, motions: [{ id, from, to }] }];
      }),
    );
    const solved = now.R === this.target;
    const pieces = Object.entries(now).map(([id, square]) => robot(id, square));
    const known = { optimum: 1, left: solved ? 0 : 1, settled: true, count: moves.length };
    return { ...this.#info(), frames, pieces, legal, refused: null, solved, ...known };
  }

  async map(_at: unknown, piece: string) {
    const { pieces } = await this.board();
    const [found] = pieces.filter(({ id }) => id === piece);
    const squares = Array.from({ length: SIZE * SIZE }, (_, index) => ({
      square: squareName(index % SIZE, Math.floor(index / SIZE)),
      state: 'solved' as const,
      answer: `${index} moves`,
      moves: index,
    }));
    return found === undefined
      ? null
      : { version: this.#version, line: 0, piece: found, done: true, squares, text: '' };
  }

  async edit(_at: unknown, operation: EditOperation): Promise<EditResult> {
    if ('resize' in operation) {
      this.resized.push(operation);
      return { applied: true };
    }
    if (!('move' in operation) || this.robots[operation.move] === undefined || !isSquare(operation.to)) {
      return { refused: 'only robots move here' };
    }
    this.#set({ ...this.robots, [operation.move]: operation.to });
    return { applied: true, now: operation.move, ...(this.also !== null && { also: this.also }) };
  }

  /** Searches until it is cancelled. */
  async remake(
    _at: unknown,
    remake: Remake,
    signal: AbortSignal,
    report: (progress: Progress) => void,
  ): Promise<RemakeResult> {
    report({ message: `${remake}: 3 of 4`, percentage: 75 });
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return { refused: 'cancelled' };
  }

  async undo() {
    const last = this.#undone.pop();
    if (last !== undefined) {
      this.#set(last);
      this.#undone.pop();
    }
  }

  async undoState() {
    return { canUndo: this.#undone.length > 0, canRedo: false };
  }

  async write(_at: unknown, moves: readonly string[]): Promise<EditResult> {
    this.written = moves;
    return { applied: true };
  }

  subscribe(changed: (change: Change) => void) {
    this.#changed = changed;
    return () => {};
  }

  #set(robots: Robots): void {
    this.#undone.push(this.robots);
    this.robots = robots;
    this.#version += 1;
    this.#changed({ type: 'text', uri: 'test:/one' });
  }

  #info(): PuzzleInfo {
    if (this.failure !== null) {
      throw new Unavailable(this.failure, true);
    }
    const start = { line: 0, character: 0 };
    return {
      version: this.#version,
      range: { start, end: start },
      line: 0,
      game: 'ricochet',
      name: 'One',
      title: 'One',
      state: this.fault === null ? 'solved' : 'invalid',
      summary: this.fault === null ? '1 move' : `malformed: ${this.fault.message}`,
      faults: this.fault === null ? [] : [this.fault],
      claimed: this.claimed,
      notes: 'A note.',
    };
  }

  #frames(moves: readonly string[]): Frame[] {
    return ['', ...moves].map((move, turn) => {
      const robots = moves.slice(0, turn).reduce(after, this.robots);
      const [label, description] = turn === 0 ? ['start', 'The start'] : [move, `${move} slides`];
      const drawn = { text: text(robots), svg: svg(robots, this.target) };
      return { move: turn === 0 ? null : move, label, turn, description, ...drawn };
    });
  }
}

const robot = (id: string, square: string) => ({ id, kind: 'robot', square, label: `robot ${id}` });

function after(robots: Robots, move: string): Robots {
  const id = move.slice(0, 1);
  const direction = DIRECTIONS.find((one) => GLYPHS[one] === move.slice(1));
  return direction === undefined ? robots : { ...robots, [id]: slide(robots, id, direction) };
}

/** Returns the square where a robot stops. */
function slide(robots: Robots, id: string, direction: Direction): string {
  const [right, up] = STEPS[direction];
  let at = robots[id] ?? 'a1';
  for (;;) {
    const [file, rank] = place(at);
    const [x, y] = [file + right, rank + up];
    const next = squareName(x, y);
    if (Math.min(x, y) < 0 || Math.max(x, y) >= SIZE || Object.values(robots).includes(next)) {
      return at;
    }
    at = next;
  }
}

function text(robots: Robots): string {
  return Object.entries(robots)
    .map(([id, square]) => `${id} on ${square}`)
    .join('\n');
}

function svg(robots: Robots, target: string): string {
  const at = (square: string) => {
    const [file, rank] = place(square);
    return { x: 20 + (file + 0.5) * CELL, y: 5 + (SIZE - 0.5 - rank) * CELL };
  };
  const side = SIZE * CELL;
  const pieces = Object.entries(robots).map(([id, square]) => {
    const { x, y } = at(square);
    return `<g class="carom-piece"><circle class="carom-body" cx="${x}" cy="${y}" r="14" fill="#d33"/><text class="carom-label" x="${x}" y="${y + 5}" fill="#fff" text-anchor="middle">${id}</text></g>`;
  });
  const { x, y } = at(target);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side + 25} ${side + 25}" role="img" aria-label="a board"><rect class="carom-floor" x="20" y="5" width="${side}" height="${side}"/><path class="carom-border" d="M20 5h${side}v${side}h-${side}z" fill="none"/><g class="carom-target"><circle class="carom-target-ring" cx="${x}" cy="${y}" r="16" fill="none"/></g>${pieces.join('')}</svg>`;
}
