//! Squares, named by column and row as in chess.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Direction;

/// The longest side a board may have, in squares.
pub const MAX_SIDE: u8 = 16;

/// A square of the 16×16 grid, independent of the size of a board.
///
/// Its number is `16 * (row - 1) + (column - 1)`, so `a1` is 0, `b1` is 1 and
/// `a2` is 16.
#[derive(
    serde::Serialize, serde::Deserialize, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord,
)]
pub struct Square(u8);

impl Square {
    /// Creates a square from column and row, both from 0 and modulo 16.
    pub const fn new(column: u8, row: u8) -> Self {
        Self(((row & 15) << 4) | (column & 15))
    }

    /// Returns the square with this number.
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// Returns the number of the square, 0 to 255.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the square as a byte.
    pub const fn to_u8(self) -> u8 {
        self.0
    }

    /// Returns the column, 0 for `a` to 15 for `p`.
    pub const fn column(self) -> u8 {
        self.0 & 15
    }

    /// Returns the row, 0 for `1` to 15 for `16`.
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// Returns the neighbour in a direction, or `None` outside the 16×16 grid.
    ///
    /// A [`Board`](super::Board) may be smaller: see
    /// [`Board::beyond`](super::Board::beyond).
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (column, row) = (self.column(), self.row());
        match direction {
            Direction::Up if row + 1 < MAX_SIDE => Some(Self::new(column, row + 1)),
            Direction::Right if column + 1 < MAX_SIDE => Some(Self::new(column + 1, row)),
            Direction::Down if row > 0 => Some(Self::new(column, row - 1)),
            Direction::Left if column > 0 => Some(Self::new(column - 1, row)),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not a square from `a1` to `p16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter from `a` to `p` and a number from 1 to 16")
    }
}

impl Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Parses a name such as `c5`, without leading zeros.
    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let (&column, row) = text.as_bytes().split_first().ok_or(ParseSquareError)?;
        if !(b'a'..=b'p').contains(&column) || !matches!(row, [b'1'..=b'9'] | [b'1', b'0'..=b'6']) {
            return Err(ParseSquareError);
        }
        Ok(Self::new(column - b'a', row.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0')) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_round_trip() {
        for index in 0..=255 {
            let square = Square::from_index(index);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn other_texts_are_not_squares() {
        for text in ["", "a", "a0", "a01", "a17", "q1", "A1", "a1 ", "1a", "a+1", "é1"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
    }

    #[test]
    fn steps_are_reversible() {
        for index in 0..=255 {
            let square = Square::from_index(index);
            for direction in Direction::ALL {
                if let Some(next) = square.step(direction) {
                    assert_eq!(next.step(direction.opposite()), Some(square));
                }
            }
        }
    }
}
