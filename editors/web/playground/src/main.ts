/** The playground: an editor, a list of diagnostics, and the board view. */

import { type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import type { Diagnostic, Fix, Progress } from 'carom-wasm';
import { EditMode, show } from '../../src/index.ts';
import { Carom, Stopped } from './carom.ts';
import { fileName, png, save } from './download.ts';
import { createEditor, highlight, replaceText } from './editor.ts';
import { EXAMPLES, FIRST } from './examples.ts';
import { PageHost } from './host.ts';
import { downloadProgram } from './page.ts';
import { offsetOf } from './places.ts';
import { fragmentOf, textOf } from './share.ts';

/** The delay between an edit and a check, in milliseconds. */
const CALM = 200;

/** How long a search may take before the page shows it, in milliseconds. */
const PATIENCE = 400;

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(`pg-${id}`);
  if (!(found instanceof type)) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

const examples = element('examples', HTMLSelectElement);
const download = element('download', HTMLSelectElement);
const status = element('message', HTMLElement);
const stopButton = element('stop', HTMLButtonElement);
const againButton = element('again', HTMLButtonElement);
const problems = element('problems', HTMLUListElement);
const link = element('link', HTMLElement);
const notice = element('notice', HTMLElement);
const url = element('url', HTMLInputElement);

const carom = new Carom();
let version = 0;
let isStopped = false;
/** The timer of the next check. */
let timer: ReturnType<typeof setTimeout> | undefined;
/** The last check that was started. */
let checking: Promise<void> = Promise.resolve();

const view = createEditor(element('editor', HTMLElement), carom, {
  edited: () => {
    version += 1;
    isStopped = false;
    link.hidden = true;
    notice.hidden = true;
    clearTimeout(timer);
    timer = setTimeout(startCheck, CALM);
    host.report('text');
  },
  moved: () => host.report('cursor'),
  pasted: (from, text) => void convert(from, text),
  format: () => void format(),
});
const text = () => view.state.doc.toString();

const host = new PageHost({
  view,
  carom,
  version: () => version,
  isStopped: () => isStopped,
  search: (name, args) => {
    if (carom.isIdle && !isStopped) {
      void search(() => carom.search(name, args, {}, progress)).then(() => host.report('answers'));
    }
  },
});
show(element('board', HTMLElement), host, { editor: EditMode, kept: { mode: 'play' } });

function startCheck(): void {
  clearTimeout(timer);
  timer = undefined;
  checking = check();
}

/** Shows diagnostics: first those that need no answer, later all. */
async function check(): Promise<void> {
  const [checked, now] = [text(), version];
  if (!carom.isIdle) {
    carom.stop();
  }
  const [tokens, early] = await Promise.all([
    carom.call('tokens', checked),
    carom.look('check', [checked], { hints: true }),
  ]);
  if (now !== version) {
    return;
  }
  highlight(view, tokens);
  present(early);
  host.report('answers');
  const found = await search(() => carom.search('check', [checked], { hints: true }, progress));
  if (now === version) {
    present(found ?? early);
    summarize(found);
    host.report('answers');
  }
}

/** Runs a search, and shows it if it takes long. Returns null if it was stopped. */
async function search<T>(run: () => Promise<T>): Promise<T | null> {
  const shown = setTimeout(() => {
    say('Solving…');
    stopButton.hidden = false;
  }, PATIENCE);
  againButton.hidden = true;
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Stopped)) {
      say(error instanceof Error ? error.message : String(error));
    }
    return null;
  } finally {
    clearTimeout(shown);
    if (carom.isIdle) {
      stopButton.hidden = true;
    }
  }
}

function progress({ puzzle, positions, atLeast }: Progress): void {
  if (!stopButton.hidden) {
    say(`Solving puzzle ${puzzle}: ${positions.toLocaleString('en')} positions, at least ${atLeast} moves`);
  }
}

function say(message: string): void {
  status.textContent = message;
}

function summarize(found: readonly Diagnostic[] | null): void {
  if (found === null) {
    say(isStopped ? 'Stopped. Answers that were not found are missing.' : '');
    againButton.hidden = !isStopped;
    return;
  }
  const number = (severity: string) => found.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [number('error'), number('warning')];
  const count = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;
  say(errors + warnings === 0 ? 'No problems.' : `${count(errors, 'error')}, ${count(warnings, 'warning')}.`);
}

/** Shows diagnostics in the text and in the list. */
function present(found: readonly Diagnostic[]): void {
  const { doc } = view.state;
  const marks = found.map((one): Mark => {
    const from = offsetOf(doc, one.start);
    return {
      from,
      to: Math.max(from, offsetOf(doc, one.end)),
      severity: one.severity,
      source: one.code,
      message: one.help === '' ? one.message : `${one.message}\n${one.help}`,
      actions: one.fixes.map((fix) => ({ name: fix.title, apply: () => apply(fix) })),
    };
  });
  view.dispatch(setDiagnostics(view.state, marks));
  problems.replaceChildren(...found.filter(({ severity }) => severity !== 'hint').map(problem));
}

