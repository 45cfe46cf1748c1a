/** How to play a game: a picture and sentences, in a part that can be folded. */

import * as core from 'carom-core';
import { compact } from '../src/compact.ts';
import { drawing } from '../src/dom.ts';

/** `Guide` in `crates/carom-library/src/page/guide.rs`. */
interface Guide {
  readonly svg: string;
  readonly sentences: readonly string[];
}

/** Returns the guide of a puzzle or, of the text `puzzle GAME`, of a game. */
export function guide(title: string, text: string): Node[] {
  const { svg, sentences } = JSON.parse(core.guide(text)) as Guide;
  const summary = document.createElement('summary');
  summary.textContent = `How to play ${title}`;
  const figure = document.createElement('div');
  figure.className = 'page-figure carom-drawing';
  const drawn = drawing(svg);
  if (drawn !== null) {
    compact(drawn);
    figure.append(drawn);
  }
  const list = document.createElement('ol');
  list.append(
    ...sentences.map((sentence) => Object.assign(document.createElement('li'), { textContent: sentence })),
  );
  return [summary, figure, list];
}
