/** The board view, which shows one of three modes at a time. */

import { Controller } from './controller.ts';
import { element } from './dom.ts';
import type { EditMode } from './edit.ts';
import { type Ability, ALL, abilities, type Host } from './host.ts';
import { markup } from './markup.ts';
import type { Channel, Mode, Played, ToView } from './messages.ts';
import { refusal } from './outcome.ts';
import type { Memory } from './player.ts';
import { PlayMode, type PlayOptions } from './playing.ts';
import type { Position, PuzzleInfo, SolutionSource } from './protocol.ts';
import { Stage } from './stage.ts';
import { Tabs } from './tabs.ts';
import { summaryText, WatchMode } from './watch.ts';

/** The state that a page may keep for the next time. */
export interface Kept {
  readonly uri?: string;
  readonly position?: Position;
  readonly of?: SolutionSource;
  readonly speed?: number;
  readonly watched?: Memory | null;
  readonly mode?: Mode;
  readonly played?: Played;
}

export interface Options {
  /** The optional parts that the host has; all by default. */
  readonly abilities?: readonly Ability[];
  /** The state that was kept last. */
  readonly kept?: Kept;
  /** Receives the state after each change. */
  readonly keep?: (kept: Kept) => void;
  /** The board editor, `EditMode`. Without it, there is no tab *Edit*. */
  readonly editor?: typeof EditMode;
  /** More elements for Play, below its buttons. */
  readonly extras?: Node;
  readonly playing?: PlayOptions;
  /** Whether a mode may be chosen now; a page may ask first, and choose it later. */
  readonly mayChoose?: (mode: Mode) => boolean;
  /** Whether the board takes most of the room, and everything else is below it. */
  readonly isCompact?: boolean;
  /** Where the keys of the playback are handled: the view by default, or the window. */
  readonly keys?: EventTarget;
}

/** A mounted view. */
export interface View {
  /** Turns high contrast on or off; null, the default, follows the browser. */
  setHighContrast(isHigh: boolean | null): void;
  /** Play. */
  readonly play: Pick<PlayMode, 'play' | 'hint'>;
}

/** Shows the view in an element of a page, with a host in the same page. */
export function show(
  root: HTMLElement,
  host: Host,
  options: Options = {},
): View & { controller: Controller } {
  let receive: (message: ToView) => void = () => {};
  const { uri, position } = options.kept ?? {};
  const at = uri === undefined || position === undefined ? null : { uri, position };
  const controller = new Controller(host, (message) => receive(message), at);
  const channel: Channel = {
    post: (message) => controller.receive(message),
    listen: (listener) => {
      receive = listener;
    },
  };
  const view = mount(root, channel, { abilities: abilities(host), ...options });
  return { ...view, controller };
}

/** Mounts the view in an element of a page. A document can have only one view. */
export function mount(root: HTMLElement, channel: Channel, options: Options = {}): View {
  const all = options.abilities ?? ALL;
  const has = options.editor === undefined ? all.filter((ability) => ability !== 'edit') : all;
  root.classList.add('carom-view');
  root.innerHTML = markup(has, has.includes('edit') ? options.editor?.panel(has) : undefined);
  const play = start(root, channel, { ...options, abilities: has });
  return { setHighContrast: contrast(root), play };
}

/** Sets the class for high contrast, and follows the browser. */
function contrast(root: HTMLElement): View['setHighContrast'] {
  const media = matchMedia('(forced-colors: active), (prefers-contrast: more)');
  let wanted: boolean | null = null;
  const apply = () => {
    root.classList.toggle('is-high-contrast', wanted ?? media.matches);
  };
  media.addEventListener('change', apply);
  apply();
  return (isHigh) => {
    wanted = isHigh;
    apply();
  };
}

