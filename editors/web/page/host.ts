/** The host of the board view in a page: uses the rules, the stored solutions and the solver. */

import * as core from 'carom-core';
import { comparison } from '../src/hand.ts';
import type { Board, Change, Host, Play, PuzzleInfo, Solution, Where } from '../src/index.ts';
import type { PagePuzzle } from './data.ts';
import { addressOf, isDuel, par, sides, valueText } from './data.ts';
import type { Remaining, Solver } from './solver.ts';

/** A puzzle after some moves. */
export interface Situation {
  readonly puzzle: PagePuzzle;
  readonly board: Board;
  readonly play: Play;
  /** The moves in notation. */
  readonly moves: readonly string[];
  /** The first move of a shortest solution from here, if known. */
  readonly next: string | null;
  /** Whether this move replaces the last one, a turn that goes on. */
  readonly extendsLast: boolean;
  /** At a dead end, the number of moves after which there was a way on; null while it is searched. */
  readonly back: number | null;
  /** How many of the moves follow the stored solution. */
  readonly along: number;
  /** The value of a game of two sides, for the side to move: `win 9`. */
  readonly value: string | null;
}

/** How long a search for the moves of the opponent may take, in milliseconds. */
const PATIENCE = 5_000;

export class PageHost implements Host {
  #puzzle: PagePuzzle | null = null;
  #board: Board | null = null;
  #solution: Solution | null = null;
  #changed: (change: Change) => void = () => {};
  readonly #solver: Solver | null;
  readonly #played: (situation: Situation) => void;

  /** Calls `played` after each move. */
  constructor(solver: ((found: () => void) => Solver) | null, played: (situation: Situation) => void) {
    this.#solver = solver?.(() => this.#changed({ type: 'answers' })) ?? null;
    this.#played = played;
  }

  /** Sets the puzzle. Returns its position. */
  use(puzzle: PagePuzzle): Where {
    const { text, summary, solution } = puzzle;
    this.#puzzle = puzzle;
    this.#board = headed(puzzle, JSON.parse(core.board(puzzle.text)) as Board);
    this.#solution = headed(puzzle, JSON.parse(core.solution(text, summary, solution)) as Solution);
    return whereOf(puzzle);
  }

  places(): readonly Where[] {
    return this.#puzzle === null ? [] : [whereOf(this.#puzzle)];
  }

  async solution(): Promise<Solution | null> {
    return this.#solution;
  }

  async board(): Promise<Board | null> {
    return this.#board;
  }

  async play(_at: Where, words: readonly string[]): Promise<Play | null> {
    const [puzzle, board, solution] = [this.#puzzle, this.#board, this.#solution];
    if (puzzle === null || board === null || solution === null) {
      return null;
    }
    const play = preview(puzzle, words);
    const moves = movesOf(play);
    const line = movesOf(solution);
    const [last = '', count] = [moves.at(-1), moves.length];
    const other = moves.findIndex((move, index) => move !== line[index]);
    const along = other < 0 ? count : other;
    // A push begins the turn of a push and a walk.
    const isPart = puzzle.game === 'rush' && other === count - 1 && !!line[other]?.startsWith(last);
    const isAlong = line.length > 0 && (other < 0 || isPart);
    const asks = !isAlong && count > 0 && !play.solved && puzzle.state !== 'unsolvable';
    const remaining = asks ? this.#remaining(puzzle, moves) : null;
    const isSearching = asks && this.#solver !== null && remaining === null;
    const left = (isPart ? line.length - count : play.left) ?? remaining?.left ?? null;
    const settled = play.settled || isPart || (remaining?.settled ?? false);
    const isDead = settled && left === null && !isDuel(puzzle);
    const back = isDead ? this.#back(puzzle, moves, along) : null;
    const isOpen = isSearching || (isDead && back === null);
    const next = isAlong ? line[isPart ? other : count] : remaining?.moves?.split(' ')[0];
    const value = isAlong || count === 0 ? valueAfter(puzzle, count) : (remaining?.value ?? null);
    const answered: Play = { ...play, left, settled, state: isOpen ? 'solving' : play.state };
    const extendsLast = isPart || (remaining?.extends ?? false);
    const situation = { puzzle, board, moves, next: next ?? null, extendsLast, back, along, value };
    const scored = { ...answered, score: scoreText({ ...situation, play: answered }) };
    this.#played({ ...situation, play: scored });
    return scored;
  }

  #remaining(puzzle: PagePuzzle, moves: readonly string[]): Remaining | null {
    const question = { text: puzzle.text, moves: moves.join(' ') };
    return this.#solver?.remaining(question, isDuel(puzzle) ? PATIENCE : null) ?? null;
  }

