/** Steps through the frames of a solution, independent of a clock or a page. */

import { type Frame, isSamePuzzle, type PuzzleId, puzzleId, type Solution } from './protocol.ts';

/** The state of the playback. */
export interface Player {
  /** The number of the shown frame, from 0. */
  readonly step: number;
  /** The number of the last frame. */
  readonly last: number;
  readonly isPlaying: boolean;
}

/** An action of the user or the clock. */
export type Action = 'first' | 'back' | 'play' | 'forward' | 'last' | 'tick' | { readonly to: number };

/** Returns the playback after an action. */
export function act(player: Player, action: Action): Player {
  const at = (step: number, isPlaying = false): Player => {
    const inside = Math.max(0, Math.min(player.last, step));
    return { ...player, step: inside, isPlaying: isPlaying && inside < player.last };
  };
  switch (action) {
    case 'first':
      return at(0);
    case 'back':
      return at(player.step - 1);
    case 'forward':
      return at(player.step + 1);
    case 'last':
      return at(player.last);
    case 'tick':
      return player.isPlaying ? at(player.step + 1, true) : player;
    case 'play':
      // At the end, playing starts again from the beginning.
      return at(player.step === player.last ? 0 : player.step, !player.isPlaying);
    default:
      return at(action.to);
  }
}

/** Identifies a step after new frames arrive. */
export interface Memory {
  readonly puzzle: PuzzleId;
  readonly start: string;
  readonly labels: readonly string[];
  readonly step: number;
}

/**
 * Returns what to remember of a step. While the solver works, there are no moves, so the old
 * memory stays.
 */
export function remember(old: Memory | null, uri: string, solution: Solution, step: number): Memory {
  const { frames, state } = solution;
  const puzzle = puzzleId(uri, solution);
  if (state === 'solving' && old !== null && isSamePuzzle(old.puzzle, puzzle)) {
    return { ...old, puzzle };
  }
  return { puzzle, start: frames[0]?.text ?? '', labels: frames.map((frame) => frame.label), step };
}

/** Returns the step to continue from in a solution, or null unless the same moves lead there. */
export function resume(memory: Memory | null, uri: string, solution: Solution): number | null {
  const { frames } = solution;
  if (memory === null || !isSamePuzzle(memory.puzzle, puzzleId(uri, solution))) {
    return null;
  }
  if (memory.start !== frames[0]?.text || memory.step >= frames.length) {
    return null;
  }
  const labels = memory.labels.slice(0, memory.step + 1);
  return labels.every((label, index) => label === frames[index]?.label) ? memory.step : null;
}

/** Returns the line below the board, which describes the step. */
export function stepLabel(frames: readonly Frame[], step: number): string {
  const last = frames.length - 1;
  const frame = frames[step];
  if (frame === undefined || step === 0) {
    return 'Start';
  }
  const end = step === last ? ', the last' : '';
  // If a turn has several frames, show its number.
  const isOneEach = frames.every((frame, index) => frame.turn === index);
  return isOneEach
    ? `Move ${step} of ${last}${end}: ${frame.label}`
    : `Step ${step} of ${last}${end}, turn ${frame.turn}: ${frame.label}`;
}

/** Describes a speed in moves per second. */
export function speedText(speed: number): string {
  return speed === 1 ? '1 move a second' : `${speed} moves a second`;
}

/** Returns the action of a key, or null if the player does not use the key. */
export function keyAction(key: string): Action | null {
  switch (key) {
    case 'ArrowLeft':
      return 'back';
    case 'ArrowRight':
      return 'forward';
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    case ' ':
      return 'play';
    default:
      return null;
  }
}
