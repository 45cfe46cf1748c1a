//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

use super::{Direction, Square};

/// A set of squares of a board of up to 16×16, one bit a square.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard([u64; 4]);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self([0; 4]);

    // A square's number is below 256, so its word is always one of the four.
    #[expect(clippy::indexing_slicing)]
    const fn word(&self, square: Square) -> u64 {
        self.0[square.index() >> 6]
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.word(square) & (1 << (square.index() & 63)) != 0
    }

    /// Adds `square`; says whether it was new.
    #[inline]
    #[expect(clippy::indexing_slicing)]
    pub const fn insert(&mut self, square: Square) -> bool {
        let new = !self.contains(square);
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
        new
    }

    /// Takes `square` out; says whether it was there.
    #[inline]
    #[expect(clippy::indexing_slicing)]
    pub const fn remove(&mut self, square: Square) -> bool {
        let there = self.contains(square);
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
        there
    }

    /// How many squares the set has.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no square is in the set.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Every square moved one step; what leaves the sixteen files and ranks is
    /// gone.
    #[inline]
    pub const fn shifted(self, direction: Direction) -> Self {
        const FILE_A: u64 = 0x0001_0001_0001_0001;
        let [a, b, c, d] = self.0;
        Self(match direction {
            Direction::Up => [
                a << 16,
                b << 16 | a >> 48,
                c << 16 | b >> 48,
                d << 16 | c >> 48,
            ],
            Direction::Down => [
                a >> 16 | b << 48,
                b >> 16 | c << 48,
                c >> 16 | d << 48,
                d >> 16,
            ],
            Direction::Right => {
                let kept = !(FILE_A << 15);
                [
                    (a & kept) << 1,
                    (b & kept) << 1,
                    (c & kept) << 1,
                    (d & kept) << 1,
                ]
            }
            Direction::Left => {
                let kept = !FILE_A;
                [
                    (a & kept) >> 1,
                    (b & kept) >> 1,
                    (c & kept) >> 1,
                    (d & kept) >> 1,
                ]
            }
        })
    }

    /// The files of each rank, from the first: bit 0 is file `a`.
    pub fn by_rank(self) -> [u16; 16] {
        let mut ranks = [0; 16];
        for (rank, four) in ranks.chunks_mut(4).zip(self.0) {
            let bytes = four.to_le_bytes();
            for (rank, pair) in rank.iter_mut().zip(bytes.as_chunks().0) {
                *rank = u16::from_le_bytes(*pair);
            }
        }
        ranks
    }

    /// The squares of the set, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        (0..4u8).zip(words).flat_map(|(number, mut word)| {
            std::iter::from_fn(move || {
                // A word has 64 bits, so the count of its zeros is a byte.
                let bit = u8::try_from(word.trailing_zeros()).ok()?;
                if word == 0 {
                    return None;
                }
                word &= word - 1;
                Some(Square::from_index(number * 64 + bit))
            })
        })
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let squares: Vec<Square> = [0, 1, 63, 64, 127, 128, 200, 255]
            .map(Square::from_index)
            .to_vec();
        let mut set: Bitboard = squares.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), squares.len());
        assert!(set.remove(Square::from_index(64)));
        assert!(!set.remove(Square::from_index(64)));
        assert!(!set.contains(Square::from_index(64)));
        assert_eq!((set & !set), Bitboard::EMPTY);
        assert_eq!((!set | set).len(), 256);
    }
}
