/** How to play a game: a picture and sentences, in a part that can be folded. */

import * as core from 'carom-core';
import { compact } from '../src/compact.ts';
import { drawing, make } from '../src/dom.ts';

/** `Guide` in `crates/carom-library/src/page/guide.rs`. */
interface Guide {
  readonly svg: string;
  readonly sentences: readonly string[];
}

/** Returns the guide of a puzzle or, of the text `puzzle GAME`, of a game. */
export function guide(title: string, text: string): Node[] {
  const { svg, sentences } = JSON.parse(core.guide(text)) as Guide;
  const figure = make('div', { className: 'page-figure carom-drawing' });
  const drawn = drawing(svg);
  if (drawn !== null) {
    compact(drawn);
    figure.append(drawn);
  }
  const list = make('ol', {}, ...sentences.map((sentence) => make('li', {}, sentence)));
  return [make('summary', {}, `How to play ${title}`), figure, list];
}
