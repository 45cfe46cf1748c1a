/** A board of three by three squares, for tests. */

import type { Board, Piece } from '../src/protocol.ts';

export const piece = (id: string, kind: string, square: string): Piece => ({
  id,
  kind,
  square,
  label: `${kind} ${id}`,
});

export const board = (parts: Partial<Board> = {}): Board => ({
  version: 1,
  range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
  line: 0,
  game: 'ricochet',
  name: null,
  title: 'puzzle 1',
  state: 'solved',
  summary: '2 moves',
  text: '…',
  svg: '<svg/>',
  description: '3 columns and 3 rows',
  files: 3,
  ranks: 3,
  grid: { x: 28, y: 12, cell: 40 },
  pieces: [
    piece('target:r@a1', 'target', 'a1'),
    piece('R', 'robot', 'a1'),
    piece('block@b2', 'block', 'b2'),
    piece('G', 'robot', 'c3'),
  ],
  walls: true,
  wall: [['a3', 'b3']],
  palette: [
    { put: '#', label: 'block', kind: 'block' },
    { put: 'B', label: 'blue robot B', kind: 'robot' },
  ],
  ...parts,
});
