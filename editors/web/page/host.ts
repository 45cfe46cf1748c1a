/** The host of the board view in a page: uses the rules, the stored solutions and the solver. */

import * as core from 'carom-core';
import type { Board, Change, Host, Play, PuzzleInfo, Solution, Where } from '../src/index.ts';
import type { PagePuzzle } from './data.ts';
import { addressOf, par } from './data.ts';
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
  /** How many of the moves follow the stored solution. */
  readonly along: number;
  /** The result of the solver, if there is one. */
  readonly remaining: Remaining | null;
}

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
    const along = moves.findIndex((move, index) => move !== line[index]);
    const isAlong = along < 0 && line.length > 0;
    const asks = !isAlong && moves.length > 0 && !play.solved && puzzle.state !== 'unsolvable';
    const question = { text: puzzle.text, moves: moves.join(' ') };
    const remaining = asks ? (this.#solver?.remaining(question) ?? null) : null;
    const isSearching = asks && this.#solver !== null && remaining === null;
    const answered: Play = {
      ...play,
      left: play.left ?? remaining?.left ?? null,
      settled: play.settled || (remaining?.settled ?? false),
      state: isSearching ? 'solving' : play.state,
    };
    const next = isAlong ? line[moves.length] : remaining?.moves?.split(' ')[0];
    const situation = { puzzle, board, play: answered, moves, next: next ?? null, remaining };
    this.#played({ ...situation, along: along < 0 ? moves.length : along });
    return answered;
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
