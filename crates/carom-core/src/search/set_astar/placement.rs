//! Placements of the blockers, and their keys.

use crate::board::{OccupiedLines, Square};
use crate::search::tables::hash_of_tag;

/// The blockers of one placement.
pub(super) struct Placement<const N: usize> {
    pub(super) key: PlacementKey,
    /// Their squares, in ascending order.
    pub(super) blockers: [Square; N],
    /// The same squares, by row and column.
    pub(super) lines: OccupiedLines,
}

impl<const N: usize> Placement<N> {
    #[inline(always)]
    pub(super) fn new(key: PlacementKey) -> Self {
        let blockers = key.unpack();
        Self { key, blockers, lines: blockers.into_iter().collect() }
    }

    /// Returns the placement of `blockers`: `N` squares in ascending order.
    pub(super) fn of(blockers: &[Square]) -> Self {
        let mut squares = [Square::from_index(0); N];
        for (to, from) in squares.iter_mut().zip(blockers) {
            *to = *from;
        }
        Self::new(PlacementKey::pack(&squares))
    }
}

/// The squares of up to seven blockers in ascending order, one byte each. Blockers are
/// interchangeable, so a placement has one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacementKey(u64);

impl PlacementKey {
    /// The lowest key.
    pub(super) const MIN: Self = Self(0);

    /// Returns the key of at most seven `blockers`, which are in ascending order.
    #[inline]
    pub(super) fn pack(blockers: &[Square]) -> Self {
        Self(blockers.iter().rev().fold(0, |word, square| word << 8 | u64::from(square.to_u8())))
    }

    /// Returns the key after one of the blockers has moved to `stop`.
    #[inline]
    pub(super) fn moved<const N: usize>(
        blockers: &[Square; N],
        blocker: usize,
        stop: Square,
    ) -> Self {
        let below = |bytes: usize| (1_u64 << (8 * bytes)) - 1;
        let Self(word) = Self::pack(blockers);
        let others = word & below(blocker) | word >> 8 & !below(blocker);
        let lower = blockers.iter().filter(|&&other| other < stop).count();
        let lower = lower - usize::from(blockers[blocker] < stop);
        let stop = u64::from(stop.to_u8()) << (8 * lower);
        Self(others & below(lower) | stop | (others & !below(lower)) << 8)
    }

    #[inline]
    pub(super) fn unpack<const N: usize>(self) -> [Square; N] {
        let mut blockers = [Square::from_index(0); N];
        let mut word = self.0;
        for blocker in &mut blockers {
            let [lowest, ..] = word.to_le_bytes();
            *blocker = Square::from_index(lowest);
            word >>= 8;
        }
        blockers
    }

    /// Returns whether different keys of `blockers` blockers have hashes with different tags, so
    /// that a hash identifies its key.
    pub(super) const fn has_unique_hash(blockers: usize) -> bool {
        blockers <= size_of::<u32>()
    }

    #[inline]
    pub(super) fn hash<const N: usize>(self) -> u64 {
        let Self(word) = self;
        if Self::has_unique_hash(N) {
            // Each of these steps is invertible.
            #[expect(clippy::cast_possible_truncation, reason = "no more than four bytes")]
            let mixed = (word as u32).wrapping_mul(0x9E37_79B1);
            let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B);
            return hash_of_tag(mixed ^ mixed >> 13);
        }
        let mixed = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[inline]
    pub(super) fn to_bytes<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0; N];
        for (to, from) in bytes.iter_mut().zip(self.0.to_le_bytes()) {
            *to = from;
        }
        bytes
    }

    #[inline]
    pub(super) fn from_bytes<const N: usize>(bytes: &[u8; N]) -> Self {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(bytes) {
            *to = *from;
        }
        Self(u64::from_le_bytes(word))
    }

    #[inline]
    pub(super) const fn word(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_blocker_is_packed_in_order() {
        let mut seed = 7_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 40
        };
        for _ in 0..10_000 {
            let mut blockers = [(); 7].map(|()| Square::from_index(next().to_le_bytes()[0]));
            blockers.sort_unstable();
            let (blocker, stop) = (next() as usize % 7, next().to_le_bytes()[0]);
            let stop = Square::from_index(stop);
            let mut moved = blockers;
            moved[blocker] = stop;
            moved.sort_unstable();
            let key = PlacementKey::moved(&blockers, blocker, stop);
            assert_eq!(key.unpack(), moved);
        }
        let [from, stop] = [3, 9].map(Square::from_index);
        assert_eq!(PlacementKey::moved(&[from], 0, stop).word(), 9);
    }

    #[test]
    fn four_blockers_have_a_unique_hash() {
        let words = (0..=u32::MAX).step_by(40_503).map(u64::from);
        let mut hashes: Vec<u64> = words.map(|word| PlacementKey(word).hash::<4>()).collect();
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
