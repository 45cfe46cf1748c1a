/** Stepping through the frames of a solution, without a clock or a page. */

import type { Frame, Solution } from './protocol.ts';

/** Where the playback is. */
export interface Player {
  /** The number of the frame that is shown, from 0. */
  readonly step: number;
  /** The number of the last frame. */
  readonly last: number;
  readonly isPlaying: boolean;
}

/** What the user does, or the clock. */
export type Action = 'first' | 'back' | 'play' | 'forward' | 'last' | 'tick' | { readonly to: number };

/** The playback after an action. */
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
      // At the end, playing means from the start again.
      return at(player.step === player.last ? 0 : player.step, !player.isPlaying);
    default:
      return at(action.to);
  }
}

/** What a step is known by after the frames have come anew. */
export interface Memory {
  readonly start: string;
  readonly labels: readonly string[];
  readonly step: number;
}

/** What to remember of a step. While the solver works there are no moves to speak of. */
export function remember(old: Memory | null, solution: Solution, step: number): Memory {
  const { frames, state } = solution;
  if (state === 'solving' && old !== null) {
    return old;
  }
  return { start: frames[0]?.text ?? '', labels: frames.map((frame) => frame.label), step };
}

/** The step to go on from in new frames, or null unless the same moves lead there. */
export function resume(memory: Memory | null, frames: readonly Frame[]): number | null {
  if (memory === null || memory.start !== frames[0]?.text || memory.step >= frames.length) {
    return null;
  }
  const labels = memory.labels.slice(0, memory.step + 1);
  return labels.every((label, index) => label === frames[index]?.label) ? memory.step : null;
}

/** The line below the board: which step it is. */
export function stepLabel(frames: readonly Frame[], step: number): string {
  const last = frames.length - 1;
  const frame = frames[step];
  if (frame === undefined || step === 0) {
    return 'Start';
  }
  const end = step === last ? ', the last' : '';
  // Where a turn is drawn in several steps, its number is worth telling.
  const isOneEach = frames.every((frame, index) => frame.turn === index);
  return isOneEach
    ? `Move ${step} of ${last}${end}: ${frame.label}`
    : `Step ${step} of ${last}${end}, turn ${frame.turn}: ${frame.label}`;
}

/** Moves a second, in words. */
export function speedText(speed: number): string {
  return speed === 1 ? '1 move a second' : `${speed} moves a second`;
}

/** What a key means to the player, or null where it is not the player's. */
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
