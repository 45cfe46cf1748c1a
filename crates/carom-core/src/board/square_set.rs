//! Sets of squares with as few words as the board needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use super::{Bitboard, Direction, MAX_SIDE, Square};

/// A set of squares with bit-parallel steps.
///
/// Searches are generic over this trait. [`SmallBitboard`] serves boards up to
/// 8×8, [`Bitboard`] larger ones.
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
    /// The empty set.
    const EMPTY: Self;
    /// The longest side of a supported board.
    const MAX_SIDE: u8;

    /// Returns the set of one square, which must be on a supported board.
    fn single(square: Square) -> Self;

    /// Iterates over the squares from `a1`, row by row.
    fn squares(self) -> impl Iterator<Item = Square>;

    /// Returns the number of squares.
    fn count(self) -> u32;

    /// Moves all squares by one step. Squares that leave the largest supported
    /// board are dropped.
    fn shifted(self, direction: Direction) -> Self;

    /// Returns the rows with a square of the set, one bit each.
    fn rows(self) -> u32;

    /// Returns the columns with a square of the set, one bit each.
    fn columns(self) -> u32;

    /// Whether the two sets have a square in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// Whether the set is a subset of `other`.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        self & other == self
    }
}

/// A set of squares of a board of up to 8×8. The bit of a square is `8 * (row -
/// 1) + (column - 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SmallBitboard(u64);

/// The first column of eight rows of eight bits.
const COLUMN_A: u64 = 0x0101_0101_0101_0101;

impl BitAnd for SmallBitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SmallBitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for SmallBitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl SquareSet for SmallBitboard {
    const EMPTY: Self = Self(0);
    const MAX_SIDE: u8 = 8;

    #[inline]
    fn single(square: Square) -> Self {
        Self(1 << (8 * (square.row() & 7) + (square.column() & 7)))
    }

    #[inline]
    fn squares(self) -> impl Iterator<Item = Square> {
        let mut word = self.0;
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = u8::try_from(word.trailing_zeros()).expect("the number of one of 64 bits");
            word &= word - 1;
            Some(Square::new(bit & 7, bit >> 3))
        })
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    fn shifted(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::Up => self.0 << 8,
            Direction::Right => (self.0 & !(COLUMN_A << 7)) << 1,
            Direction::Down => self.0 >> 8,
            Direction::Left => (self.0 & !COLUMN_A) >> 1,
        })
    }

    #[inline]
    fn rows(self) -> u32 {
        // Gather each row's bits in its lowest, then the rows in one byte.
        let mut any = self.0 | self.0 >> 4;
        any |= any >> 2;
        any |= any >> 1;
        let gathered = (any & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080);
        (gathered >> 56) as u32
    }

    #[inline]
    fn columns(self) -> u32 {
        let mut any = self.0 | self.0 >> 32;
        any |= any >> 16;
        any |= any >> 8;
        u32::from(any.to_le_bytes()[0])
    }
}

impl SquareSet for Bitboard {
    const EMPTY: Self = Self::EMPTY;
    const MAX_SIDE: u8 = MAX_SIDE;

    #[inline]
    fn single(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    #[inline]
    fn squares(self) -> impl Iterator<Item = Square> {
        self.iter()
    }

    #[inline]
    fn count(self) -> u32 {
        u32::try_from(self.len()).expect("at most 256")
    }

    #[inline]
    fn shifted(self, direction: Direction) -> Self {
        self.shifted(direction)
    }

    #[inline]
    fn rows(self) -> u32 {
        let rows = (0..MAX_SIDE).filter(|&row| self.row(row) != 0);
        rows.fold(0, |all, row| all | 1 << row)
    }

    #[inline]
    fn columns(self) -> u32 {
        let columns = (0..MAX_SIDE).fold(0, |all, row| all | self.row(row));
        u32::from(columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_the_bits_of_the_format() {
        for (name, bit) in [("a1", 0), ("h1", 7), ("a2", 8), ("c5", 34), ("h8", 63)] {
            let square = name.parse().unwrap();
            assert_eq!(SmallBitboard::single(square), SmallBitboard(1 << bit));
            assert_eq!(SmallBitboard::single(square).squares().collect::<Vec<_>>(), [square]);
        }
    }

    /// The words agree with a plain list of squares.
    fn agrees<S: SquareSet>() {
        let side = S::MAX_SIDE;
        let mut seed = 1_u32;
        for _ in 0..200 {
            let all =
                (0..side).flat_map(|row| (0..side).map(move |column| Square::new(column, row)));
            let some: Vec<Square> = all
                .filter(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    seed >> 29 == 0
                })
                .collect();
            let set = |squares: &[Square]| {
                let single = squares.iter().map(|&square| S::single(square));
                single.fold(S::EMPTY, |set, square| set | square)
            };
            let squares = set(&some);
            assert!(squares.squares().eq(some.iter().copied()));
            assert_eq!(squares.count() as usize, some.len());
            let rows = some.iter().fold(0, |all, square| all | 1 << square.row());
            let columns = some.iter().fold(0, |all, square| all | 1 << square.column());
            assert_eq!((squares.rows(), squares.columns()), (rows, columns));
            for direction in Direction::ALL {
                let moved: Vec<Square> = some
                    .iter()
                    .filter_map(|square| square.step(direction))
                    .filter(|square| square.column() < side && square.row() < side)
                    .collect();
                assert_eq!(squares.shifted(direction), set(&moved));
            }
        }
    }

    #[test]
    fn both_widths_hold_sets_of_squares() {
        agrees::<SmallBitboard>();
        agrees::<Bitboard>();
    }
}
