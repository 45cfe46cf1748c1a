//! The board: the parts of a puzzle that never move.

use std::error::Error;
use std::fmt;

use super::{Bitboard, Direction, DirectionSet, MAX_SIDE, Square};

/// A board: its size, its blocks, and the walls between its squares.
///
/// The border is not a wall. Each game decides whether it stops a piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    columns: u8,
    rows: u8,
    blocks: Bitboard,
    /// The squares with a wall on their right.
    walls_right: Bitboard,
    /// The squares with a wall above them.
    walls_above: Bitboard,
}

/// A side of a board was not 1 to 16 squares long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The requested number of columns.
    pub columns: usize,
    /// The requested number of rows.
    pub rows: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows } = self;
        write!(f, "a board has 1 to {MAX_SIDE} columns and rows, not {columns} by {rows}")
    }
}

impl Error for SizeError {}

/// An obstacle to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The border of the board.
    Border,
    /// A wall between the two squares.
    Wall,
    /// A block on the next square.
    Block(Square),
}

impl Board {
    /// Creates an empty board.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if a side is not 1 to 16 squares long.
    pub fn new(columns: usize, rows: usize) -> Result<Self, SizeError> {
        let side = |length: usize| {
            u8::try_from(length)
                .ok()
                .filter(|length| (1..=MAX_SIDE).contains(length))
                .ok_or(SizeError { columns, rows })
        };
        Ok(Self {
            columns: side(columns)?,
            rows: side(rows)?,
            blocks: Bitboard::EMPTY,
            walls_right: Bitboard::EMPTY,
            walls_above: Bitboard::EMPTY,
        })
    }

    /// Returns the number of columns, 1 to 16.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of rows, 1 to 16.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Whether `square` is on the board.
    pub const fn contains(&self, square: Square) -> bool {
        square.column() < self.columns && square.row() < self.rows
    }

    /// Iterates over the squares of the board, row by row from `a1`.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
    }

    /// Returns the squares of the board as a set.
    pub fn area(&self) -> Bitboard {
        Bitboard::corner(self.columns, self.rows)
    }

    /// The blocks.
    pub const fn blocks(&self) -> Bitboard {
        self.blocks
    }

    /// Adds a block on `square`.
    pub fn add_block(&mut self, square: Square) {
        self.blocks.insert(square);
    }

    /// Removes the block from `square`.
    pub fn remove_block(&mut self, square: Square) {
        self.blocks.remove(square);
    }

    /// Returns the sides of `square` with a wall, not counting the border.
    pub fn walls(&self, square: Square) -> DirectionSet {
        let directions = Direction::ALL.into_iter();
        directions.filter(|&direction| self.has_wall(square, direction)).collect()
    }

    /// The squares with a wall on their right.
    pub const fn walls_right(&self) -> Bitboard {
        self.walls_right
    }

    /// The squares with a wall above them.
    pub const fn walls_above(&self) -> Bitboard {
        self.walls_above
    }

    /// Whether there is a wall besides the border.
    pub const fn has_walls(&self) -> bool {
        !(self.walls_right.is_empty() && self.walls_above.is_empty())
    }

    /// Iterates over all walls, each as a side of the square to its left or
    /// below it.
    pub fn all_walls(&self) -> impl Iterator<Item = (Square, Direction)> {
        let right = self.walls_right.iter();
        let above = self.walls_above.iter();
        right
            .map(|square| (square, Direction::Right))
            .chain(above.map(|square| (square, Direction::Up)))
    }

    fn has_wall(&self, square: Square, direction: Direction) -> bool {
        match direction {
            Direction::Right => self.walls_right.contains(square),
            Direction::Up => self.walls_above.contains(square),
            Direction::Left => {
                square.step(direction).is_some_and(|one| self.walls_right.contains(one))
            }
            Direction::Down => {
                square.step(direction).is_some_and(|one| self.walls_above.contains(one))
            }
        }
    }

    /// Returns the squares without a block from which a piece can move one
    /// step, by [`Direction::index`].
    pub fn free(&self) -> [Bitboard; 4] {
        let floor = self.area() & !self.blocks;
        let up = floor & floor.shifted(Direction::Down) & !self.walls_above;
        let right = floor & floor.shifted(Direction::Left) & !self.walls_right;
        [up, right, up.shifted(Direction::Up), right.shifted(Direction::Right)]
    }

    /// Returns the board without walls beside blocks, which stop no piece.
    pub fn without_idle_walls(&self) -> Self {
        let floor = self.area() & !self.blocks;
        let mut board = self.clone();
        board.walls_above &= floor & floor.shifted(Direction::Down);
        board.walls_right &= floor & floor.shifted(Direction::Left);
        board
    }

    /// Adds a wall on the `direction` side of `square`, which is a wall of its
    /// neighbour too. Does nothing on the border.
    pub fn add_wall(&mut self, square: Square, direction: Direction) {
        self.change_wall(square, direction, Bitboard::insert);
    }

    /// Removes the wall on the `direction` side of `square`.
    pub fn remove_wall(&mut self, square: Square, direction: Direction) {
        self.change_wall(square, direction, Bitboard::remove);
    }

    fn change_wall(
        &mut self,
        square: Square,
        direction: Direction,
        change: fn(&mut Bitboard, Square) -> bool,
    ) {
        if let Some(beyond) = self.beyond(square, direction) {
            match direction {
                Direction::Right => change(&mut self.walls_right, square),
                Direction::Up => change(&mut self.walls_above, square),
                Direction::Left => change(&mut self.walls_right, beyond),
                Direction::Down => change(&mut self.walls_above, beyond),
            };
        }
    }

    /// Returns the neighbour of `square` on the board, regardless of walls and
    /// blocks.
    #[inline]
    pub fn beyond(&self, square: Square, direction: Direction) -> Option<Square> {
        square.step(direction).filter(|&next| self.contains(square) && self.contains(next))
    }

    /// Returns the square that a piece on `square` reaches by one step.
    ///
    /// # Errors
    ///
    /// The [`Obstacle`] in the way.
    #[inline]
    pub fn step(&self, square: Square, direction: Direction) -> Result<Square, Obstacle> {
        if self.has_wall(square, direction) {
            return Err(Obstacle::Wall);
        }
        let next = self.beyond(square, direction).ok_or(Obstacle::Border)?;
        if self.blocks.contains(next) {
            return Err(Obstacle::Block(next));
        }
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_1_to_16() {
        for (columns, rows) in [(0, 5), (5, 0), (17, 1), (1, 17), (usize::MAX, 1)] {
            assert_eq!(Board::new(columns, rows), Err(SizeError { columns, rows }));
        }
        assert!(Board::new(1, 16).is_ok());
    }

    #[test]
    fn walls_block_both_sides() {
        let mut board = Board::new(3, 3).unwrap();
        let (b2, b3) = (Square::new(1, 1), Square::new(1, 2));
        board.add_wall(b2, Direction::Up);
        assert_eq!(board.step(b2, Direction::Up), Err(Obstacle::Wall));
        assert_eq!(board.step(b3, Direction::Down), Err(Obstacle::Wall));
        assert_eq!(board.step(b3, Direction::Up), Err(Obstacle::Border));
        board.remove_wall(b3, Direction::Down);
        assert_eq!(board.step(b2, Direction::Up), Ok(b3));
        board.add_wall(b3, Direction::Up);
        assert!(board.walls(b3).is_empty(), "the border is no wall");
    }
}
