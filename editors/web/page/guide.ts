/** How to play each game: a picture and three sentences, and what else is on a board. */

import { compact } from '../src/compact.ts';
import { drawing } from '../src/dom.ts';
import type { Board } from '../src/index.ts';

interface Guide {
  /** A tiny puzzle, and the moves before the picture. */
  readonly text: string;
  readonly moves: string;
  readonly sentences: readonly [string, string, string];
}

const GUIDES: Readonly<Record<string, Guide>> = {
  lunar: {
    text: 'puzzle lunar\n  board:\n    . . . . .\n    @ . + A .\n    . . . . .\n',
    moves: '@>',
    sentences: [
      'Slide humans and robots; a piece moves straight on until another piece stops it.',
      'The border stops nothing: a piece that would leave the board may not move that way.',
      'Bring every human to rest on a target with as few moves as you can.',
    ],
  },
  ricochet: {
    text: 'puzzle ricochet\n  rules: direct\n  board:\n    . . . . .\n    . . . . .\n    R . r B .\n',
    moves: 'R>',
    sentences: [
      'Slide the robots; a robot moves straight on until a wall, a block or another robot stops it.',
      'Bring the robot with the colour and letter of the target to rest on it.',
      'The other robots may move too: they stop yours where no wall does.',
    ],
  },
  slider: {
    text: 'puzzle slider\n  board:\n    . . . .\n    . H . .\n    . . . .\n    . . V .\n',
    moves: '',
    sentences: [
      'Two sides take turns: H leaves the board on the right, V at the top.',
      'A piece moves one square in its direction or sideways, never backwards and never onto another piece.',
      'The side whose last piece leaves first wins; find the best move for each side.',
    ],
  },
  tilt: {
    text: 'puzzle tilt\n  board:\n    . . . .\n    . . . +\n    G . B .\n',
    moves: '>',
    sentences: [
      'Tilt the whole board: every piece slides that way at once until the border, a block or a piece at rest stops it.',
      'A piece that comes over a hole falls in; a tilt in which a blue piece would fall is not allowed.',
      'Let all green pieces fall with as few tilts as you can.',
    ],
  },
  rush: {
    text: 'puzzle rush\n  player: a1\n  hand: ═\n  items: KEY b1\n  board:\n    ═══\n    ═══\n    ╔╗═\n',
    moves: '2>',
    sentences: [
      'In each turn, push a row or a column by one: your tile goes in, and the tile that falls out is your next one.',
      'Then walk along the open paths as far as you like; who stands on a pushed line rides along.',
      'Collect all the items that you have to find in as few turns as you can.',
    ],
  },
};

/** Returns sentences about what is on a board and in no sentence about the whole game. */
function extras(game: string, { pieces, wall }: Board): string[] {
  const has = (label: RegExp) => pieces.some((piece) => label.test(piece.label));
  const walls = [wall.length > 0 && 'walls', has(/^block/) && 'blocks'].filter((text) => text);
  return [
    game === 'lunar' && walls.length > 0 && `On this board, ${walls.join(' and ')} stop pieces too.`,
    game === 'slider' && walls.length > 0 && 'No piece enters a block.',
    has(/^diagonal .$/) && 'A diagonal turns every robot by a right angle.',
    has(/^diagonal .+robot/) &&
      'A diagonal with a colour lets the robot of that colour pass, and turns all others by a right angle.',
    has(/any robot$/) && 'Any robot may come to rest on the target *.',
    has(/without a name$/) && 'Robots without a letter move and stop others as any robot does.',
  ].filter((text) => text !== false);
}

/**
 * Returns the guide of a game, and of what is on a board, if there is one. `frames` returns
 * drawings.
 */
export function guide(
  game: string,
  frames: (text: string, moves: string) => readonly string[],
  board: Board | null = null,
): Node[] {
  const found = GUIDES[game];
  if (found === undefined) {
    return [];
  }
  const svg = frames(found.text, found.moves).at(-1);
  const list = document.createElement('ol');
  list.append(
    ...[...found.sentences, ...(board === null ? [] : extras(game, board))].map((sentence) => {
      const item = document.createElement('li');
      item.textContent = sentence;
      return item;
    }),
  );
  const figure = document.createElement('div');
  figure.className = 'page-figure carom-drawing';
  const drawn = svg === undefined ? null : drawing(svg);
  if (drawn !== null) {
    compact(drawn);
    figure.append(drawn);
  }
  return [figure, list];
}
