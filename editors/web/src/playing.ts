/** The mode for playing the puzzle by hand. */

import { element, say } from './dom.ts';
import { describe } from './editing.ts';
import {
  arrow,
  beside,
  corner,
  type Direction,
  type Grid,
  gridOf,
  middle,
  NO_GRID,
  type Point,
  rows,
  squareAt,
  towards,
} from './grid.ts';
import {
  comparison,
  directionOf,
  GLYPHS,
  isWhole,
  lettered,
  movers,
  movesFrom,
  next,
  slide,
  typed,
} from './hand.ts';
import type { FromView, Played, ToView } from './messages.ts';
import { refusal } from './outcome.ts';
import {
  type EditResult,
  isSamePuzzle,
  type LegalMove,
  type Motion,
  type PuzzleId,
  puzzleId,
  puzzleKey,
} from './protocol.ts';
import type { Stage, User } from './stage.ts';
import { TurnPad } from './turn.ts';

/** The kinds of things that no move changes. */
const STATIC = ['target', 'block', 'diagonal'];

/** How far from a piece a finger or a pointer may be, and how far it must swipe, in pixels. */
const FINGER = 20;
const LEAST = 12;

type Shown = Extract<ToView, { type: 'play' }>;

/** What a page may add to Play. */
export interface PlayOptions {
  /** Returns the moves to begin a puzzle with. With this, the board gets the focus then. */
  readonly resume?: () => readonly string[];
  /** Returns how many moves stay after an undo; by default, all but the last one. */
  readonly undoTo?: (moves: number) => number;
}

export class PlayMode implements User {
  readonly #ask: () => void;
  readonly #post: (message: FromView) => void;
  readonly #stage: Stage;
  readonly #options: PlayOptions;
  readonly #status = element('play-status', HTMLElement);
  readonly #score = element('score', HTMLElement);
  readonly #heard = element('heard', HTMLElement);
  readonly #pad: TurnPad;
  readonly #played = element('played', HTMLElement);
  readonly #typed = element('typed', HTMLInputElement);
  readonly #back = element('takeback', HTMLButtonElement);
  readonly #again = element('again', HTMLButtonElement);
  readonly #restart = element('restart', HTMLButtonElement);
  readonly #pass = element('pass', HTMLButtonElement);
  readonly #write = element('write', HTMLButtonElement);
  #shown: Shown | null = null;
  /** The last position, also while another mode is active. */
  #latest: Shown | null = null;
  /** The puzzle of the moves. */
  #puzzle: PuzzleId | null;
  #moves: readonly string[];
  /** The moves that were undone, the next one first. */
  #undone: readonly string[] = [];
  /** The moves to return to if the requested ones are refused. */
  #fallback: readonly string[] | null = null;
  /** The square of the piece that the keys move. */
  #chosen: string | null = null;
  /** The id of that piece. */
  #id: string | null = null;
  /** Whether illegal moves were removed. The reason stays visible until the next move. */
  #isCorrected = false;
  /** The square of the dragged piece, and where the drag started. */
  #dragged: string | null = null;
  #start: Point = { x: 0, y: 0 };

