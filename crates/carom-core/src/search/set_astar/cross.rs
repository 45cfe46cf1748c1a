//! The squares of an active robot that has not slid along both axes.

use crate::board::{Axes, Bitboard, Square};

/// A set of such squares as one word. The active robot is still in the row or the column of its
/// start square: bits 0 to 15 are the squares of that row, after horizontal slides alone, and
/// bits 16 to 31 those of that column, after vertical slides alone. Bit 32 is the start square,
/// before any slide.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cross(u64);

const AT_START: u32 = 32;

impl Cross {
    pub(super) const EMPTY: Self = Self(0);
    /// The bytes of a word.
    pub(super) const BYTES: usize = 5;

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let [a, b, c, d, e, ..] = self.0.to_le_bytes();
        [a, b, c, d, e]
    }

    pub(super) const fn from_bytes([a, b, c, d, e]: [u8; Self::BYTES]) -> Self {
        Self(u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]))
    }

    /// Returns the bit of a square to which an active robot [may come] with these axes, which are
    /// not both.
    ///
    /// [may come]: super::state_set::is_reachable
    #[inline]
    fn bit(active: Square, axes: Axes) -> u64 {
        match axes {
            Axes::HORIZONTAL => 1 << active.column(),
            Axes::VERTICAL => 1 << (16 + active.row()),
            Axes::NONE => 1 << AT_START,
            _ => 0,
        }
    }

    /// Adds a square; returns whether it was new.
    #[inline]
    pub(super) fn insert(&mut self, active: Square, axes: Axes) -> bool {
        let bit = Self::bit(active, axes);
        let is_new = self.0 & bit == 0;
        self.0 |= bit;
        is_new
    }

    #[inline]
    pub(super) fn contains(self, active: Square, axes: Axes) -> bool {
        self.0 & Self::bit(active, axes) != 0
    }

    /// Takes one of the squares out.
    #[inline]
    pub(super) fn pop(&mut self, start: Square) -> Option<(Square, Axes)> {
        if self.is_empty() {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let place = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(match place {
            0..16 => (Square::new(place, start.row()), Axes::HORIZONTAL),
            16..32 => (Square::new(start.column(), place - 16), Axes::VERTICAL),
            _ => (start, Axes::NONE),
        })
    }

    #[inline]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    pub(super) fn within(self, area: Bitboard, start: Square) -> Self {
        let across = u64::from(area.row(start.row()));
        let along = u64::from(area.column(start.column()));
        let at_start = u64::from(area.contains(start));
        Self(self.0 & (across | along << 16 | at_start << AT_START))
    }

    #[inline]
    pub(super) fn squares(mut self, start: Square) -> Bitboard {
        std::iter::from_fn(|| self.pop(start)).map(|(active, _)| active).collect()
    }
}
