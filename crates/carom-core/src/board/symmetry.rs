//! The eight symmetries of a board.

use super::{Board, Direction, Square};

/// One of the eight symmetries of a grid: an optional mirroring, followed by 0
/// to 3 quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirrored: bool,
    turns: u8,
}

impl Symmetry {
    /// The eight symmetries, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { mirrored: false, turns: 0 }; 8];
        let mut number = 0;
        while number < 8 {
            // `number` is below 8, the length of the table.
            #[expect(clippy::cast_possible_truncation)]
            {
                all[number] = Self { mirrored: number >= 4, turns: (number % 4) as u8 };
            }
            number += 1;
        }
        all
    };

    /// The identity.
    pub const IDENTITY: Self = Self { mirrored: false, turns: 0 };

    /// Reverses the order of the columns.
    pub const MIRROR: Self = Self { mirrored: true, turns: 0 };

    /// A quarter turn clockwise.
    pub const QUARTER_TURN: Self = Self { mirrored: false, turns: 1 };

    /// Exchanges columns and rows.
    pub const DIAGONAL: Self = Self { mirrored: true, turns: 1 };

    /// Returns this turn followed by another. Neither may mirror.
    #[must_use]
    pub const fn then(self, turn: Self) -> Self {
        Self { mirrored: self.mirrored, turns: (self.turns + turn.turns) % 4 }
    }

    /// Whether columns become rows.
    pub const fn swaps_sides(self) -> bool {
        self.turns % 2 == 1
    }

    /// Returns the image of `square` of `board`. A square outside the board, as in a malformed
    /// puzzle, stays the same.
    pub const fn square(self, board: &Board, square: Square) -> Square {
        if !board.contains(square) {
            return square;
        }
        let (columns, rows) = (board.columns(), board.rows());
        let row = square.row();
        let column = if self.mirrored { columns - 1 - square.column() } else { square.column() };
        match self.turns {
            0 => Square::new(column, row),
            1 => Square::new(row, columns - 1 - column),
            2 => Square::new(columns - 1 - column, rows - 1 - row),
            _ => Square::new(rows - 1 - row, column),
        }
    }

    /// Returns the image of `direction`.
    pub const fn direction(self, direction: Direction) -> Direction {
        let direction = match direction {
            Direction::Left | Direction::Right if self.mirrored => direction.opposite(),
            _ => direction,
        };
        Direction::from_index(direction as u8 + self.turns)
    }

    /// Whether the image of a diagonal like `/` is like `/`.
    pub const fn keeps_diagonals(self) -> bool {
        self.mirrored == self.swaps_sides()
    }

    /// Returns the image of the board, its blocks and its walls.
    pub fn board(self, board: &Board) -> Board {
        let mut sides = (usize::from(board.columns()), usize::from(board.rows()));
        if self.swaps_sides() {
            sides = (sides.1, sides.0);
        }
        let mut image = Board::new(sides.0, sides.1).expect("the sides of a board");
        for square in board.blocks().iter() {
            image.add_block(self.square(board, square));
        }
        let walls = [(board.walls_right(), Direction::Right), (board.walls_above(), Direction::Up)];
        for (squares, direction) in walls {
            for square in squares.iter() {
                image.add_wall(self.square(board, square), self.direction(direction));
            }
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_adjacency() {
        let board = Board::new(5, 3).unwrap();
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(&board);
            let off = Square::new(5, 0);
            assert_eq!(symmetry.square(&board, off), off);
            for square in board.squares() {
                for direction in Direction::ALL {
                    let there = symmetry.square(&board, square);
                    assert!(image.contains(there));
                    assert_eq!(
                        board.beyond(square, direction).map(|next| symmetry.square(&board, next)),
                        image.beyond(there, symmetry.direction(direction)),
                    );
                }
            }
        }
    }

    #[test]
    fn diagonals_rotate_with_the_board() {
        for symmetry in Symmetry::ALL {
            for direction in Direction::ALL {
                let there = symmetry.direction(direction);
                let expected = if symmetry.keeps_diagonals() {
                    there.deflected_by_slash()
                } else {
                    there.deflected_by_backslash()
                };
                assert_eq!(symmetry.direction(direction.deflected_by_slash()), expected);
            }
        }
    }
}