function start(root: HTMLElement, channel: Channel, options: Options): PlayMode {
  const kept: Kept = options.kept ?? {};
  const main = element('player', HTMLElement);
  const title = element('title', HTMLElement);
  const summary = element('summary', HTMLElement);
  const text = element('text', HTMLElement);
  const empty = element('empty', HTMLElement);
  const nothing = element('nothing', HTMLElement);
  const restart = element('restart-server', HTMLButtonElement);
  const claims = element('claims', HTMLElement);
  const claimed = element('claimed', HTMLElement);
  const notes = element('notes', HTMLElement);
  const also = element('also', HTMLElement);
  const alsoText = element('also-text', HTMLElement);
  const undoAlso = document.getElementById('undo-also');
  const can = (ability: Ability) => options.abilities?.includes(ability) ?? true;
  const canEdit = can('edit');

  let mode: Mode = kept.mode === 'edit' && !canEdit ? 'watch' : (kept.mode ?? 'watch');
  /** Identifies the shown text of the puzzle, and the one that a note is about. */
  let shown = '';
  let noted = '';
  let where: { readonly uri?: string; readonly position?: Position } = kept;

  const stage = new Stage(element('board', HTMLElement), options.isCompact);
  const watch = new WatchMode(
    stage,
    kept,
    keep,
    ask,
    (turn) => channel.post({ type: 'mark', turn }),
    can('write'),
  );
  const edit = options.editor && new options.editor(stage, channel.post, can('remake'));
  const play = new PlayMode(stage, ask, channel.post, kept.played, options.playing);
  element('extras', HTMLElement).append(...(options.extras === undefined ? [] : [options.extras]));
  const tabs = new Tabs(element('modes', HTMLElement), (chosen) => {
    if (chosen === mode || (options.mayChoose?.(chosen) ?? true)) {
      choose(chosen);
    }
  });

  function keep(): void {
    const { of, speed, watched } = watch;
    options.keep?.({ ...where, of, speed, watched, mode, played: play.played });
  }

  /** Requests the data for the current mode. */
  function ask(): void {
    keep();
    channel.post({ type: 'mode', mode, of: watch.of, played: play.played });
  }

  function choose(chosen: Mode): void {
    if (chosen !== mode) {
      leave();
      mode = chosen;
      tabs.mark(mode);
    }
    ask();
  }

  function leave(): void {
    watch.leave();
    edit?.leave();
    play.leave();
  }

  /** Shows the parts that all modes have in common. */
  function head(puzzle: PuzzleInfo, line: string, drawn: string): void {
    shown = JSON.stringify([where.uri, puzzle.version, puzzle.line]);
    also.hidden ||= shown !== noted;
    main.hidden = false;
    nothing.hidden = true;
    title.textContent = puzzle.title;
    summary.textContent = line;
    summary.title = line;
    claims.hidden = typeof puzzle.claimed !== 'string';
    claimed.textContent = `The file claims ${puzzle.claimed}.`;
    notes.hidden = typeof puzzle.notes !== 'string';
    notes.textContent = puzzle.notes ?? '';
    main.dataset.state = puzzle.state;
    main.setAttribute('aria-busy', String(puzzle.state === 'solving'));
    text.textContent = drawn;
  }

  /** Shows what an edit changed besides what was asked, until the text changes again. */
  function note(result: { readonly also?: string } | { readonly refused: string }): void {
    const isRefused = 'refused' in result;
    // The other modes show refusals themselves.
    const text = isRefused
      ? mode === 'watch'
        ? refusal(result.refused)
        : null
      : result.also === undefined
        ? null
        : `The edit also ${result.also.replaceAll('`', '')}.`;
    also.hidden = text === null;
    alsoText.textContent = text;
    undoAlso?.toggleAttribute('hidden', isRefused);
    noted = shown;
  }

  function receive(message: ToView): void {
    switch (message.type) {
      case 'show':
        if (mode === 'watch') {
          where = { uri: message.uri, position: message.position };
          head(message.solution, summaryText(message.solution, message.of), '');
          watch.show(message);
        }
        return;
      case 'board':
        if (mode === 'edit') {
          where = { uri: message.uri, position: message.position };
          head(message.board, message.board.summary, message.board.text ?? '');
          edit?.show(message);
          keep();
        }
        return;
      case 'play':
        if (mode === 'play') {
          where = { uri: message.uri, position: message.position };
          head(message.play, message.play.summary, message.play.frames.at(-1)?.text ?? '');
          play.show(message);
          keep();
        }
        return;
      case 'map':
        edit?.chart(message.piece, message.map);
        return;
      case 'edited':
        note(message.result);
        if (mode === 'play') {
          play.written(message.result);
        } else {
          edit?.edited(message.result);
        }
        return;
      case 'suggested':
        note(message.result);
        edit?.suggested(message.result);
        return;
      case 'remade':
        note(message.result);
        edit?.remade(message.result);
        return;
      case 'looking':
        edit?.looking(message.search, message.wasCancelled);
        return;
      case 'progress':
        edit?.report(message);
        return;
      case 'mode':
        choose(message.mode);
        return;
      case 'empty':
        leave();
        main.hidden = true;
        nothing.hidden = false;
        empty.textContent = message.reason;
        restart.hidden = !message.canRestart || !can('restart');
    }
  }

  /** Presses the visible button that names a key, wherever the focus is. */
  function shortcut({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
    const isText = target instanceof Element && target.closest('input, select, pre') !== null;
    const isControl = ctrlKey || metaKey;
    const letter = isControl && shiftKey && /^z$/i.test(key) ? 'Y' : key.toUpperCase();
    const name = isControl ? `Control+${letter}` : key;
    const named = [...root.querySelectorAll<HTMLButtonElement>(`[aria-keyshortcuts="${CSS.escape(name)}"]`)];
    const button = named.find((one) => one.checkVisibility());
    if (isText || altKey || (shiftKey && !isControl) || button === undefined) {
      return false;
    }
    button.click();
    return true;
  }

  channel.listen(receive);
  (options.keys ?? root).addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) {
      return;
    }
    // VS Code prevents the default of Ctrl+Z in its panels before it arrives here.
    const isHandled = event.defaultPrevented && !(event.ctrlKey || event.metaKey);
    if (!isHandled && (mode === 'watch' ? watch.key(event) : shortcut(event))) {
      event.preventDefault();
    }
  });
  if (title instanceof HTMLButtonElement) {
    title.addEventListener('click', () => channel.post({ type: 'reveal' }));
  }

  undoAlso?.addEventListener('click', () => channel.post({ type: 'undo' }));
  element('insert', HTMLElement).addEventListener('click', () => {
    channel.post({ type: 'write', moves: watch.solution });
  });
  document.getElementById('update-claims')?.addEventListener('click', () => channel.post({ type: 'claims' }));
  restart.addEventListener('click', () => channel.post({ type: 'restart' }));

  tabs.mark(mode);
  channel.post({ type: 'ready' });
  ask();
  return play;
}
