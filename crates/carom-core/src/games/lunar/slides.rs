//! The squares where pieces stop, on the board alone and among other pieces.

use super::Position;
use super::reach::{AnyBoard, UNREACHABLE, relaxed_distances};
use crate::board::{Direction, OccupiedLines, Square};
use crate::games::GameRules;

/// Slides on the empty board, as tables.
pub(super) struct SlideStops {
    /// For each square, the place where a block or a wall stops a piece that slides up, right, down
    /// and left, as a coordinate on its line (the column of a horizontal slide, the row of a
    /// vertical one). Up and right hold the coordinate, or more than 15. Down and left hold the
    /// coordinate plus one, or 0. So a piece that stops it earlier lowers the former and raises the
    /// latter.
    by_board: [[u8; 4]; 256],
    /// For each square, the moves of a human to a target if other pieces are wherever they help, or
    /// [`UNREACHABLE`].
    relaxed_distances: [u8; 256],
}

// The tables have an entry for each of the 256 squares.
impl SlideStops {
    pub(super) fn new(position: &Position) -> Self {
        let board = AnyBoard::new(position.board());
        let mut by_board = [[UNREACHABLE, UNREACHABLE, 0, 0]; 256];
        let mut set = |square: Square, direction: Direction, stop: u8| {
            let number = direction.index();
            if board.ends[number].contains(square) {
                by_board[square.index()][number] = stop;
            } else if board.free[number].contains(square)
                && let Some(next) = square.step(direction)
            {
                by_board[square.index()][number] = by_board[next.index()][number];
            }
        };
        // The squares above and to the right are done first, then those below and to the left.
        for square in (0..=255).rev().map(Square::from_index) {
            set(square, Direction::Up, square.row());
            set(square, Direction::Right, square.column());
        }
        for square in (0..=255).map(Square::from_index) {
            set(square, Direction::Down, square.row() + 1);
            set(square, Direction::Left, square.column() + 1);
        }
        let pieces = position.pieces().iter().map(|piece| piece.square).collect();
        let mut distances = [UNREACHABLE; 256];
        relaxed_distances(&board, pieces, position.targets(), |squares, moves| {
            for square in squares.iter() {
                distances[square.index()] = moves;
            }
        });
        Self { by_board, relaxed_distances: distances }
    }

    /// Returns the square where a piece on `from` stops among the pieces of `lines` in each
    /// direction, or `None` if it does not stop or cannot move.
    #[inline]
    pub(super) fn slides(
        &self,
        from: Square,
        lines: &OccupiedLines,
    ) -> [(Direction, Option<Square>); 4] {
        let [up, right, down, left] = self.by_board[from.index()];
        let (column, row) = (from.column(), from.row());
        let (along, across) = (lines.column(column), lines.row(row));
        let on_column = |stop: Option<u8>| stop.map(|row| Square::new(column, row));
        let on_row = |stop: Option<u8>| stop.map(|column| Square::new(column, row));
        [
            (Direction::Up, on_column(stop_above(along, row, up))),
            (Direction::Right, on_row(stop_above(across, column, right))),
            (Direction::Down, on_column(stop_below(along, row, down))),
            (Direction::Left, on_row(stop_below(across, column, left))),
        ]
    }

    #[inline]
    pub(super) fn relaxed_distances(&self, square: Square) -> u8 {
        self.relaxed_distances[square.index()]
    }
}

/// Returns the coordinate before the first piece of `line` beyond `at`, or the earlier one at which
/// the board stops it.
#[inline]
fn stop_above(line: u16, at: u8, by_board: u8) -> Option<u8> {
    let by_piece = at + zeros((u32::from(line) >> at >> 1).trailing_zeros());
    Some(by_piece.min(by_board)).filter(|&stop| stop < 16 && stop != at)
}

/// Returns the coordinate after the first piece of `line` below `at`, or the earlier one at which
/// the board stops it.
#[inline]
fn stop_below(line: u16, at: u8, after_by_board: u8) -> Option<u8> {
    // This is 1 for a line without pieces, and never for one with pieces.
    let after_by_piece = 33 - zeros((u32::from(line) & ((1 << at) - 1)).leading_zeros());
    let after = after_by_piece.max(after_by_board);
    (after > 1 && after != at + 1).then(|| after - 1)
}

/// Returns a number of zeros among 32 bits.
#[expect(clippy::cast_possible_truncation)]
const fn zeros(number: u32) -> u8 {
    number as u8
}
