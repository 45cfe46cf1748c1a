/** The editor: CodeMirror with carom's highlighting, hover, completion and formatting. */

import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, Transaction } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Completion, Token } from 'carom-wasm';
import type { Carom } from './carom.ts';
import { elements } from './markdown.ts';
import { positionAt, spanOf } from './places.ts';

/** Events of the editor. */
export interface Events {
  edited(): void;
  moved(): void;
  pasted(from: number, text: string): void;
  format(): void;
}

const setTokens = StateEffect.define<readonly Token[]>();

/** The highlighting of the last tokens, which moves with the text. */
const highlighting = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setTokens)) {
        const { doc } = transaction.state;
        const ranges = effect.value.flatMap(({ range, kind }) => {
          const { from, to } = spanOf(doc, range);
          return from < to ? [Decoration.mark({ class: `tok-${kind}` }).range(from, to)] : [];
        });
        return Decoration.set(ranges, true);
      }
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function createEditor(parent: HTMLElement, carom: Carom, events: Events): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        lintGutter(),
        highlighting,
        hover(carom),
        autocompletion({ override: [(context) => complete(carom, context)], icons: false }),
        EditorView.contentAttributes.of({ 'aria-label': 'Puzzle file', tabindex: '0' }),
        EditorView.theme({
          '&.cm-focused': { outline: '2px solid var(--carom-focus)', outlineOffset: '-2px' },
          '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--carom-hover) 60%, transparent)' },
          '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
            {
              backgroundColor: 'color-mix(in srgb, var(--carom-selection) 35%, transparent)',
            },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            events.edited();
          }
          if (update.selectionSet) {
            events.moved();
          }
          for (const transaction of update.transactions) {
            if (transaction.isUserEvent('input.paste')) {
              transaction.changes.iterChanges((_a, _b, from, _to, inserted) => {
                events.pasted(from, inserted.toString());
              });
            }
          }
        }),
        keymap.of([
          {
            key: 'Shift-Alt-f',
            run: () => {
              events.format();
              return true;
            },
          },
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
      ],
    }),
  });
}

export function highlight(view: EditorView, tokens: readonly Token[]): void {
  view.dispatch({ effects: setTokens.of(tokens) });
}

/** Replaces the text as one undo step, and changes only the parts that differ. */
export function replaceText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  let from = 0;
  while (from < Math.min(old.length, text.length) && old[from] === text[from]) {
    from += 1;
  }
  let end = 0;
  const most = Math.min(old.length, text.length) - from;
  while (end < most && old[old.length - 1 - end] === text[text.length - 1 - end]) {
    end += 1;
  }
  if (old !== text) {
    const changes = { from, to: old.length - end, insert: text.slice(from, text.length - end) };
    view.dispatch({ changes, annotations: Transaction.userEvent.of('input.replace') });
  }
}

function hover(carom: Carom) {
  return hoverTooltip(async ({ state: { doc } }, offset) => {
    const found = await carom.look('hover', [doc.toString(), positionAt(doc, offset)]);
    if (found === null) {
      return null;
    }
    const { from, to } = spanOf(doc, found.range);
    const create = () => {
      const dom = document.createElement('div');
      dom.append(elements(found.markdown));
      return { dom };
    };
    return { pos: from, end: to, create };
  });
}

const TYPES: Record<Completion['kind'], string> = {
  game: 'class',
  key: 'property',
  rule: 'keyword',
  glyph: 'enum',
  piece: 'variable',
  move: 'function',
  value: 'constant',
};

async function complete(carom: Carom, { state: { doc }, pos, explicit }: CompletionContext) {
  const items = await carom.look('complete', [doc.toString(), positionAt(doc, pos)], { explicit });
  const [first] = items;
  if (first === undefined) {
    return null;
  }
  const { from, to } = spanOf(doc, first.range);
  const options = items.map(({ label, kind, detail, documentation, insert }, index) => ({
    label,
    type: TYPES[kind],
    apply: insert,
    // Keep the order of the server: the best item first.
    boost: 99 - Math.min(index, 198),
    ...(detail === null ? {} : { detail }),
    ...(documentation === null ? {} : { info: () => info(documentation) }),
  }));
  return { from, to, options };
}

function info(markdown: string): Node {
  const dom = document.createElement('div');
  dom.append(elements(markdown));
  return dom;
}
