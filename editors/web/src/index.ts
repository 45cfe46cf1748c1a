/** The board view of carom: play solutions, edit and play puzzles in a page. See `README.md`. */

export { Controller } from './controller.ts';
export { EditMode } from './edit.ts';
export {
  type Ability,
  ALL,
  abilities,
  type Change,
  type Host,
  Unavailable,
  type UndoState,
  type Where,
} from './host.ts';
export type { Channel, FromView, Mode, Progress, Remake, Suggestion, ToView } from './messages.ts';
export type { PlayOptions } from './playing.ts';
export type * from './protocol.ts';
export { type Kept, mount, type Options, show, type View } from './view.ts';
