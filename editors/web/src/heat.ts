/** The what-if map as numbers, shades and words. */

import type { MapSquare, PieceMap } from './protocol.ts';

/** A square of the map. */
export interface Heat {
  /** The text on the square; may be empty. */
  readonly text: string;
  /** From 0, the lowest number of moves in the map, to 1, the highest; null without a number. */
  readonly shade: number | null;
  /** Whether this is the highest number of moves. */
  readonly isMost: boolean;
  readonly state: MapSquare['state'];
  /** A description in words. */
  readonly label: string;
}

const MARKS = { unsolvable: '×', unknown: '?', pending: '·', taken: '' } as const;

const WORDS = {
  unsolvable: 'unsolvable',
  unknown: 'not known',
  pending: 'being worked out',
  taken: 'impossible for this piece',
} as const;

/** Abbreviates an answer: "9 moves" becomes 9, and "win 5" becomes W5. */
export function short(answer: string): string {
  const [, number] = /^(\d+)/.exec(answer) ?? [];
  if (number !== undefined) {
    return number;
  }
  const [, word = '', count = ''] = /^(\w+)\D*(\d*)/.exec(answer) ?? [];
  return `${word.slice(0, 1).toUpperCase()}${count}`;
}

function numbers(map: PieceMap): number[] {
  return map.squares.flatMap(({ state, moves }) => (state === 'solved' && moves !== null ? [moves] : []));
}

/** Returns the squares of the map by name. */
export function heat(map: PieceMap): Map<string, Heat> {
  const known = numbers(map);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return new Map(
    map.squares.map(({ square, state, answer, moves }): [string, Heat] => {
      if (state !== 'solved') {
        return [square, { text: MARKS[state], shade: null, isMost: false, state, label: WORDS[state] }];
      }
      const shade = moves === null ? null : most === least ? 0.5 : (moves - least) / (most - least);
      const text = short(answer ?? String(moves ?? ''));
      const isMost = moves === most && most > least;
      return [square, { text, shade, isMost, state, label: answer ?? `${moves} moves` }];
    }),
  );
}

/** Returns the line below the map: its progress, and the squares with the most moves. */
export function mapSummary(map: PieceMap): string {
  const known = numbers(map);
  const possible = map.squares.filter(({ state }) => state !== 'taken');
  const open = possible.filter(({ state }) => state === 'pending').length;
  const progress =
    open === 0 ? `all ${possible.length} squares` : `${possible.length - open} of ${possible.length} squares`;
  const about = `Map of ${map.piece.label}: ${progress}`;
  if (known.length === 0) {
    return `${about}.`;
  }
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const where = map.squares.filter(({ state, moves }) => state === 'solved' && moves === most);
  const named = where.slice(0, 3).map(({ square }) => square);
  const more = where.length > named.length ? ` and ${where.length - named.length} more` : '';
  const range = least === most ? `${most}` : `${least} to ${most}`;
  return `${about}, ${range} moves; the most on ${named.join(', ')}${more}.`;
}
