//! Pushes of rows and columns.

use std::fmt;
use std::str::FromStr;

use crate::board::{Axis, Board, Direction, MAX_SIDE, Square, Symmetry};

/// A push of one line by one square: a row to the left or right, or a column up
/// or down.
///
/// Written `3>` or `cv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    line: u8,
    direction: Direction,
}

/// The text is not a push such as `3>` or `cv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePushError;

impl Push {
    /// Returns the push of the line through `square` along `direction`.
    pub const fn through(square: Square, direction: Direction) -> Self {
        let line = match direction.axis() {
            Axis::Horizontal => square.row(),
            Axis::Vertical => square.column(),
        };
        Self { line, direction }
    }

    /// Returns all pushes of `board`: rows from the first, then columns from `a`.
    pub fn all(board: &Board) -> impl Iterator<Item = Self> + use<> {
        use Direction::{Down, Left, Right, Up};
        let lines = |count, directions: [Direction; 2]| {
            (0..count).flat_map(move |line| directions.map(|direction| Self { line, direction }))
        };
        lines(board.rows(), [Right, Left]).chain(lines(board.columns(), [Up, Down]))
    }

    /// Returns the direction in which the tiles move.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Returns the number of the row or column, from 0.
    pub const fn line(self) -> u8 {
        self.line
    }

    /// Whether a row is pushed, and not a column.
    pub fn is_row(self) -> bool {
        self.direction.axis() == Axis::Horizontal
    }

    /// Whether `other` pushes the same line, in either direction.
    pub fn same_line(self, other: Self) -> bool {
        self.is_row() == other.is_row() && self.line == other.line
    }

    /// Whether `board` has this line.
    pub fn is_on(self, board: &Board) -> bool {
        let lines = match self.direction.axis() {
            Axis::Horizontal => board.rows(),
            Axis::Vertical => board.columns(),
        };
        self.line < lines
    }

    /// Whether `square` lies on the line.
    pub fn contains(self, square: Square) -> bool {
        self.same_line(Self::through(square, self.direction))
    }

    /// Returns the square where the hand tile enters.
    pub const fn entry(self, board: &Board) -> Square {
        match self.direction {
            Direction::Up => Square::new(self.line, 0),
            Direction::Right => Square::new(0, self.line),
            Direction::Down => Square::new(self.line, board.rows() - 1),
            Direction::Left => Square::new(board.columns() - 1, self.line),
        }
    }

    /// Returns the same push on the transformed board.
    #[must_use]
    pub const fn transformed(self, board: &Board, symmetry: Symmetry) -> Self {
        let entry = symmetry.square(board, self.entry(board));
        Self::through(entry, symmetry.direction(self.direction))
    }

    /// Returns the square from which a tile is pushed off the board.
    pub const fn exit(self, board: &Board) -> Square {
        let back = Self { line: self.line, direction: self.direction.opposite() };
        back.entry(board)
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_row() {
            write!(f, "{}{}", self.line + 1, self.direction.symbol())
        } else {
            let column = char::from(b'a' + self.line);
            write!(f, "{column}{}", self.direction.symbol())
        }
    }
}

impl FromStr for Push {
    type Err = ParsePushError;

    /// Parses a push. The number of a row has no leading zero.
    fn from_str(text: &str) -> Result<Self, ParsePushError> {
        let mut line = text.chars();
        let direction = line.next_back().and_then(Direction::from_symbol).ok_or(ParsePushError)?;
        // A line is half of the name of a square, so any other half completes it.
        let square = match direction.axis() {
            Axis::Horizontal => format!("a{}", line.as_str()),
            Axis::Vertical => format!("{}1", line.as_str()),
        };
        Ok(Self::through(square.parse().map_err(|_| ParsePushError)?, direction))
    }
}

// A line's number is a row or a column.
const _: () = assert!(MAX_SIDE == 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_round_trip() {
        let board = Board::new(16, 16).unwrap();
        assert_eq!(Push::all(&board).count(), 64);
        for push in Push::all(&board) {
            assert_eq!(push.to_string().parse(), Ok(push));
            assert!(push.is_on(&board) && push.contains(push.entry(&board)));
            assert!(push.contains(push.exit(&board)));
        }
        let small = Board::new(3, 2).unwrap();
        let drawn: Vec<String> = Push::all(&small).map(|push| push.to_string()).collect();
        assert_eq!(drawn.join(" "), "1> 1< 2> 2< a^ av b^ bv c^ cv");
        assert!(!"3>".parse::<Push>().unwrap().is_on(&small));
        assert!("c^".parse::<Push>().unwrap().is_on(&small));
    }
}