  /** Calls `ask` to request other moves. */
  constructor(
    stage: Stage,
    ask: () => void,
    post: (message: FromView) => void,
    played?: Played,
    options: PlayOptions = {},
  ) {
    this.#stage = stage;
    this.#options = options;
    this.#ask = ask;
    this.#post = post;
    this.#puzzle = played?.puzzle ?? null;
    this.#moves = played?.moves ?? [];
    this.#back.addEventListener('click', () => this.#takeBack());
    this.#again.addEventListener('click', () => this.#redo());
    this.#restart.addEventListener('click', () => this.#rewind(0));
    this.#pass.addEventListener('click', () => this.#play('--'));
    this.#write.addEventListener('click', () => {
      if (this.#shown?.play.solved) {
        this.#post({ type: 'write', moves: this.#moves });
      }
    });
    this.#pad = new TurnPad((back, move) => {
      this.#undone = [];
      this.#set([...this.#moves.slice(0, this.#moves.length - back), move], this.#moves);
    });
    this.#typed.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        this.#undone = [];
        this.#set([...this.#moves, ...typed(this.#typed.value)]);
        this.#typed.value = '';
      }
    });
  }

  get played(): Played {
    return { moves: this.#moves, puzzle: this.#puzzle };
  }

  /** Shows a new position. */
  show(message: Shown): void {
    const { board, play } = message;
    const puzzle = puzzleId(message.uri, board);
    const { resume } = this.#options;
    const isOther = this.#puzzle === null ? resume !== undefined : !isSamePuzzle(this.#puzzle, puzzle);
    if (isOther) {
      this.#moves = resume?.() ?? [];
      this.#undone = [];
      this.#fallback = null;
      this.#chosen = null;
      this.#id = null;
      this.#isCorrected = false;
      this.#dragged = null;
    }
    this.#puzzle = puzzle;
    if (isOther && this.#moves.length > 0) {
      this.#ask();
      return;
    }
    const old = this.#latest;
    const isSame = old !== null && old.uri === message.uri && old.board.line === board.line;
    if (play.frames.length === 0 && isSame && old.play.frames.length > 0) {
      this.#outdate(old, message);
      return;
    }
    this.#shown = message;
    this.#latest = message;
    const frame = play.frames.at(-1);
    if (frame === undefined) {
      if (board.svg === null) {
        this.#stage.recall(puzzleKey(message.uri, board), board.faults ?? []);
      } else {
        this.#stage.draw(board.svg);
        this.#stage.judge(gridOf(board), board.faults ?? [], false);
      }
      say(this.#status, `${board.summary}.`);
      return;
    }
    const isNext = isSame && (old.play.frames.at(-1)?.turn ?? 0) < frame.turn;
    this.#stage.use(frame.svg, gridOf(board), this, isNext ? (frame.motions ?? []) : []);
    this.#stage.judge(gridOf(board), [], false);
    this.#stage.remember(puzzleKey(message.uri, board), frame.svg, gridOf(board));
    if (play.refused === null) {
      this.#fallback = null;
      if (!this.#isCorrected) {
        const isStart = this.#moves.length === 0;
        say(this.#status, isStart ? this.#invite() : `${frame.description}.`);
        say(this.#heard, isStart ? `Start: ${frame.description}.` : '');
      }
    } else {
      // Request the legal moves only, and keep the reason visible.
      this.#isCorrected = true;
      // The frames stop before the illegal move.
      this.#moves = this.#fallback ?? this.#moves.slice(0, frame.turn);
      this.#fallback = null;
      say(this.#status, `${play.refused.move}: ${play.refused.why}`);
      this.#ask();
    }
    const motions = play.legal.flatMap((move) => move.motions);
    const same = motions.find(({ id }) => id === this.#id)?.from ?? this.#chosen;
    this.#chosen = movers(play.legal).find((square) => square === same) ?? null;
    this.#draw();
    // A finger needs no keys, and the ring would look like a selection.
    if (resume !== undefined && !isSame && !matchMedia('(pointer: coarse)').matches) {
      this.#stage.focus(null);
    }
  }

  /** Plays other moves. */
  play(moves: readonly string[]): void {
    this.#undone = [];
    this.#set(moves);
  }

  /**
   * Points at what a move moves; with `isWhole`, also at its way. If it `extends` the last turn,
   * it points at the rest. Without a move, it points at nothing.
   */
  hint(move: string | null, isWhole = false, extendsLast = false): void {
    const { grid, legal } = this.#now();
    const found = legal.find((one) => one.move === move);
    const [, line, glyph] = /^([a-z]|\d+)([<>^v])/.exec(move ?? '') ?? [];
    let squares: readonly string[] = [];
    let way: readonly Point[] = [];
    if (grid === null || move === null) {
      squares = [];
    } else if (found?.motions[0] !== undefined) {
      const [{ from, via = [], to }] = found.motions as [Motion];
      const start = middle(grid, from);
      squares = found.motions.map((motion) => motion.from);
      way = [start, ...via.map((square) => middle(grid, square))];
      way = [...way, to === null ? this.#beyond(grid, found, start) : middle(grid, to)];
    } else if (extendsLast) {
      const player = this.#shown?.play.pieces.find(({ kind }) => kind === 'player')?.square ?? '';
      const walk = [player];
      for (const step of move.slice((this.#moves.at(-1) ?? '').length).replace(':', '')) {
        walk.push(beside(grid, walk.at(-1) ?? '', GLYPHS[step] ?? 'up') ?? '');
      }
      squares = [player];
      way = walk.map((square) => middle(grid, square));
    } else if (this.#pad.isShown && line !== undefined) {
      const all = rows(grid).flat();
      squares = all.filter((square) => square.slice(1) === line || square.slice(0, 1) === line);
      const ends = squares.map((square) => middle(grid, square));
      way = glyph === '>' || glyph === 'v' ? ends : ends.toReversed();
    }
    this.#stage.point(squares, isWhole ? way : []);
  }

  /** Shows the last position of a malformed puzzle. Nothing can be played. */
  #outdate(old: Shown, { board, play }: Shown): void {
    const { svg } = old.play.frames.at(-1) ?? { svg: '' };
    this.#shown = { ...old, play: { ...old.play, state: play.state, summary: play.summary, legal: [] } };
    this.#stage.use(svg, gridOf(old.board), this);
    this.#stage.judge(gridOf(old.board), board.faults ?? [], true);
    say(this.#status, `${board.summary}.`);
    this.#draw();
  }

  /** Shows the result of writing the moves into the file. */
  written(result: EditResult): void {
    say(
      this.#status,
      'refused' in result ? refusal(result.refused) : 'Written into the file as the solution.',
    );
  }

  /** Leaves this mode. */
  leave(): void {
    this.#shown = null;
    this.#dragged = null;
    this.#stage.judge(NO_GRID, [], false);
    say(this.#heard, '');
    this.#stage.aim([]);
    this.#stage.point([], []);
    this.#stage.settle();
  }

  hover(at: Point | null): void {
    this.#stage.hover(null, at !== null && (this.#pad.isShown || this.#mover(at) !== null));
  }

  click(at: Point): void {
    const { grid, legal } = this.#now();
    const square = grid === null ? null : squareAt(grid, at);
    const [aimed] = movesFrom(legal, this.#chosen).filter(([, { to }]) => to === square);
    if (aimed !== undefined && this.#mover(at) === null) {
      this.#play(aimed[0].move);
    } else {
      this.#choose(this.#mover(at));
      this.#stage.focus(this.#chosen);
      if (this.#chosen === null && square !== null && this.#shown !== null) {
        // Walls, stops and targets answer too.
        this.#stage.touch(square);
        say(this.#status, `${this.#describe(this.#shown, square)}.`);
      }
    }
  }

  grab(at: Point, _on: Point, isFinger: boolean): boolean {
    this.#start = at;
    if (this.#pad.isShown || this.#isWhole()) {
      return true;
    }
    // A finger may swipe anywhere to move the selected piece.
    const square = this.#mover(at) ?? (isFinger ? this.#chosen : null);
    if (square === null) {
      return false;
    }
    this.#choose(square);
    this.#dragged = square;
    this.#stage.lift(square, null);
    return true;
  }

  drag(at: Point): void {
    const { grid } = this.#now();
    if (grid !== null && this.#dragged !== null) {
      const { x, y } = middle(grid, this.#dragged);
      const by = { x: x + at.x - this.#start.x, y: y + at.y - this.#start.y };
      this.#stage.carry(this.#along(grid, at, by) ?? { x, y });
    }
  }

  drop(at: Point): void {
    if (this.#pad.isShown) {
      this.#turn(at);
      return;
    }
    const move = this.#aimed(at);
    const from = this.#dragged;
    this.#dragged = null;
    if (move === null) {
      const { grid } = this.#now();
      const direction = grid === null ? null : this.#swipe(grid, at);
      if (from !== null && direction !== null) {
        say(this.#status, `${this.#name(from)} on ${from} cannot go ${direction}.`);
      } else if (direction !== null) {
        say(this.#status, this.#stuck(direction));
      }
      this.#stage.settle();
    } else {
      this.#play(move.move);
    }
  }

  /** Makes the turn of a swipe: from the player, it is a step, and else it pushes the line. */
  #turn(at: Point): void {
    const { grid } = this.#now();
    const square = grid === null ? null : squareAt(grid, this.#start);
    const direction = grid === null ? null : this.#swipe(grid, at);
    if (square === null || direction === null || this.#shown?.play.solved) {
      return;
    }
    if (this.#shown?.play.pieces.some((piece) => piece.kind === 'player' && piece.square === square)) {
      this.#walk(direction);
    } else {
      this.#pad.push(square, direction);
    }
  }

  #walk(direction: Direction): void {
    if (!this.#shown?.play.solved && !this.#pad.walk(direction)) {
      say(this.#status, 'Push a row or a column first.');
    }
  }

  cancel(): void {
    this.#dragged = null;
    this.#stage.settle();
  }

  menu(): void {}

  key({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { legal } = this.#now();
    const direction = arrow(key);
    const isModified = ctrlKey || metaKey;
    if (isModified && !/^[yz]$/i.test(key)) {
      return false;
    }
    if (direction !== null && this.#pad.isShown) {
      this.#walk(direction);
    } else if (direction !== null) {
      const move = slide(legal, this.#chosen, direction);
      if (move !== null) {
        this.#play(move.move);
      } else {
        say(this.#status, this.#stuck(direction));
      }
    } else if (isModified && (shiftKey || key.toLowerCase() === 'y')) {
      this.#redo();
    } else if (key === 'Backspace' || isModified) {
      this.#takeBack();
    } else if (key === 'Home') {
      this.#rewind(0);
    } else if (key === ' ' || key === 'Enter') {
      this.#choose(next(legal, this.#chosen, shiftKey ? -1 : 1));
    } else {
      const square = key.length === 1 ? lettered(legal, key) : null;
      if (square === null) {
        return false;
      }
      this.#choose(square);
    }
    return true;
  }

  enter(square: string): void {
    // A press on the destination of the selected piece keeps the selection.
    if (movers(this.#now().legal).includes(square)) {
      this.#choose(square);
    }
  }

  #now(): { readonly grid: Grid | null; readonly legal: readonly LegalMove[] } {
    return this.#shown === null
      ? { grid: null, legal: [] }
      : { grid: gridOf(this.#shown.board), legal: this.#shown.play.legal };
  }

  /**
   * Returns the square at a point if a piece on it can move. On a small board, also the nearest
   * one that a finger covers, unless the selected piece can go to this square.
   */
  #mover(at: Point): string | null {
    const { grid, legal } = this.#now();
    const square = grid === null ? null : squareAt(grid, at);
    const all = movers(legal);
    if (grid === null || (square !== null && all.includes(square))) {
      return square;
    }
    const isAimed = movesFrom(legal, this.#chosen).some(([, { to }]) => to === square);
    const far = isAimed ? 0 : FINGER / this.#stage.scale;
    const near = all.map((from) => {
      const { x, y } = middle(grid, from);
      return { from, distance: Math.hypot(x - at.x, y - at.y) };
    });
    return (
      near.filter(({ distance }) => distance <= far).sort((a, b) => a.distance - b.distance)[0]?.from ?? null
    );
  }

  /** Returns the move of a drag to a point. */
  #aimed(at: Point): LegalMove | null {
    const { grid, legal } = this.#now();
    if (grid === null || (this.#dragged === null && !this.#isWhole())) {
      return null;
    }
    const direction = this.#swipe(grid, at);
    return direction === null ? null : slide(legal, this.#dragged, direction);
  }

  /** Whether each move moves the whole board. */
  #isWhole(): boolean {
    const { legal } = this.#now();
    return legal.length > 0 && legal.every(isWhole);
  }

  /** Says why there is no move in a direction. */
  #stuck(direction: Direction): string {
    if (this.#isWhole()) {
      return `The board cannot be tilted ${direction} now.`;
    }
    return this.#chosen === null ? 'Choose a piece first: Space.' : `Nothing goes ${direction} from here.`;
  }

  /** Returns the direction of a swipe that ends at a point. */
  #swipe(grid: Grid, at: Point): Direction | null {
    return towards(this.#start, at, Math.max(grid.cell * 0.4, LEAST / this.#stage.scale));
  }

  /** Returns the position of a dragged piece that was moved `by`: on the path of its move. */
  #along(grid: Grid, at: Point, by: Point): Point | null {
    const move = this.#aimed(at);
    if (move === null || this.#dragged === null) {
      return null;
    }
    const start = middle(grid, this.#dragged);
    const to = move.motions.find(({ from }) => from === this.#dragged)?.to ?? null;
    const end = to === null ? this.#beyond(grid, move, start) : middle(grid, to);
    const within = (value: number, a: number, b: number) =>
      Math.max(Math.min(a, b), Math.min(Math.max(a, b), value));
    return { x: within(by.x, start.x, end.x), y: within(by.y, start.y, end.y) };
  }

  /** Returns the end of a move that leaves the board. */
  #beyond(grid: Grid, move: LegalMove, start: Point): Point {
    const { x, y } = corner(grid, `a${grid.ranks}`);
    const half = grid.cell / 2;
    switch (directionOf(move)) {
      case 'up':
        return { x: start.x, y: y - half };
      case 'down':
        return { x: start.x, y: y + grid.ranks * grid.cell + half };
      case 'left':
        return { x: x - half, y: start.y };
      default:
        return { x: x + grid.files * grid.cell + half, y: start.y };
    }
  }

  #choose(square: string | null): void {
    this.#chosen = square;
    this.#id = this.#idOn(square);
    if (square !== null) {
      say(this.#status, `${this.#name(square)} on ${square} can go ${this.#ways(square)}.`);
    }
    this.#draw();
  }

  /** Lists the moves of a piece. */
  #ways(square: string): string {
    const moves = movesFrom(this.#now().legal, square);
    const ways = moves.map(([move, { to }]) => `${directionOf(move)} to ${to ?? 'beyond the border'}`);
    return ways.join(', ');
  }

  #name(square: string): string {
    const id = this.#idOn(square);
    return this.#shown?.play.pieces.find((piece) => piece.id === id)?.label ?? id ?? 'the piece';
  }

  /** Returns the id of the piece on a square, if it can move. */
  #idOn(square: string | null): string | null {
    return movesFrom(this.#now().legal, square)[0]?.[1].id ?? null;
  }

  #invite(): string {
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (this.#shown?.play.solved) {
      return 'This board is solved before any move.';
    }
    const isRush = this.#shown?.board.game === 'rush';
    if (this.#now().legal.length === 0 && !isRush) {
      return 'No piece can move.';
    }
    if (isRush) {
      return isTouch
        ? 'Swipe a row or a column to push it, then swipe the player to walk.'
        : 'Drag a row or a column to push it; drag the player, or use the arrow keys, to walk.';
    }
    if (this.#isWhole()) {
      return isTouch ? 'Swipe to tilt the board.' : 'Tilt the board with the arrow keys, or drag it.';
    }
    return isTouch
      ? 'Tap a piece, then swipe, or tap where it goes.'
      : 'Drag a piece, or choose one with Space or its letter and slide it with the arrows.';
  }

  #play(move: string): void {
    const played = this.#now().legal.find((one) => one.move === move);
    this.#undone = this.#undone[0] === move ? this.#undone.slice(1) : [];
    const [motion] = played !== undefined && !isWhole(played) ? played.motions : [];
    this.#id = motion?.id ?? null;
    this.#chosen = motion?.to ?? null;
    this.#set([...this.#moves, move]);
  }

  #takeBack(): void {
    const count = this.#moves.length;
    this.#rewind(Math.max(0, this.#options.undoTo?.(count) ?? count - 1));
  }

  /** Undoes all moves but the first ones. */
  #rewind(count: number): void {
    if (this.#moves.length > 0) {
      this.#undone = [...this.#moves.slice(count), ...this.#undone];
      this.#set(this.#moves.slice(0, count));
    }
  }

  #redo(): void {
    const [next, ...others] = this.#undone;
    if (next !== undefined) {
      this.#undone = others;
      this.#set([...this.#moves, next]);
    }
  }

  #set(moves: readonly string[], fallback: readonly string[] | null = null): void {
    this.#moves = moves;
    this.#isCorrected = false;
    this.#fallback = fallback;
    this.#ask();
  }

  /** Describes a square: what is on it now, and where that can go. */
  #describe({ board, play }: Shown, square: string): string {
    const stays = board.pieces.filter(({ kind }) => STATIC.includes(kind));
    const what = describe({ ...board, pieces: [...stays, ...play.pieces] }, square);
    return movers(play.legal).includes(square) ? `${what}; can go ${this.#ways(square)}` : what;
  }

  #draw(): void {
    const { legal } = this.#now();
    const shown = this.#shown;
    if (shown === null) {
      return;
    }
    const chosen = this.#chosen;
    this.#stage.label((square) => this.#describe(shown, square));
    this.#stage.mark(chosen ?? next(legal, null, 1) ?? `a${gridOf(shown.board).ranks}`, chosen);
    const aims = movesFrom(legal, chosen);
    this.#stage.point([], []);
    this.#stage.aim(aims.flatMap(([, { from, to, via = [] }]) => (to === null ? [] : [{ from, to, via }])));
    this.#played.textContent = this.#moves.join(' ');
    say(this.#score, shown.play.score ?? comparison(shown.play));
    this.#back.setAttribute('aria-disabled', String(this.#moves.length === 0));
    this.#again.setAttribute('aria-disabled', String(this.#undone.length === 0));
    this.#restart.setAttribute('aria-disabled', String(this.#moves.length === 0));
    this.#score.dataset.solved = String(shown.play.solved);
    this.#pad.show(shown, this.#moves);
    this.#write.setAttribute('aria-disabled', String(!shown.play.solved));
    this.#pass.hidden = !legal.some(({ move }) => move === '--');
  }
}
