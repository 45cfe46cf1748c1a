/** The mode for editing the puzzle on the board. */

import { element, say } from './dom.ts';
import {
  click,
  describe,
  drop,
  type EditorState,
  type Entry,
  entries,
  find,
  hands,
  onto,
  pick,
  press,
  type Step,
  standing,
  wholeBoard,
} from './editing.ts';
import { gridOf, isSquare, middle, NO_GRID, type Point, spotAt, squareAt } from './grid.ts';
import { type Heat, heat, mapSummary } from './heat.ts';
import { Menu } from './menu.ts';
import type { Edit, FromView, Progress, Remake, Suggestion, ToView } from './messages.ts';
import { refusal, suggestion } from './outcome.ts';
import { Palette } from './palette.ts';
import { panel } from './panel.ts';
import {
  type Board,
  type EditOperation,
  type EditResult,
  type PieceMap,
  puzzleKey,
  type RemakeApplied,
  type Side,
  type SuggestionApplied,
} from './protocol.ts';
import { added, outline, type Pace, pace, resizing, sideAt, sizeText } from './resizing.ts';
import type { Stage, User } from './stage.ts';
import { SuggestionButtons } from './suggestions.ts';

/** Capitalises a clause. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Shown = Extract<ToView, { type: 'board' }>;

/**
 * The distance from the border within which a press drags it, in pixels: for a mouse and for a
 * finger.
 */
const REACH = { fine: 8, coarse: 22 };

/** A drag of the border; `from` is its start on the screen. */
interface Resizing {
  readonly side: Side;
  readonly from: Point;
  readonly pace: Pace;
}

