//! Squares, named as in chess.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Direction;

/// The longest side a board may have, in squares.
pub const MAX_SIDE: u8 = 16;

/// A square of a board of up to 16×16, whatever the size of the board at hand.
///
/// Its number is `16 * (rank - 1) + (file - 1)`, so `a1` is 0, `b1` is 1 and
/// `a2` is 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square at `file` and `rank`, both counted from 0 and taken modulo 16.
    pub const fn new(file: u8, rank: u8) -> Self {
        Self(((rank & 15) << 4) | (file & 15))
    }

    /// The square with this number.
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// The number of the square, 0 to 255.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the square as a byte.
    pub const fn to_u8(self) -> u8 {
        self.0
    }

    /// The file, 0 for `a` to 15 for `p`.
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, 0 for `1` to 15 for `16`.
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The square next to this one, or `None` beyond the sixteenth.
    ///
    /// A [`Board`](super::Board) may end earlier; ask it where that matters.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (file, rank) = (self.file(), self.rank());
        match direction {
            Direction::Up if rank + 1 < MAX_SIDE => Some(Self::new(file, rank + 1)),
            Direction::Right if file + 1 < MAX_SIDE => Some(Self::new(file + 1, rank)),
            Direction::Down if rank > 0 => Some(Self::new(file, rank - 1)),
            Direction::Left if file > 0 => Some(Self::new(file - 1, rank)),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was no square from `a1` to `p16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter from `a` to `p` and a number from 1 to 16")
    }
}

impl Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    /// Reads a name such as `c5`; a rank has no leading zero.
    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let (&file, rank) = text.as_bytes().split_first().ok_or(NotASquare)?;
        if !(b'a'..=b'p').contains(&file) || !matches!(rank, [b'1'..=b'9'] | [b'1', b'0'..=b'6']) {
            return Err(NotASquare);
        }
        let rank = rank.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0'));
        Ok(Self::new(file - b'a', rank - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_from_its_name() {
        for index in 0..=255 {
            let square = Square::from_index(index);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        for text in [
            "", "a", "a0", "a01", "a17", "q1", "A1", "a1 ", "1a", "a+1", "é1",
        ] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text:?}");
        }
    }

    #[test]
    fn a_step_leads_back() {
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
