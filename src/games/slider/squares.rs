//! Sets of squares as wide as the board needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use crate::board::{Bitboard, Direction, Square};

/// A set of squares that can step all at once.
///
/// The rules are written once over this: [`Word`] up to 8×8, [`Bitboard`]
/// beyond.
pub trait SquareSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// No square.
    const EMPTY: Self;
    /// The longest side of a board that fits.
    const MAX_SIDE: u8;

    /// Only `square`, which must lie on such a board.
    fn single(square: Square) -> Self;

    /// How many squares the set has.
    fn count(self) -> u32;

    /// The squares of the set, from `a1`, rank by rank.
    fn squares(self) -> impl Iterator<Item = Square>;

    /// All squares one step on. What steps beyond the border may come up again
    /// anywhere: mask the squares that may step before.
    fn shifted(self, direction: Direction) -> Self;
}

/// A set of squares of a board of up to 8×8, the square's bit being
/// `8 * (rank - 1) + (file - 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word(u64);

impl BitAnd for Word {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Word {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl SquareSet for Word {
    const EMPTY: Self = Self(0);
    const MAX_SIDE: u8 = 8;

    #[inline]
    fn single(square: Square) -> Self {
        Self(1 << (8 * (square.rank() & 7) + (square.file() & 7)))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    fn squares(self) -> impl Iterator<Item = Square> {
        let mut word = self.0;
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            // A word has 64 bits, so the number of its zeros is a byte.
            let bit = u8::try_from(word.trailing_zeros()).ok()?;
            word &= word - 1;
            Some(Square::new(bit & 7, bit >> 3))
        })
    }

    #[inline]
    fn shifted(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::Up => self.0 << 8,
            Direction::Right => self.0 << 1,
            Direction::Down => self.0 >> 8,
            Direction::Left => self.0 >> 1,
        })
    }
}

impl SquareSet for Bitboard {
    const EMPTY: Self = Self::EMPTY;
    const MAX_SIDE: u8 = crate::board::MAX_SIDE;

    #[inline]
    fn single(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    #[inline]
    fn count(self) -> u32 {
        // At most 256.
        u32::try_from(self.len()).unwrap_or(256)
    }

    #[inline]
    fn squares(self) -> impl Iterator<Item = Square> {
        self.iter()
    }

    #[inline]
    fn shifted(self, direction: Direction) -> Self {
        self.shifted(direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_bits_of_the_format() {
        for (name, bit) in [("a1", 0), ("h1", 7), ("a2", 8), ("c5", 34), ("h8", 63)] {
            let square = name.parse().unwrap();
            assert_eq!(Word::single(square), Word(1 << bit));
            assert_eq!(Word::single(square).squares().collect::<Vec<_>>(), [square]);
        }
    }

    fn steps_agree<S: SquareSet>() {
        for rank in 0..S::MAX_SIDE {
            for file in 0..S::MAX_SIDE {
                let square = Square::new(file, rank);
                for direction in Direction::ALL {
                    let next = square.step(direction);
                    let on = |next: &Square| next.file().max(next.rank()) < S::MAX_SIDE;
                    if let Some(next) = next.filter(on) {
                        assert_eq!(S::single(square).shifted(direction), S::single(next));
                    }
                }
            }
        }
    }

    #[test]
    fn a_shift_is_a_step() {
        steps_agree::<Word>();
        steps_agree::<Bitboard>();
    }
}
