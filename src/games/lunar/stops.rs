//! Where pieces stop: by the board alone, and at best.

use super::{Position, Rule};
use crate::board::{Bitboard, Board, Direction, Lines, Obstacle, Square};

/// No stop, or no way: larger than any number of a line or of moves.
pub(super) const NEVER: u8 = u8::MAX;

/// What can be said of a puzzle's slides before any of them is played.
pub(super) struct Stops {
    /// For each square and direction, the place on its line (the file of a
    /// horizontal slide, the rank of a vertical one) at which a block or a
    /// wall stops a piece, or [`NEVER`].
    by_board: [[u8; 4]; 256],
    /// For each square, the moves a human needs from there to a target if
    /// every piece stood wherever it helps, or [`NEVER`].
    moves_home: [u8; 256],
}

// The tables have a row for each of the 256 squares and a column for each of
// the four directions.
#[expect(clippy::indexing_slicing)]
impl Stops {
    pub(super) fn new(position: &Position) -> Self {
        let board = position.board();
        let mut by_board = [[NEVER; 4]; 256];
        for square in board.squares() {
            for direction in Direction::ALL {
                by_board[square.index()][direction.index()] = stop(board, square, direction);
            }
        }
        let pieces = position.pieces().iter().map(|piece| piece.square);
        let reached = reachable(board, pieces.collect());
        Self {
            by_board,
            moves_home: moves_home(position, reached),
        }
    }

    /// Where a piece on `from` stops among the pieces of `lines`, if it does
    /// and gets away from there.
    #[inline]
    pub(super) fn slide(
        &self,
        from: Square,
        direction: Direction,
        lines: &Lines,
    ) -> Option<Square> {
        let (file, rank) = (from.file(), from.rank());
        let (at, line) = match direction {
            Direction::Right | Direction::Left => (file, lines.rank(rank)),
            Direction::Up | Direction::Down => (rank, lines.file(file)),
        };
        let by_board = self.by_board[from.index()][direction.index()];
        // Places are counted from 0 to 15, so that all sums fit a byte.
        #[expect(clippy::cast_possible_truncation)]
        let stop = match direction {
            Direction::Up | Direction::Right => {
                let ahead = (u32::from(line) >> at) >> 1;
                let by_piece = if ahead == 0 {
                    NEVER
                } else {
                    at + ahead.trailing_zeros() as u8
                };
                Some(by_piece.min(by_board)).filter(|&stop| stop != NEVER)
            }
            Direction::Down | Direction::Left => {
                let behind = line & ((1 << at) - 1);
                let by_piece = 16 - behind.leading_zeros() as u8;
                match (behind != 0, by_board != NEVER) {
                    (true, true) => Some(by_piece.max(by_board)),
                    (true, false) => Some(by_piece),
                    (false, true) => Some(by_board),
                    (false, false) => None,
                }
            }
        }?;
        (stop != at).then(|| match direction {
            Direction::Right | Direction::Left => Square::new(stop, rank),
            Direction::Up | Direction::Down => Square::new(file, stop),
        })
    }

    #[inline]
    pub(super) fn moves_home(&self, square: Square) -> u8 {
        self.moves_home[square.index()]
    }
}

fn stop(board: &Board, from: Square, direction: Direction) -> u8 {
    let mut square = from;
    loop {
        match board.step(square, direction) {
            Ok(next) => square = next,
            Err(Obstacle::Border) => return NEVER,
            Err(_) if direction == Direction::Left || direction == Direction::Right => {
                return square.file();
            }
            Err(_) => return square.rank(),
        }
    }
}

/// Calls `visit` with each square a piece could stop on, sliding from `from`,
/// if the squares of `blockers` were occupied just as it needs.
fn possible_stops(
    board: &Board,
    blockers: Bitboard,
    from: Square,
    direction: Direction,
    mut visit: impl FnMut(Square),
) {
    let mut square = from;
    while let Ok(next) = board.step(square, direction) {
        let stops = match board.step(next, direction) {
            Ok(beyond) => blockers.contains(beyond),
            Err(obstacle) => obstacle != Obstacle::Border,
        };
        if stops {
            visit(next);
        }
        square = next;
    }
}

/// A superset of the squares that any piece ever stands on: the least set that
/// holds the pieces and each stop another of its squares makes possible.
fn reachable(board: &Board, pieces: Bitboard) -> Bitboard {
    let mut reached = pieces;
    loop {
        let before = reached;
        for from in before.iter() {
            for direction in Direction::ALL {
                possible_stops(board, before, from, direction, |stop| {
                    reached.insert(stop);
                });
            }
        }
        if reached == before {
            return reached;
        }
    }
}

#[expect(clippy::indexing_slicing)]
fn moves_home(position: &Position, reached: Bitboard) -> [u8; 256] {
    let mut moves = [NEVER; 256];
    for target in position.targets().iter() {
        moves[target.index()] = 0;
    }
    let mut distance = 0;
    loop {
        let mut grown = false;
        for from in reached.iter().filter(|&from| {
            // A human that has left under `exit` stands nowhere.
            position.rule() == Rule::Stay || !position.targets().contains(from)
        }) {
            if moves[from.index()] != NEVER {
                continue;
            }
            let mut near = false;
            for direction in Direction::ALL {
                possible_stops(position.board(), reached, from, direction, |stop| {
                    near |= moves[stop.index()] == distance;
                });
            }
            if near {
                moves[from.index()] = distance + 1;
                grown = true;
            }
        }
        distance += 1;
        if !grown || distance == NEVER - 1 {
            return moves;
        }
    }
}