function problem({ severity, message, start, fixes }: Diagnostic): HTMLElement {
  const item = document.createElement('li');
  item.className = severity;
  const place = button(`Line ${start.line}: ${severity}: ${message}`, () => {
    view.dispatch({ selection: { anchor: offsetOf(view.state.doc, start) }, scrollIntoView: true });
    view.focus();
  });
  place.className = 'place';
  item.append(place, ...fixes.map((fix) => button(fix.title, () => apply(fix))));
  return item;
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', act);
  return made;
}

function apply(fix: Fix): void {
  const { doc } = view.state;
  const changes = fix.edits.map(({ start, end, text: insert }) => ({
    from: offsetOf(doc, start),
    to: offsetOf(doc, end),
    insert,
  }));
  view.dispatch({ changes, userEvent: 'input.fix' });
}

async function format(): Promise<void> {
  const now = version;
  const { text: formatted, errors } = await carom.call('format', text());
  if (now === version) {
    replaceText(view, formatted);
    if (errors.length > 0) {
      say('Puzzles with syntax errors stay as they are.');
    }
  }
}

/** Converts a pasted text of a foreign format. Undo restores the original. */
async function convert(from: number, pasted: string): Promise<void> {
  const now = version;
  const name = await carom.call('recognize', pasted);
  if (name === undefined || name === 'carom' || now !== version) {
    return;
  }
  const { text: insert, errors } = await carom.call('convert', pasted, { from: name, to: 'carom' });
  if (errors.length === 0 && insert && now === version) {
    view.dispatch({ changes: { from, to: from + pasted.length, insert }, userEvent: 'input.convert' });
    say(`Converted from ${name}; undo brings the original back.`);
  }
}

/** Shows a link to the text, and copies it if the browser allows that. */
async function share(): Promise<void> {
  history.replaceState(null, '', await fragmentOf(text()));
  url.value = location.href;
  link.hidden = false;
  url.focus();
  url.select();
  const isCopied = await navigator.clipboard?.writeText(url.value).then(
    () => true,
    () => false,
  );
  say(isCopied ? 'Link copied. It contains the whole text; nothing is uploaded.' : 'Copy this link.');
}

/** Saves a page with all puzzles of the text. It works without this site. */
async function offerPage(name: string, kind: 'rules' | 'solver'): Promise<void> {
  const program = await downloadProgram(kind);
  const wasStopped = isStopped;
  if (timer !== undefined) {
    startCheck();
  }
  // The page needs the answers of the check, and its status replaces that of the check.
  await checking;
  if (isStopped && !wasStopped) {
    return;
  }
  const page = await search(() => carom.search('page', [text(), program], {}, progress));
  if (page === null) {
    if (isStopped) {
      summarize(null);
    }
    return;
  }
  const describe = ([first, ...others]: readonly Diagnostic[]) => {
    const more = others.length === 0 ? '' : ` And ${others.length} more.`;
    return first === undefined ? '' : ` Line ${first.start.line}: ${first.message}.${more}`;
  };
  if (page.html === null) {
    say(`No page was made.${describe(page.errors)}`);
    return;
  }
  save(name, new Blob([page.html], { type: 'text/html' }));
  say(`Page saved.${describe(page.warnings)}`);
}

async function offer(kind: string): Promise<void> {
  let board = null;
  for (const { position } of host.places()) {
    board ??= await carom.look('board', [text(), position]);
  }
  const title = board?.name ?? 'puzzle';
  if (kind === 'carom') {
    save(fileName(title, 'carom'), new Blob([text()], { type: 'text/plain' }));
    return;
  }
  if (kind === 'rules' || kind === 'solver') {
    await offerPage(fileName(title, 'html'), kind);
    return;
  }
  const svg = board?.svg;
  if (svg === null || svg === undefined) {
    say('Put the cursor into a puzzle without errors.');
    return;
  }
  const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await png(svg);
  save(fileName(title, kind), blob);
}

function open(content: string): void {
  host.open();
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: content },
    selection: { anchor: 0 },
  });
}

examples.append(
  new Option('choose…', ''),
  ...EXAMPLES.map(([name], index) => new Option(name, String(index))),
);
examples.addEventListener('change', () => {
  const chosen = EXAMPLES[Number.parseInt(examples.value, 10)];
  if (chosen !== undefined) {
    open(chosen[1]);
  }
  examples.value = '';
});
download.addEventListener('change', () => {
  const kind = download.value;
  download.value = '';
  if (kind !== '') {
    offer(kind).catch((error: Error) => say(error.message));
  }
});
element('format', HTMLButtonElement).addEventListener('click', () => void format());
element('share', HTMLButtonElement).addEventListener('click', () => void share());
stopButton.addEventListener('click', () => {
  isStopped = true;
  carom.stop();
});
againButton.addEventListener('click', () => {
  isStopped = false;
  startCheck();
});
window.addEventListener('hashchange', () => void load(null));

/** Opens the text in the URL, or another one. */
async function load(otherwise: string | null): Promise<void> {
  try {
    const content = (await textOf(location.hash)) ?? otherwise;
    if (content !== null && content !== text()) {
      open(content);
    }
  } catch (error) {
    open('');
    notice.hidden = false;
    notice.textContent = error instanceof Error ? error.message : String(error);
  }
}

void load(FIRST);

// Works offline after the first visit. A page in a frame or a file may have no service worker.
if (isSecureContext) {
  navigator.serviceWorker?.register('offline.js').catch(() => {});
}
