//! Straight slides, worked out once for a board.

use super::{Bitboard, Board, Direction, Square};

/// Where pieces slide to on a board whose border stops them.
#[derive(Clone, Debug)]
pub struct Stops {
    free: [Bitboard; 4],
    stops: Box<[[Square; 4]; 256]>,
}

// The tables have a row for each of the 256 squares and a column for each of
// the four directions.
#[expect(clippy::indexing_slicing)]
impl Stops {
    /// The slides of `board`.
    pub fn new(board: &Board) -> Self {
        let mut free = [Bitboard::EMPTY; 4];
        let mut stops = Box::new([[Square::from_index(0); 4]; 256]);
        for square in board.squares().filter(|&one| !board.blocks().contains(one)) {
            stops[square.index()] = [square; 4];
            // The squares to the left and below are done already.
            for direction in [Direction::Left, Direction::Down] {
                let back = direction.opposite();
                if let Ok(next) = board.step(square, direction) {
                    free[direction.index()].insert(square);
                    free[back.index()].insert(next);
                    stops[square.index()][direction.index()] =
                        stops[next.index()][direction.index()];
                }
            }
        }
        for index in (0..=255).rev() {
            let square = Square::from_index(index);
            for direction in [Direction::Right, Direction::Up] {
                if free[direction.index()].contains(square)
                    && let Some(next) = square.step(direction)
                {
                    stops[square.index()][direction.index()] =
                        stops[next.index()][direction.index()];
                }
            }
        }
        Self { free, stops }
    }

    /// The squares from which a piece can go one step in `direction`, as far
    /// as the board is concerned.
    #[inline]
    pub fn free(&self, direction: Direction) -> Bitboard {
        self.free[direction.index()]
    }

    /// Where a piece on `from` stops if no other piece is in its way; `from`
    /// itself where it cannot go.
    #[inline]
    pub fn stop(&self, from: Square, direction: Direction) -> Square {
        self.stops[from.index()][direction.index()]
    }

    /// Where a piece on `from` stops among `others`; `from` itself where it
    /// cannot go.
    #[inline]
    pub fn slide(
        &self,
        from: Square,
        direction: Direction,
        others: impl Iterator<Item = Square>,
    ) -> Square {
        let (start, mut stop) = (from.to_u8(), self.stop(from, direction).to_u8());
        // A square's number counts files in its low four bits and ranks above,
        // so those of one line are in order, and between two of one rank none
        // of another lies.
        let on_file = |other: u8| (other ^ start) & 15 == 0;
        for other in others.map(Square::to_u8) {
            match direction {
                Direction::Right if other > start && other <= stop => stop = other - 1,
                Direction::Left if other < start && other >= stop => stop = other + 1,
                Direction::Up if on_file(other) && other > start && other <= stop => {
                    stop = other - 16;
                }
                Direction::Down if on_file(other) && other < start && other >= stop => {
                    stop = other + 16;
                }
                _ => {}
            }
        }
        Square::from_index(stop)
    }
}
