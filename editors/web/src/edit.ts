/** The mode in which the puzzle is changed on the board. */

import { element, say } from './dom.ts';
import {
  click,
  type Desk,
  describe,
  drop,
  type Entry,
  entries,
  find,
  hands,
  onto,
  pick,
  press,
  type Step,
  standing,
} from './editing.ts';
import { gridOf, middle, type Point, spotAt, squareAt } from './grid.ts';
import { type Heat, heat, mapSummary } from './heat.ts';
import type { Menu } from './menu.ts';
import type { Edit, FromView, Suggestion, ToView } from './messages.ts';
import { refusal } from './outcome.ts';
import type { Board, EditOperation, EditResult, PieceMap } from './protocol.ts';
import type { Stage, User } from './stage.ts';
import { Wishes } from './wishes.ts';

type Shown = Extract<ToView, { type: 'board' }>;

export class EditMode implements User {
  readonly #post: (message: FromView) => void;
  readonly #stage: Stage;
  readonly #menu: Menu;
  readonly #over = element('over', HTMLElement);
  readonly #said = element('said', HTMLElement);
  readonly #legend = element('legend', HTMLElement);
  readonly #mapButton = element('map', HTMLButtonElement);
  readonly #wishes: Wishes;
  readonly #handButton = element('hand', HTMLButtonElement);
  #shown: Shown | null = null;
  /** The drawing whose answer has been told. */
  #told: string | null = null;
  #desk: Desk | null = null;
  #isDragging = false;
  /** The square below the pointer. */
  #hovered: string | null = null;
  /** Whether the map of the chosen piece stays. */
  #isMapOn = false;
  /** Whose map was asked for last. */
  #wanted: string | null = null;
  #map: PieceMap | null = null;
  #heat: ReadonlyMap<string, Heat> | null = null;

