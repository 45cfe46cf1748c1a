/** The messages between the view and its controller, which may run in another process. */

import type { UndoState, Where } from './host.ts';
import type {
  Board,
  EditOperation,
  EditResult,
  PieceMap,
  Play,
  PuzzleId,
  RemakeApplied,
  Solution,
  SolutionSource,
  SuggestionApplied,
} from './protocol.ts';

/** A mode of the view. */
export type Mode = 'watch' | 'edit' | 'play';

/** How a suggestion changes the optimum. */
export type Suggestion = 'harder' | 'easier';

/** A change of the whole puzzle that needs a search. */
export type Remake = 'hardest' | 'minimise';

/** A message from the controller to the view. */
export type ToView =
  | ({ readonly type: 'show'; readonly of: SolutionSource; readonly solution: Solution } & Where)
  | ({ readonly type: 'board'; readonly board: Board; readonly undo?: UndoState | undefined } & Where)
  | ({ readonly type: 'play'; readonly board: Board; readonly play: Play } & Where)
  | { readonly type: 'map'; readonly piece: string; readonly map: PieceMap | null }
  | { readonly type: 'edited'; readonly result: EditResult }
  /** A suggestion was applied. */
  | { readonly type: 'suggested'; readonly result: SuggestionApplied }
  /** A change of the whole puzzle was applied. */
  | { readonly type: 'remade'; readonly result: RemakeApplied }
  | { readonly type: 'mode'; readonly mode: Mode }
  /** The change that is being searched for; `wasCancelled` if the user cancelled the last one. */
  | {
      readonly type: 'looking';
      readonly search: Suggestion | Remake | null;
      readonly wasCancelled: boolean;
    }
  /** How far this search is. */
  | ({ readonly type: 'progress' } & Progress)
  | { readonly type: 'empty'; readonly reason: string; readonly canRestart: boolean };

/** The progress of a search. */
export interface Progress {
  readonly message: string;
  /** From 0 to 100; missing if unknown. */
  readonly percentage?: number | undefined;
}

/** An operation, and the board that it applies to. */
export interface Edit {
  readonly uri: string;
  readonly line: number;
  readonly operation: EditOperation;
}

/** The moves played by hand, and their puzzle; null before the first one is shown. */
export interface Played {
  readonly moves: readonly string[];
  readonly puzzle: PuzzleId | null;
}

/** A message from the view to the controller. */
export type FromView =
  | { readonly type: 'ready' }
  /** Selects what is shown. */
  | {
      readonly type: 'mode';
      readonly mode: Mode;
      readonly of: SolutionSource;
      readonly played: Played;
    }
  | { readonly type: 'reveal' }
  | ({ readonly type: 'edit' } & Edit)
  /** Selects the piece whose map is shown; null for none. */
  | { readonly type: 'map'; readonly piece: string | null }
  | { readonly type: 'undo' | 'redo' }
  | { readonly type: 'search'; readonly search: Suggestion | Remake }
  /** Corrects the claims that the answer contradicts. */
  | { readonly type: 'claims' }
  /** Marks a move of the file's solution in the text, from 1; 0 marks none. */
  | { readonly type: 'mark'; readonly turn: number }
  | { readonly type: 'restart' }
  /** Cancels the search for a change. */
  | { readonly type: 'cancel' }
  | { readonly type: 'write'; readonly moves: readonly string[] };

/** The connection from the view to its controller. */
export interface Channel {
  post(message: FromView): void;
  /** Calls `receive` with each message for the view. */
  listen(receive: (message: ToView) => void): void;
}
