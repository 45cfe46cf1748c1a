//! The squares of a runner that has not slid along both axes.

use super::runner_sets::RunnerSets;
use crate::board::{Axes, Bitboard, Square, each_place};

/// Such squares in a word. The runner has not left a rank or a file of its home,
/// where it started: bits 0 to 15 are the squares of that rank for a runner that
/// has slid horizontally, bits 16 to 31 those of that file for one that has slid
/// vertically, and bit 32 is home, for one that has not slid.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cross(u64);

impl Cross {
    /// Returns the squares of `set`, all with the same `axes`, which are not
    /// both.
    pub(super) fn of(home: Square, axes: Axes, set: Bitboard) -> Self {
        Self(match axes {
            Axes::NONE => u64::from(set.contains(home)) << 32,
            Axes::HORIZONTAL => u64::from(set.rank(home.rank())),
            _ => {
                let ranks = set.iter().map(|square| 1 << (16 + square.rank()));
                ranks.fold(0, |word, bit: u64| word | bit)
            }
        })
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the word.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the squares as sets.
    #[inline]
    pub(super) fn sets<const A: usize>(self, home: Square) -> RunnerSets<A> {
        let mut sets = RunnerSets::default();
        if self.is_empty() {
            return sets;
        }
        let [a, b, c, d, ..] = self.0.to_le_bytes();
        for place in each_place(u16::from_le_bytes([a, b])) {
            sets[Axes::HORIZONTAL].insert(Square::new(place, home.rank()));
        }
        for place in each_place(u16::from_le_bytes([c, d])) {
            sets[Axes::VERTICAL].insert(Square::new(home.file(), place));
        }
        if self.0 >> 32 & 1 != 0 {
            sets[Axes::NONE].insert(home);
        }
        sets
    }
}