  /** Returns the most moves after which there is a way on; null while it is searched. */
  #back(puzzle: PagePuzzle, moves: readonly string[], along: number): number | null {
    for (let count = moves.length - 1; count > along; count--) {
      const found = this.#remaining(puzzle, moves.slice(0, count));
      if (found === null || found.left !== null) {
        return found === null ? null : count;
      }
    }
    return along;
  }

  subscribe(changed: (change: Change) => void): () => void {
    this.#changed = changed;
    return () => {
      this.#changed = () => {};
    };
  }
}

/** Plays moves, without a search. */
export function preview(puzzle: PagePuzzle, words: readonly string[]): Play {
  const { text, summary, solution } = puzzle;
  return headed(puzzle, JSON.parse(core.play(text, summary, solution, words.join(' '))) as Play);
}

/** Returns the value along the line of best play, for the side to move. */
function valueAfter({ summary }: PagePuzzle, count: number): string | null {
  const [kind, plies] = summary.split(' ');
  if (kind !== 'win' && kind !== 'loss') {
    return kind === 'draw' ? kind : null;
  }
  const isSwapped = count % 2 === 1;
  return `${isSwapped ? (kind === 'win' ? 'loss' : 'win') : kind} ${Number(plies) - count}`;
}

const movesText = (number: number) => (number === 1 ? '1 move' : `${number} moves`);

/** Returns what was played and what remains. */
function scoreText({ puzzle, play, moves, value }: Omit<Situation, 'score'>): string {
  const { solved, count, optimum, left, settled, state } = play;
  if (solved) {
    return comparison(play);
  }
  if (isDuel(puzzle)) {
    const side = sides(puzzle)[count % 2];
    const mirrored = count % 2 === 0 ? puzzle : { ...puzzle, text: side === 'V' ? 'to-move: V' : '' };
    const worth = value === null ? null : value === 'draw' ? 'a draw' : valueText(mirrored, value);
    const outlook = worth ?? (state === 'solving' ? 'thinking…' : 'who wins is not known');
    return `${count === 0 ? '' : `${movesText(count)} so far: `}${outlook}`;
  }
  const played = optimum === null ? `${movesText(count)} so far` : `${count} of ${movesText(optimum)}`;
  if (moves.length === 0) {
    return optimum === null ? 'No moves yet' : played;
  }
  if (puzzle.state === 'unsolvable') {
    return `${played}: there is no solution`;
  }
  if (left === null) {
    const unknown = state === 'solving' ? 'searching…' : 'how many more is not known';
    return `${played}: ${settled ? 'no way on from here' : unknown}`;
  }
  const whole = optimum !== null && count + left > optimum ? `, ${count + left} in all` : '';
  const more = left === 1 ? '1 more move' : `${left} more moves`;
  return `${played}: ${left === 0 ? 'walk on to finish' : `${more}${whole}`}`;
}

/** Returns the moves of frames. A move with several parts has several frames. */
function movesOf({ frames }: Solution): string[] {
  return frames.flatMap(({ move, turn }, index) =>
    move === null || frames[index - 1]?.turn === turn ? [] : [move],
  );
}

function whereOf(puzzle: PagePuzzle): Where {
  return { uri: addressOf(puzzle), position: { line: 0, character: 0 } };
}

/** Replaces the title, the notes and the answer with those of the page. */
function headed<T extends PuzzleInfo>(puzzle: PagePuzzle, info: T): T {
  const { title, state, game_title, difficulty, author } = puzzle;
  // The lines of a file are as long as its author likes.
  const notes = [puzzle.rules, puzzle.notes?.replaceAll('\n', ' ')].filter((text) => text).join('\n') || null;
  const about = [game_title, par(puzzle), difficulty, author && `by ${author}`];
  return { ...info, title, state, notes, summary: about.filter((text) => text).join(' · ') };
}