  constructor(stage: Stage, menu: Menu, post: (message: FromView) => void) {
    this.#stage = stage;
    this.#menu = menu;
    this.#post = post;
    this.#mapButton.addEventListener('click', () => this.#toggleMap());
    this.#handButton.addEventListener('click', () => this.#openHands());
    this.#wishes = new Wishes(post, (text) => say(this.#said, text));
    for (const type of ['undo', 'redo'] as const) {
      element(type, HTMLButtonElement).addEventListener('click', () => this.#post({ type }));
    }
    element('puts', HTMLButtonElement).addEventListener('click', () => {
      if (this.#desk !== null) {
        this.#openMenu(this.#desk.cursor);
      }
    });
  }

  /** The board has come anew. */
  show(message: Shown): void {
    const { board } = message;
    const old = this.#shown;
    const isOther = old === null || old.uri !== message.uri || old.board.line !== board.line;
    if (isOther || old.board.svg !== board.svg) {
      this.#isDragging = false;
      this.#desk = this.#desk === null ? null : { ...this.#desk, held: null };
      this.#map = null;
      this.#heat = null;
    }
    this.#shown = message;
    if (board.svg === null) {
      this.#desk = null;
      this.#stage.draw(null);
      say(this.#said, board.summary);
      this.#want(null);
      return;
    }
    const isNew = this.#desk === null;
    this.#desk = onto(this.#desk, board);
    this.#stage.use(board.svg, gridOf(board), this);
    this.#handButton.hidden = hands(board).length === 0;
    if (isNew || isOther) {
      say(this.#said, 'Drag pieces; click for walls and blocks; right-click for more.');
      this.#told = board.svg;
    } else if (board.state !== 'solving' && this.#told !== board.svg) {
      say(this.#said, `Now: ${board.summary}.`);
      this.#told = board.svg;
    }
    this.#draw();
  }

  /** A map has come, or more of it. */
  chart(piece: string, map: PieceMap | null): void {
    if (piece !== this.#wanted) {
      return;
    }
    this.#map = map;
    this.#heat = map === null ? null : heat(map);
    this.#draw();
    if (map === null) {
      say(this.#legend, 'There is no map of this piece.');
    }
  }

  /** What came of a gesture. */
  edited(result: EditResult): void {
    this.#stage.settle();
    if ('refused' in result) {
      say(this.#said, refusal(result.refused));
    } else if (result.now !== undefined && this.#desk !== null) {
      // What has moved may have another name; it is still the one that is meant.
      this.#desk = { ...this.#desk, chosen: result.now };
    }
    this.#draw();
  }

  /** What start is looked for now. */
  looking(wish: Suggestion | null, wasCancelled: boolean): void {
    this.#wishes.show(wish, wasCancelled);
  }

  /** Another mode begins. */
  leave(): void {
    this.#want(null);
    this.#shown = null;
    this.#desk = null;
    this.#map = null;
    this.#heat = null;
    this.#stage.hover(null);
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
    this.#tellOver(spot?.square ?? null);
  }

  grab(at: Point): boolean {
    const board = this.#shown?.board;
    const square = board === undefined ? null : squareAt(gridOf(board), at);
    const [top] = board === undefined || square === null ? [] : standing(board, square);
    if (top === undefined || this.#desk === null) {
      return false;
    }
    this.#desk = pick(top);
    this.#isDragging = true;
    this.#stage.hover(null);
    this.#stage.lift(top.square, top.kind);
    this.#draw();
    return true;
  }

  drag(at: Point): void {
    const board = this.#shown?.board;
    if (board !== undefined && this.#isDragging) {
      this.#stage.carry(at);
      this.#tellOver(squareAt(gridOf(board), at));
    }
  }

  drop(at: Point): void {
    const board = this.#shown?.board;
    if (board !== undefined && this.#isDragging && this.#desk !== null) {
      this.#isDragging = false;
      const square = squareAt(gridOf(board), at);
      if (square !== null) {
        this.#stage.carry(middle(gridOf(board), square));
      }
      this.#apply(drop(board, this.#desk, square));
    }
  }

  cancel(): void {
    const board = this.#shown?.board;
    if (board !== undefined && this.#desk !== null) {
      this.#isDragging = false;
      this.#apply(drop(board, this.#desk, null));
    }
  }

  click(at: Point): void {
    const board = this.#shown?.board;
    const spot = board === undefined ? null : spotAt(gridOf(board), at, board.walls);
    if (board !== undefined && spot !== null && this.#desk !== null) {
      this.#apply(click(board, this.#desk, spot));
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
    if (board === undefined || this.#desk === null) {
      return false;
    }
    if (key === 'F10' && shiftKey) {
      this.#openMenu(this.#desk.cursor);
      return true;
    }
    const was = this.#desk.held;
    const step = press(board, this.#desk, { key, shift: shiftKey, control: ctrlKey || metaKey });
    if (step === null) {
      return key === 'Escape' && this.#wishes.cancel();
    }
    this.#isDragging = false;
    const { held, cursor } = step.desk;
    const piece = find(board, held);
    if (piece !== null && was !== held) {
      this.#stage.lift(piece.square, piece.kind);
      say(this.#said, `${piece.label} is in the air: arrows, then Enter; Escape puts it back.`);
    }
    if (held !== null) {
      this.#stage.carry(middle(gridOf(board), cursor));
    }
    this.#apply(step);
    return true;
  }

  enter(square: string): void {
    const board = this.#shown?.board;
    if (board === undefined || this.#desk === null) {
      return;
    }
    this.#desk = { ...this.#desk, cursor: square };
    if (this.#desk.held !== null && !this.#isDragging) {
      this.#stage.carry(middle(gridOf(board), square));
    }
    this.#draw();
  }

  #apply({ desk, effect }: Step): void {
    const isDown = this.#desk?.held !== null && desk.held === null;
    this.#desk = desk;
    if (isDown && effect?.type !== 'edit') {
      this.#stage.settle();
    }
    this.#draw();
    switch (effect?.type) {
      case 'edit':
        this.#edit(effect.gesture);
        return;
      case 'menu':
        this.#openMenu(effect.square);
        return;
      case 'say':
        say(this.#said, effect.text);
        return;
      case 'map':
        this.#toggleMap();
        return;
      case 'undo':
      case 'redo':
        this.#post({ type: effect.type });
    }
  }

  #edit(gesture: EditOperation): void {
    if (this.#shown !== null) {
      const edit: Edit = { uri: this.#shown.uri, line: this.#shown.board.line, gesture };
      this.#post({ type: 'edit', ...edit });
    }
  }

  /** Tells of the square below the pointer, until the next one. */
  #tellOver(square: string | null): void {
    const board = this.#shown?.board;
    this.#hovered = square;
    say(this.#over, square === null || board === undefined ? '' : this.#tell(board, square));
  }

  /** A square in words, with what the map says of it. */
  #tell(board: Board, square: string): string {
    const at = this.#heat?.get(square);
    const piece = this.#map?.piece;
    if (at === undefined || piece === undefined) {
      return describe(board, square);
    }
    const now = square === piece.square ? '' : `; now on ${piece.square}: ${board.summary}`;
    return this.#desk?.held === piece.id
      ? `${piece.label} on ${square}: ${at.label}${now}`
      : `${describe(board, square)}; ${piece.label} here: ${at.label}`;
  }

  #draw(): void {
    const board = this.#shown?.board;
    const desk = this.#desk;
    if (board === undefined || desk === null) {
      return;
    }
    this.#want(desk.held ?? (this.#isMapOn ? desk.chosen : null));
    const chosen = find(board, desk.chosen);
    this.#stage.label((square) => this.#tell(board, square));
    this.#tellOver(this.#hovered);
    this.#stage.mark(desk.cursor, chosen?.square ?? null);
    this.#stage.heat(this.#heat, (square) => standing(board, square).length > 0);
    this.#mapButton.setAttribute('aria-pressed', String(this.#isMapOn));
    say(this.#legend, this.#map === null ? '' : mapSummary(this.#map));
  }

  /** Asks for the map of a piece, once. */
  #want(piece: string | null): void {
    if (piece !== this.#wanted) {
      this.#wanted = piece;
      this.#map = null;
      this.#heat = null;
      this.#post({ type: 'map', piece });
    }
  }

  #toggleMap(): void {
    const board = this.#shown?.board;
    if (board === undefined || this.#desk === null) {
      return;
    }
    this.#isMapOn = !this.#isMapOn;
    if (this.#isMapOn && this.#desk.chosen === null) {
      const under = standing(board, this.#desk.cursor);
      const [piece] = [...under, ...board.pieces].filter(({ kind }) => kind !== 'block');
      this.#desk = { ...this.#desk, chosen: piece?.id ?? null };
    }
    say(this.#said, this.#isMapOn ? 'The map of the chosen piece is shown.' : 'The map is hidden.');
    this.#draw();
  }

  #openMenu(square: string): void {
    const board = this.#shown?.board;
    if (board !== undefined && this.#desk !== null) {
      this.#desk = { ...this.#desk, cursor: square };
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

  #open(name: string, list: readonly Entry[], x: number, y: number, closed: () => void): void {
    const items = list.map(({ label, glyph, does }) => ({ label, glyph, work: () => this.#take(does) }));
    this.#menu.open(name, items, x, y, closed);
  }

  /** Does what an entry of a menu says. */
  #take(does: Entry['does']): void {
    const board = this.#shown?.board;
    if (board === undefined || this.#desk === null) {
      return;
    }
    if (does.type === 'chart') {
      this.#isMapOn = true;
      this.#apply({ desk: { ...this.#desk, chosen: does.id }, effect: null });
      return;
    }
    if (does.type !== 'pick') {
      this.#apply({ desk: this.#desk, effect: does });
      return;
    }
    const piece = find(board, does.id);
    if (piece !== null) {
      this.#stage.lift(piece.square, piece.kind);
      this.#apply({ desk: pick(piece), effect: null });
      say(this.#said, `${piece.label} is in the air: click where it shall stand, or arrows and Enter.`);
    }
  }
}
