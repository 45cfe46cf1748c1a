//! Sets of squares in as few words as the board needs.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use crate::board::{Bitboard, Direction, MAX_SIDE, Square};

/// A set of squares of a board that fits it.
pub(super) trait Squares:
    Copy + Eq + Hash + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// No square.
    const EMPTY: Self;

    /// One square.
    fn of(square: Square) -> Self;

    /// The squares of the set, in a fixed order.
    fn iter(self) -> impl Iterator<Item = Square>;

    /// Every square moved one step; what leaves the widest board that fits is
    /// gone.
    fn shifted(self, direction: Direction) -> Self;

    /// The ranks that have a square of the set, a bit each.
    fn ranks(self) -> u32;

    /// The files that have a square of the set, a bit each.
    fn files(self) -> u32;

    /// Whether the two sets have a square in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// Whether every square is in `other` too.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        self & other == self
    }

    /// The number of squares.
    fn count(self) -> u32;
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Boards of up to 8×8; the bit of a square is `8 * rank + file`.
impl Squares for u64 {
    const EMPTY: Self = 0;

    #[inline]
    fn of(square: Square) -> Self {
        1 << (8 * (square.rank() & 7) + (square.file() & 7))
    }

    #[inline]
    fn iter(mut self) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            // Below 64 where there is a bit.
            let bit = u8::try_from(self.trailing_zeros()).ok()?;
            if self == 0 {
                return None;
            }
            self &= self - 1;
            Some(Square::new(bit & 7, bit >> 3))
        })
    }

    #[inline]
    fn shifted(self, direction: Direction) -> Self {
        match direction {
            Direction::Up => self << 8,
            Direction::Right => (self & !(FILE_A << 7)) << 1,
            Direction::Down => self >> 8,
            Direction::Left => (self & !FILE_A) >> 1,
        }
    }

    #[inline]
    fn ranks(self) -> u32 {
        // Gather each rank's bits in its lowest, then the ranks in one byte.
        let mut any = self | self >> 4;
        any |= any >> 2;
        any |= any >> 1;
        let gathered = (any & FILE_A).wrapping_mul(0x0102_0408_1020_4080);
        (gathered >> 56) as u32
    }

    #[inline]
    fn files(self) -> u32 {
        let mut any = self | self >> 32;
        any |= any >> 16;
        any |= any >> 8;
        u32::from(any.to_le_bytes()[0])
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Squares for Bitboard {
    const EMPTY: Self = Self::EMPTY;

    #[inline]
    fn of(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    fn iter(self) -> impl Iterator<Item = Square> {
        Self::iter(&self)
    }

    #[inline]
    fn shifted(self, direction: Direction) -> Self {
        Self::shifted(self, direction)
    }

    #[inline]
    fn ranks(self) -> u32 {
        let ranks = (0..MAX_SIDE).filter(|&rank| self.rank(rank) != 0);
        ranks.fold(0, |all, rank| all | 1 << rank)
    }

    #[inline]
    fn files(self) -> u32 {
        let files = (0..MAX_SIDE).fold(0, |all, rank| all | self.rank(rank));
        u32::from(files)
    }

    #[inline]
    fn count(self) -> u32 {
        u32::try_from(self.len()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words agree with a plain list of squares.
    fn agrees<S: Squares>(side: u8) {
        let mut seed = 1_u32;
        for _ in 0..200 {
            let all = (0..side).flat_map(|rank| (0..side).map(move |file| Square::new(file, rank)));
            let some: Vec<Square> = all
                .filter(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    seed >> 29 == 0
                })
                .collect();
            let set = |squares: &[Square]| {
                let single = squares.iter().map(|&square| S::of(square));
                single.fold(S::EMPTY, |set, square| set | square)
            };
            let squares = set(&some);
            assert!(squares.iter().eq(some.iter().copied()));
            assert_eq!(squares.count() as usize, some.len());
            let ranks = some.iter().fold(0, |all, square| all | 1 << square.rank());
            let files = some.iter().fold(0, |all, square| all | 1 << square.file());
            assert_eq!((squares.ranks(), squares.files()), (ranks, files));
            for direction in Direction::ALL {
                let moved: Vec<Square> = some
                    .iter()
                    .filter_map(|square| square.step(direction))
                    .filter(|square| square.file() < side && square.rank() < side)
                    .collect();
                assert!(squares.shifted(direction) == set(&moved));
            }
        }
    }

    #[test]
    fn both_widths_hold_sets_of_squares() {
        agrees::<u64>(8);
        agrees::<Bitboard>(16);
    }
}
