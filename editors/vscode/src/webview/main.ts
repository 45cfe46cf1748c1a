/** The page of the panel: one of three modes is shown at a time. */

import type { FromPanel, Mode, ToPanel } from '../solution/messages.ts';
import type { About, Of, Place } from '../solution/protocol.ts';
import { element } from './dom.ts';
import { EditMode } from './edit.ts';
import { Menu } from './menu.ts';
import type { Memory } from './player.ts';
import { PlayMode } from './playing.ts';
import { Stage } from './stage.ts';
import { Tabs } from './tabs.ts';
import { summaryText, WatchMode } from './watch.ts';

/** What is kept while the panel is hidden, and when the window is loaded again. */
interface Kept {
  readonly uri?: string;
  readonly position?: Place;
  readonly of?: Of;
  readonly speed?: number;
  readonly memory?: Memory | null;
  readonly mode?: Mode;
  readonly moves?: readonly string[];
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

const host = acquireVsCodeApi();
const post = (message: FromPanel) => host.postMessage(message);
const kept: Kept = host.getState() ?? {};
const main = element('player', HTMLElement);
const title = element('title', HTMLButtonElement);
const summary = element('summary', HTMLElement);
const text = element('text', HTMLElement);
const empty = element('empty', HTMLElement);

let mode: Mode = kept.mode ?? 'watch';
let where: { readonly uri?: string; readonly position?: Place } = kept;

const stage = new Stage(element('board', HTMLElement));
const watch = new WatchMode(stage, kept, keep, ask);
const edit = new EditMode(stage, new Menu(element('menu', HTMLElement)), post);
const play = new PlayMode(stage, ask, post, kept.moves ?? []);
const tabs = new Tabs(element('modes', HTMLElement), choose);

function keep(): void {
  const { of, speed, memory } = watch;
  host.setState({ ...where, of, speed, memory, mode, moves: play.moves });
}

/** Tells the extension what is to be shown. */
function ask(): void {
  keep();
  post({ type: 'mode', mode, of: watch.of, moves: play.moves });
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
  edit.leave();
  play.leave();
}

/** What is the same in all modes. */
function head(about: About, line: string, drawn: string): void {
  main.hidden = false;
  empty.hidden = true;
  title.textContent = about.title;
  summary.textContent = line;
  main.dataset.state = about.state;
  main.setAttribute('aria-busy', String(about.state === 'solving'));
  text.textContent = drawn;
}

function receive(message: ToPanel): void {
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
        edit.show(message);
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
      edit.chart(message.piece, message.map);
      return;
    case 'edited':
      if (mode === 'play') {
        play.written(message.result);
      } else {
        edit.edited(message.result);
      }
      return;
    case 'looking':
      edit.looking(message.wish, message.wasCancelled);
      return;
    case 'mode':
      choose(message.mode);
      return;
    case 'empty':
      leave();
      main.hidden = true;
      empty.hidden = false;
      empty.textContent = message.reason;
  }
}

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => receive(data));
window.addEventListener('keydown', (event) => {
  if (mode === 'watch' && !event.defaultPrevented && watch.key(event)) {
    event.preventDefault();
  }
});
title.addEventListener('click', () => post({ type: 'reveal' }));

tabs.mark(mode);
post({ type: 'ready' });
ask();