export class EditMode implements User {
  static readonly panel = panel;
  readonly #post: (message: FromView) => void;
  readonly #stage: Stage;
  readonly #menu = new Menu(element('menu', HTMLElement));
  readonly #over = element('over', HTMLElement);
  readonly #status = element('edit-status', HTMLElement);
  readonly #legend = element('legend', HTMLElement);
  readonly #mapButton = element('map', HTMLButtonElement);
  readonly #suggestions: SuggestionButtons;
  readonly #handButton = element('hand', HTMLButtonElement);
  readonly #wholeButton = element('whole', HTMLButtonElement);
  readonly #history = (['undo', 'redo'] as const).map(
    (type) => [type, element(type, HTMLButtonElement)] as const,
  );
  readonly #palette = new Palette(element('palette', HTMLElement), (label) => {
    say(this.#status, label === null ? '' : `Click a square, or press Enter there, to place ${label}.`);
  });
  readonly #canRemake: boolean;
  #shown: Shown | null = null;
  /** The drawing whose answer was last announced. */
  #announced: string | null = null;
  #editor: EditorState | null = null;
  /**
   * The element that had the focus before an undo, because a host may have to focus the text
   * for it.
   */
  #focused: Element | null = null;
  #isDragging = false;
  #resizing: Resizing | null = null;
  readonly #coarse = matchMedia('(pointer: coarse)');
  /** The position of the pointer during a drag. */
  #at: Point = { x: 0, y: 0 };
  /** The square under the pointer. */
  #hovered: string | null = null;
  /** Whether the map of the selected piece stays visible. */
  #isMapOn = false;
  /** The piece whose map was last requested. */
  #mapPiece: string | null = null;
  #map: PieceMap | null = null;
  #heat: ReadonlyMap<string, Heat> | null = null;

  constructor(stage: Stage, post: (message: FromView) => void, canRemake: boolean) {
    this.#canRemake = canRemake;
    this.#wholeButton.addEventListener('click', () => this.#openWhole());
    this.#stage = stage;
    this.#post = post;
    this.#mapButton.addEventListener('click', () => this.#toggleMap());
    this.#handButton.addEventListener('click', () => this.#openHands());
    this.#suggestions = new SuggestionButtons(post, (text) => say(this.#status, text));
    for (const [type, button] of this.#history) {
      button.addEventListener('click', () => {
        if (button.getAttribute('aria-disabled') !== 'true') {
          this.#undo(type);
        }
      });
    }
    element('puts', HTMLButtonElement).addEventListener('click', () => {
      if (this.#editor !== null) {
        this.#openMenu(this.#editor.cursor);
      }
    });
  }

  /** Shows a new board. */
  show(message: Shown): void {
    const old = this.#shown;
    const isOther = old === null || old.uri !== message.uri || old.board.line !== message.board.line;
    // Keep the last board while the text is malformed.
    const isOutdated = !isOther && message.board.svg === null && old.board.svg !== null;
    const { version, state, summary, faults = [] } = message.board;
    const board = isOutdated ? { ...old.board, version, state, summary, faults } : message.board;
    if (isOther || old.board.svg !== board.svg) {
      this.#keepSelection(isOther ? null : old.board, board);
      this.#endResizing();
      this.#map = null;
      this.#heat = null;
      this.#stage.aim([]);
    }
    this.#shown = { ...message, board };
    // Disabled buttons keep the focus.
    const { canUndo = true, canRedo = true } = message.undo ?? {};
    for (const [type, button] of this.#history) {
      button.setAttribute('aria-disabled', String(!(type === 'undo' ? canUndo : canRedo)));
    }
    if (board.svg === null) {
      this.#editor = null;
      this.#stage.recall(puzzleKey(message.uri, board), faults);
      say(this.#status, `${capital(summary)}.`);
      this.#want(null);
      return;
    }
    const isNew = this.#editor === null;
    this.#editor = onto(this.#editor, board);
    this.#stage.use(board.svg, gridOf(board), this);
    this.#stage.grips(board.resize === true);
    this.#stage.judge(gridOf(board), faults, isOutdated);
    if (state !== 'invalid') {
      this.#stage.remember(puzzleKey(message.uri, board), board.svg, gridOf(board));
    }
    this.#liftAgain(board);
    this.#refocus();
    const isOfTiles = hands(board).length > 0;
    this.#handButton.hidden = !isOfTiles;
    this.#wholeButton.hidden = wholeBoard(board).length === 0 && !this.#canRemake;
    this.#palette.show(board.palette);
    this.#suggestions.name(state === 'unsolvable' ? 'Make solvable' : 'Easier');
    const hasBlocks = board.palette.some(({ put }) => put === '#');
    for (const part of document.querySelectorAll<HTMLElement>('.of-walls, .of-blocks')) {
      part.hidden = !(part.className === 'of-walls' ? board.walls : hasBlocks);
    }
    if (state === 'invalid') {
      say(this.#status, `${capital(summary)}.`);
      this.#announced = null;
    } else if (isNew || isOther) {
      const clicked = [...(board.walls ? ['walls'] : []), ...(hasBlocks ? ['blocks'] : [])];
      const clicks = clicked.length === 0 ? '' : ` click for ${clicked.join(' and ')};`;
      say(
        this.#status,
        isOfTiles
          ? 'Drag the player and items; place tiles from the palette; right-click for more.'
          : `Drag pieces${board.resize ? ' and the border' : ''};${clicks} right-click for more.`,
      );
      this.#announced = board.svg;
    } else if (board.state !== 'solving' && this.#announced !== board.svg) {
      say(this.#status, `Now: ${board.summary}.`);
      this.#announced = board.svg;
    }
    this.#draw();
  }

  /** Keeps a piece lifted if its square is unchanged. */
  #keepSelection(old: Board | null, board: Board): void {
    const held = this.#editor?.held ?? null;
    const was = old === null ? null : find(old, held);
    if (this.#editor !== null && (was === null || find(board, held)?.square !== was.square)) {
      this.#isDragging = false;
      this.#editor = { ...this.#editor, held: null };
    }
  }

  /** Lifts the piece again after a redraw, which put it back on its square. */
  #liftAgain(board: Board): void {
    const piece = find(board, this.#editor?.held ?? null);
    if (piece !== null && this.#editor !== null && !this.#stage.isLifted) {
      this.#stage.lift(piece.square, piece.kind);
      this.#stage.carry(this.#isDragging ? this.#at : middle(gridOf(board), this.#editor.cursor));
    }
  }

  /** Shows a complete or partial map. */
  chart(piece: string, map: PieceMap | null): void {
    if (piece !== this.#mapPiece) {
      return;
    }
    this.#map = map;
    this.#heat = map === null ? null : heat(map);
    this.#draw();
    if (map === null) {
      say(this.#legend, 'There is no map of this piece.');
    }
  }

  /** Shows the result of an operation. */
  edited(result: EditResult): void {
    this.#stage.settle();
    if ('refused' in result) {
      say(this.#status, refusal(result.refused));
    } else if (result.now !== undefined && this.#editor !== null) {
      // The moved piece may have a new id. It stays selected.
      this.#editor = { ...this.#editor, chosen: result.now };
    }
    this.#draw();
  }

  /** Shows what a suggestion moved, until the next change. */
  suggested(result: SuggestionApplied): void {
    const board = this.#shown?.board;
    const { moved, from, to } = result;
    this.edited({ applied: true, now: moved });
    if (board !== undefined) {
      this.#stage.aim([from, to].every(isSquare) ? [{ from, to }] : []);
      // This status announces the new answer, so do not announce it again.
      this.#announced = board.svg;
      say(this.#status, suggestion(result));
    }
  }

  /** Shows the result of a change of the whole puzzle. */
  remade({ moves, removed, ...applied }: RemakeApplied): void {
    this.edited(applied);
    const things = removed === 1 ? '1 thing' : `${removed} things`;
    const text = moves === undefined ? `Removed ${things}.` : `The hardest start takes ${moves} moves.`;
    this.#announced = this.#shown?.board.svg ?? null;
    say(this.#status, text);
  }

  /** Shows which change is being searched for. */
  looking(search: Suggestion | Remake | null, wasCancelled: boolean): void {
    this.#suggestions.show(search, wasCancelled);
  }

  /** Shows how far this search is. */
  report(progress: Progress): void {
    this.#suggestions.report(progress);
  }

  /** Leaves this mode. */
  leave(): void {
    this.#want(null);
    this.#endResizing();
    this.#stage.grips(false);
    this.#shown = null;
    this.#editor = null;
    this.#map = null;
    this.#heat = null;
    this.#palette.choose(null);
    this.#stage.hover(null);
    this.#stage.aim([]);
    this.#stage.judge(NO_GRID, [], false);
    this.#stage.heat(null, () => false);
    this.#stage.settle();
    this.#menu.close();
  }

  hover(at: Point | null): void {
    const board = this.#shown?.board;
    if (board === undefined) {
      return;
    }
    const spot = at === null ? null : spotAt(gridOf(board), at, board.walls);
    const there = spot?.kind === 'square' ? standing(board, spot.square) : [];
    this.#stage.hover(spot, there.length > 0);
    this.#stage.grips(board.resize === true, at === null ? null : this.#sideAt(board, at));
    this.#describeHovered(spot?.square ?? null);
  }

  /** Returns the side of the board that a drag from a point moves. */
  #sideAt(board: Board, at: Point): Side | null {
    if (board.resize !== true || this.#editor === null || this.#editor.held !== null) {
      return null;
    }
    const square = squareAt(gridOf(board), at);
    const isPiece = square !== null && standing(board, square).length > 0;
    const reach = this.#coarse.matches ? REACH.coarse : REACH.fine;
    return sideAt(gridOf(board), at, reach / this.#stage.scale, isPiece);
  }

  grab(at: Point, on: Point): boolean {
    const board = this.#shown?.board;
    const side = board === undefined ? null : this.#sideAt(board, at);
    if (board !== undefined && side !== null) {
      this.#beginResizing(gridOf(board).cell * this.#stage.scale, side, on);
      return true;
    }
    const square = board === undefined ? null : squareAt(gridOf(board), at);
    const [top] = board === undefined || square === null ? [] : standing(board, square);
    if (top === undefined || this.#editor === null) {
      return false;
    }
    this.#editor = pick(top);
    this.#isDragging = true;
    this.#at = at;
    this.#stage.hover(null);
    this.#stage.lift(top.square, top.kind);
    this.#draw();
    return true;
  }

  /** Starts to drag the border from a point on the screen. */
  #beginResizing(cell: number, side: Side, from: Point): void {
    const room = { top: from.y, right: innerWidth - from.x, bottom: innerHeight - from.y, left: from.x };
    this.#resizing = { side, from, pace: pace(cell, room[side]) };
    this.#stage.hover(null);
    this.#stage.grips(true, side);
    // The board may not have the focus.
    window.addEventListener('keydown', this.#escape, { capture: true });
  }

  readonly #escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.#endResizing();
    }
  };

  /** Shows the new size of the board, and returns how many rows or columns are added. */
  #resize({ side, from, pace }: Resizing, board: Board, on: Point): number {
    const grid = gridOf(board);
    const count = added(grid, side, { x: on.x - from.x, y: on.y - from.y }, pace);
    this.#stage.size(outline(grid, side, count), sizeText(grid, side, count));
    return count;
  }

  /** Ends the drag of the border without an edit. */
  #endResizing(): void {
    if (this.#resizing !== null) {
      this.#stage.grips(true);
    }
    this.#resizing = null;
    window.removeEventListener('keydown', this.#escape, { capture: true });
    this.#stage.size(null);
  }

  drag(at: Point, on: Point): void {
    const board = this.#shown?.board;
    if (board !== undefined && this.#resizing !== null) {
      this.#resize(this.#resizing, board, on);
    } else if (board !== undefined && this.#isDragging) {
      this.#at = at;
      this.#stage.carry(at);
      this.#describeHovered(squareAt(gridOf(board), at));
    }
  }

  drop(at: Point, on: Point): void {
    const board = this.#shown?.board;
    if (board !== undefined && this.#resizing !== null) {
      const { side } = this.#resizing;
      const operation = resizing(side, this.#resize(this.#resizing, board, on));
      this.#endResizing();
      if (operation !== null) {
        this.#edit(operation);
      }
    } else if (board !== undefined && this.#isDragging && this.#editor !== null) {
      this.#isDragging = false;
      const square = squareAt(gridOf(board), at);
      if (square !== null) {
        this.#stage.carry(middle(gridOf(board), square));
      }
      this.#apply(drop(board, this.#editor, square));
    }
  }

  cancel(): void {
    const board = this.#shown?.board;
    if (this.#resizing !== null) {
      this.#endResizing();
    } else if (board !== undefined && this.#editor !== null) {
      this.#isDragging = false;
      this.#apply(drop(board, this.#editor, null));
    }
  }

  click(at: Point): void {
    const board = this.#shown?.board;
    const spot = board === undefined ? null : spotAt(gridOf(board), at, board.walls);
    const { put } = this.#palette;
    if (board !== undefined && spot !== null && this.#editor?.held === null && put !== null) {
      this.#editor = { ...this.#editor, cursor: spot.square };
      this.#edit({ put, at: spot.square });
      this.#stage.focus(spot.square);
    } else if (board !== undefined && spot !== null && this.#editor !== null) {
      this.#apply(click(board, this.#editor, spot));
      this.#stage.focus(spot.square);
    }
  }

  menu(at: Point): void {
    const board = this.#shown?.board;
    const square = board === undefined ? null : squareAt(gridOf(board), at);
    if (square !== null) {
      this.#openMenu(square);
    }
  }

  key({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const board = this.#shown?.board;
    if (board === undefined || this.#editor === null) {
      return false;
    }
    if (key === 'F10' && shiftKey) {
      this.#openMenu(this.#editor.cursor);
      return true;
    }
    const { put } = this.#palette;
    if (put !== null && this.#editor.held === null && ['Enter', ' ', 'Escape'].includes(key)) {
      if (key === 'Escape') {
        this.#palette.choose(null);
      } else {
        this.#edit({ put, at: this.#editor.cursor });
      }
      return true;
    }
    const was = this.#editor.held;
    const step = press(board, this.#editor, { key, shift: shiftKey, control: ctrlKey || metaKey });
    if (step === null) {
      return false;
    }
    this.#isDragging = false;
    const { held, cursor } = step.editor;
    const piece = find(board, held);
    if (piece !== null && was !== held) {
      this.#stage.lift(piece.square, piece.kind);
      say(
        this.#status,
        `${piece.label} is lifted: move it with the arrow keys, then press Enter; Escape puts it back.`,
      );
    }
    if (held !== null) {
      this.#stage.carry(middle(gridOf(board), cursor));
    }
    this.#apply(step);
    return true;
  }

  enter(square: string): void {
    const board = this.#shown?.board;
    if (board === undefined || this.#editor === null) {
      return;
    }
    this.#editor = { ...this.#editor, cursor: square };
    if (this.#editor.held !== null && !this.#isDragging) {
      this.#stage.carry(middle(gridOf(board), square));
    }
    this.#draw();
  }

  #apply({ editor, effect }: Step): void {
    const isDown = this.#editor?.held !== null && editor.held === null;
    this.#editor = editor;
    if (isDown && effect?.type !== 'edit') {
      this.#stage.settle();
    }
    this.#draw();
    switch (effect?.type) {
      case 'edit':
        this.#edit(effect.operation);
        return;
      case 'menu':
        this.#openMenu(effect.square);
        return;
      case 'say':
        say(this.#status, effect.text);
        return;
      case 'map':
        this.#toggleMap();
        return;
      case 'undo':
      case 'redo':
        this.#undo(effect.type);
    }
  }

  #undo(type: 'undo' | 'redo'): void {
    this.#focused = document.activeElement;
    this.#post({ type });
  }

  /** Restores the focus after an undo, unless the user has moved it. */
  #refocus(): void {
    if (this.#focused !== null && document.hasFocus()) {
      const isLost = document.activeElement === document.body;
      const focused = this.#focused;
      this.#focused = null;
      if (isLost && (focused instanceof HTMLElement || focused instanceof SVGElement)) {
        focused.focus({ preventScroll: true });
      }
    }
  }

  #edit(operation: EditOperation): void {
    if (this.#shown !== null) {
      const edit: Edit = { uri: this.#shown.uri, line: this.#shown.board.line, operation };
      this.#post({ type: 'edit', ...edit });
    }
  }

  /** Describes the square under the pointer. */
  #describeHovered(square: string | null): void {
    const board = this.#shown?.board;
    this.#hovered = square;
    say(this.#over, square === null || board === undefined ? '' : this.#describe(board, square));
  }

  /** Describes a square, with its answer from the map. */
  #describe(board: Board, square: string): string {
    const at = this.#heat?.get(square);
    const piece = this.#map?.piece;
    if (at === undefined || piece === undefined) {
      return describe(board, square);
    }
    const now = square === piece.square ? '' : `; now on ${piece.square}: ${board.summary}`;
    return this.#editor?.held === piece.id
      ? `${piece.label} on ${square}: ${at.label}${now}`
      : `${describe(board, square)}; ${piece.label} here: ${at.label}`;
  }

  #draw(): void {
    const board = this.#shown?.board;
    const editor = this.#editor;
    if (board === undefined || editor === null) {
      return;
    }
    this.#want(editor.held ?? (this.#isMapOn ? editor.chosen : null));
    const chosen = find(board, editor.chosen);
    this.#stage.label((square) => this.#describe(board, square));
    this.#describeHovered(this.#hovered);
    this.#stage.mark(editor.cursor, chosen?.square ?? null);
    this.#stage.heat(this.#heat, (square) => standing(board, square).length > 0);
    this.#mapButton.setAttribute('aria-pressed', String(this.#isMapOn));
    say(this.#legend, this.#map === null ? '' : mapSummary(this.#map));
  }

  /** Requests the map of a piece, once. */
  #want(piece: string | null): void {
    if (piece !== this.#mapPiece) {
      this.#mapPiece = piece;
      this.#map = null;
      this.#heat = null;
      this.#post({ type: 'map', piece });
    }
  }

  #toggleMap(): void {
    const board = this.#shown?.board;
    if (board === undefined || this.#editor === null) {
      return;
    }
    this.#isMapOn = !this.#isMapOn;
    if (this.#isMapOn && this.#editor.chosen === null) {
      const under = standing(board, this.#editor.cursor);
      const [piece] = [...under, ...board.pieces].filter(({ kind }) => kind !== 'block');
      this.#editor = { ...this.#editor, chosen: piece?.id ?? null };
    }
    say(this.#status, this.#isMapOn ? 'The map of the chosen piece is shown.' : 'The map is hidden.');
    this.#draw();
  }

  #openMenu(square: string): void {
    const board = this.#shown?.board;
    if (board !== undefined && this.#editor !== null) {
      this.#editor = { ...this.#editor, cursor: square };
      this.#draw();
      const { x, y } = this.#stage.where(square);
      this.#open(`Square ${square}`, entries(board, square), x, y, () => this.#stage.focus(square));
    }
  }

  #openHands(): void {
    const board = this.#shown?.board;
    if (board !== undefined) {
      const { left, bottom } = this.#handButton.getBoundingClientRect();
      this.#open('The tile in hand', hands(board), left, bottom, () => this.#handButton.focus());
    }
  }

  #openWhole(): void {
    const board = this.#shown?.board;
    if (board !== undefined) {
      const { left, bottom } = this.#wholeButton.getBoundingClientRect();
      const items = wholeBoard(board).map(({ label, glyph, does }) => ({
        label,
        glyph,
        work: () => this.#take(does),
      }));
      const remake = (label: string, search: Remake) => ({
        label,
        glyph: '',
        work: () => this.#suggestions.search(search),
      });
      const remakes = [remake('Hardest start', 'hardest'), remake('Minimise', 'minimise')];
      const all = this.#canRemake ? [...items, ...remakes] : items;
      this.#menu.open('The board', all, left, bottom, () => this.#wholeButton.focus());
    }
  }

  #open(name: string, list: readonly Entry[], x: number, y: number, closed: () => void): void {
    const items = list.map(({ label, glyph, does }) => ({ label, glyph, work: () => this.#take(does) }));
    this.#menu.open(name, items, x, y, closed);
  }

  /** Performs the action of a menu item. */
  #take(does: Entry['does']): void {
    const board = this.#shown?.board;
    if (board === undefined || this.#editor === null) {
      return;
    }
    if (does.type === 'chart') {
      this.#isMapOn = true;
      this.#apply({ editor: { ...this.#editor, chosen: does.id }, effect: null });
      return;
    }
    if (does.type !== 'pick') {
      this.#apply({ editor: this.#editor, effect: does });
      return;
    }
    const piece = find(board, does.id);
    if (piece !== null) {
      this.#stage.lift(piece.square, piece.kind);
      this.#apply({ editor: pick(piece), effect: null });
      say(this.#status, `${piece.label} is lifted: click its new square, or use the arrow keys and Enter.`);
    }
  }
}
