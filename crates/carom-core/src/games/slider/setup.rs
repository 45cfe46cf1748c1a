//! A Slider board as its author wrote it, valid or not.

use super::{Position, Side};
use crate::board::{Board, Square};
use crate::games::GameRules;

/// The shortest side of a board, in squares.
pub const SMALLEST_SIDE: u8 = 4;

/// A piece of a side. All pieces of one side are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Its side.
    pub side: Side,
    /// Its square.
    pub square: Square,
}

/// A board as its author wrote it, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size, the blocks and the walls.
    pub board: Board,
    /// The side to move.
    pub to_move: Side,
    /// The pieces, in the order of the text.
    pub men: Vec<Man>,
}

/// A fault of a [`Setup`]. Pieces are identified by their index.
///
/// A side without pieces is no fault if the other side has some: it has won before the first
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The board has more columns than rows or more rows than columns.
    #[error("the board has {columns} columns and {rows} rows; it must be square")]
    NotSquare {
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
    },
    /// A side of the board is shorter than [`SMALLEST_SIDE`].
    #[error(
        "the board has {columns} columns and {rows} rows; it needs at least {} of each",
        SMALLEST_SIDE
    )]
    TooSmall {
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
    },
    /// Neither side has a piece, so neither has won.
    #[error("there is no piece")]
    NoMan,
    /// A piece is outside the board.
    #[error("piece {} is outside the board", .0 + 1)]
    ManOffBoard(usize),
    /// A piece is on a block.
    #[error("piece {} is on a block", .0 + 1)]
    ManOnBlock(usize),
    /// Two pieces are on one square.
    #[error("pieces {} and {} are on the same square", first + 1, second + 1)]
    ManOnMan {
        /// The first piece on the square.
        first: usize,
        /// The second piece on the square.
        second: usize,
    },
}

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Vec::new();
        let (columns, rows) = (self.board.columns(), self.board.rows());
        if columns != rows {
            faults.push(Fault::NotSquare { columns, rows });
        }
        if columns.min(rows) < SMALLEST_SIDE {
            faults.push(Fault::TooSmall { columns, rows });
        }
        if self.men.is_empty() {
            faults.push(Fault::NoMan);
        }
        for (second, man) in self.men.iter().enumerate() {
            let there = |other: &Man| other.square == man.square;
            if !self.board.contains(man.square) {
                faults.push(Fault::ManOffBoard(second));
            } else if self.board.blocks().contains(man.square) {
                faults.push(Fault::ManOnBlock(second));
            } else if let Some(first) = self.men.iter().position(there)
                && first != second
            {
                faults.push(Fault::ManOnMan { first, second });
            }
        }
        if faults.is_empty() {
            let men = Side::ALL.map(|side| {
                let own = self.men.iter().filter(|man| man.side == side);
                own.map(|man| man.square).collect()
            });
            Ok(Position::new(self.board.clone(), self.to_move, men))
        } else {
            Err(faults)
        }
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let men = Side::ALL.into_iter().flat_map(|side| {
            let squares = position.men(side);
            squares.iter().map(move |square| Man { side, square })
        });
        Self { board: position.board().clone(), to_move: position.to_move(), men: men.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn man(side: Side, square: &str) -> Man {
        let square = square.parse().unwrap();
        Man { side, square }
    }

    #[test]
    fn all_errors_are_collected() {
        let mut board = Board::new(3, 5).unwrap();
        board.add_block("b2".parse().unwrap());
        let men = [man(Side::H, "a1"), man(Side::V, "d1"), man(Side::V, "b2"), man(Side::V, "a1")];
        let setup = Setup { board, to_move: Side::V, men: men.to_vec() };
        assert_eq!(
            setup.position().unwrap_err(),
            [
                Fault::NotSquare { columns: 3, rows: 5 },
                Fault::TooSmall { columns: 3, rows: 5 },
                Fault::ManOffBoard(1),
                Fault::ManOnBlock(2),
                Fault::ManOnMan { first: 0, second: 3 },
            ]
        );
    }

    #[test]
    fn board_without_pieces_is_rejected() {
        let mut setup =
            Setup { board: Board::new(4, 4).unwrap(), to_move: Side::H, men: Vec::new() };
        assert_eq!(setup.position().unwrap_err(), [Fault::NoMan]);
        setup.men.push(man(Side::V, "a1"));
        assert!(setup.position().is_ok(), "H has won");
    }
}
