/** What the panel and the extension tell each other. */

import type { Board, Edited, Gesture, Of, PieceMap, Place, Play, Solution } from './protocol.ts';

/** What the panel is for at the moment. */
export type Mode = 'watch' | 'edit' | 'play';

/** What kind of start is looked for. */
export type Wish = 'harder' | 'easier';

/** Where a puzzle is. */
interface Where {
  readonly uri: string;
  readonly position: Place;
}

/** From the extension to the panel. */
export type ToPanel =
  | ({ readonly type: 'show'; readonly of: Of; readonly solution: Solution } & Where)
  | ({ readonly type: 'board'; readonly board: Board } & Where)
  | ({ readonly type: 'play'; readonly board: Board; readonly play: Play } & Where)
  | { readonly type: 'map'; readonly piece: string; readonly map: PieceMap | null }
  | { readonly type: 'edited'; readonly result: Edited }
  | { readonly type: 'mode'; readonly mode: Mode }
  /** What is looked for now; `wasCancelled` where nothing is, because the user ended it. */
  | { readonly type: 'looking'; readonly wish: Wish | null; readonly wasCancelled: boolean }
  | { readonly type: 'empty'; readonly reason: string };

/** A gesture, and the board that it was made on. */
export interface Edit {
  readonly uri: string;
  readonly line: number;
  readonly gesture: Gesture;
}

/** From the panel to the extension. */
export type FromPanel =
  | { readonly type: 'ready' }
  /** What is asked for from now on; `moves` are those played by hand. */
  | { readonly type: 'mode'; readonly mode: Mode; readonly of: Of; readonly moves: readonly string[] }
  | { readonly type: 'reveal' }
  | ({ readonly type: 'edit' } & Edit)
  /** Whose map is wanted from now on; null for none. */
  | { readonly type: 'map'; readonly piece: string | null }
  | { readonly type: 'undo' | 'redo' }
  | { readonly type: 'wish'; readonly wish: Wish }
  /** Ends what is looked for. */
  | { readonly type: 'cancel' }
  | { readonly type: 'write'; readonly moves: readonly string[] };
