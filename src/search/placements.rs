//! For each placement of the helpers, the squares of the runner.

use std::ops::{Index, IndexMut, Range};

use super::chunks::Chunks;
use super::{Budget, Stop, index};
use crate::board::{Bitboard, Square};

/// The squares of a runner for each of its axes: for all four, or, with an `A`
/// of 1, for axes 3 alone, where axes do not matter.
#[derive(Clone, Copy)]
pub(super) struct RunnerSets<const A: usize>([Bitboard; A]);

impl<const A: usize> RunnerSets<A> {
    /// The axes that occur.
    pub(super) const AXES: Range<usize> = 4 - A..4;

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Bitboard::is_empty)
    }
}

impl<const A: usize> Default for RunnerSets<A> {
    #[inline]
    fn default() -> Self {
        Self([Bitboard::EMPTY; A])
    }
}

// Axes are below 4, and `A` is 4 or 1.
#[expect(clippy::indexing_slicing)]
impl<const A: usize> Index<usize> for RunnerSets<A> {
    type Output = Bitboard;

    #[inline]
    fn index(&self, axes: usize) -> &Bitboard {
        &self.0[axes % A]
    }
}

#[expect(clippy::indexing_slicing)]
impl<const A: usize> IndexMut<usize> for RunnerSets<A> {
    #[inline]
    fn index_mut(&mut self, axes: usize) -> &mut Bitboard {
        &mut self.0[axes % A]
    }
}

/// The squares of a runner that has not slid along both axes, in a word. It
/// has not left a rank and a file: bits 0 to 15 are the squares of that rank
/// for axes 1, bits 16 to 31 those of that file for axes 2, and bit 32 is the
/// one square for axes 0.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Cross(u64);

/// What is known of one placement: for the layers of even and for those of odd
/// number a line of a cache each, since states are put into one of them.
#[derive(Clone, Copy, Default)]
#[repr(align(128))]
struct Placement {
    layers: [Waiting; 2],
}

/// States of one placement with axes 3.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Waiting {
    /// Those that wait in the next layer of this parity.
    open: Bitboard,
    /// Those of any layer that have been taken out: the same in both lines.
    closed: Bitboard,
}

/// States of one placement with other axes.
#[derive(Clone, Copy, Default)]
struct Crosses {
    open: [Cross; 2],
    closed: Cross,
}

/// The placements of `N` helpers seen, by the order in which they were.
pub(super) struct Placements<const N: usize, const A: usize> {
    placements: Chunks<Placement, 8>,
    /// The squares of the helpers in order.
    helpers: Chunks<u64, 8>,
    /// Empty where axes do not matter.
    crosses: Chunks<Crosses, 8>,
    index: index::Index,
    /// Where a runner stays that has not slid along both axes.
    home: Square,
}

/// Whether the tag of a hash tells so many helpers.
const fn is_exact(helpers: usize) -> bool {
    helpers <= size_of::<u32>()
}

fn hash_of<const N: usize>(helpers: u64) -> u64 {
    if is_exact(N) {
        // Each of these steps can be undone.
        #[expect(clippy::cast_possible_truncation, reason = "no more than four bytes")]
        let mixed = (helpers as u32).wrapping_mul(0x9E37_79B1);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B);
        return index::hash_of_tag(mixed ^ mixed >> 13);
    }
    let mixed = (helpers ^ helpers >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The helpers of up to eight squares as a number.
pub(super) fn pack<const N: usize>(helpers: [u8; N]) -> u64 {
    let helpers = helpers.iter().rev();
    helpers.fold(0, |word, &square| word << 8 | u64::from(square))
}

/// The number of helpers in order after one of them has come to `stop`.
#[expect(clippy::indexing_slicing, reason = "helpers are below `N`, at most 8")]
#[inline]
pub(super) fn pack_moved<const N: usize>(helpers: &[u8; N], helper: usize, stop: Square) -> u64 {
    let stop = stop.to_u8();
    let below = |bytes: usize| (1_u64 << (8 * bytes)) - 1;
    let word = pack(*helpers);
    let others = word & below(helper) | word >> 8 & !below(helper);
    let lower = helpers.iter().filter(|&&other| other < stop).count();
    let lower = lower - usize::from(helpers[helper] < stop);
    others & below(lower) | u64::from(stop) << (8 * lower) | (others & !below(lower)) << 8
}

/// The squares of such a number.
pub(super) fn unpack<const N: usize>(mut helpers: u64) -> [u8; N] {
    [(); N].map(|()| {
        let [low, ..] = helpers.to_le_bytes();
        helpers >>= 8;
        low
    })
}

// Axes are below 4, parities below 2.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const A: usize> Placements<N, A> {
    pub(super) fn new(home: Square, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self {
            placements: Chunks::default(),
            helpers: Chunks::default(),
            crosses: Chunks::default(),
            index: index::Index::new(budget)?,
            home,
        })
    }

    #[inline]
    pub(super) fn helpers(&self, slot: u32) -> u64 {
        self.helpers[slot]
    }

    /// Loads what [`Self::open`] needs, and gives a part of it that means
    /// nothing: a look ahead, which lets the memory work on many at a time.
    #[inline]
    pub(super) fn look_ahead(&self, slot: u32, parity: usize) -> u64 {
        let mut part = u64::from(self.placements[slot].layers[parity].open.is_empty());
        if A > 1 {
            part ^= self.crosses[slot].closed.0;
        }
        if !is_exact(N) {
            part ^= self.helpers(slot);
        }
        part
    }

    /// Loads all that is known of a placement, to the same end.
    #[inline]
    pub(super) fn look_ahead_whole(&self, slot: u32) -> u64 {
        self.look_ahead(slot, 0) ^ self.look_ahead(slot, 1) ^ self.helpers(slot)
    }

    /// A look ahead at where the number of a placement is to be found.
    #[inline]
    pub(super) fn look_ahead_index(&self, helpers: u64) -> u64 {
        self.index.look_ahead(hash_of::<N>(helpers))
    }

    /// The number of a placement, if it was seen, or else that of another or
    /// none.
    #[inline]
    pub(super) fn guess(&self, helpers: u64) -> Option<u32> {
        self.index.guess(hash_of::<N>(helpers))
    }

    /// Whether a guess was right.
    #[inline]
    pub(super) fn is(&self, slot: u32, helpers: u64) -> bool {
        is_exact(N) || self.helpers(slot) == helpers
    }

    /// The number of a placement, if it was seen.
    #[inline]
    pub(super) fn find(&self, helpers: u64) -> Option<u32> {
        let is_it = |slot| self.is(slot, helpers);
        self.index.find(hash_of::<N>(helpers), is_it)
    }

    /// The number of a placement.
    #[inline]
    pub(super) fn slot(&mut self, helpers: u64, budget: &mut Budget<'_>) -> Result<u32, Stop> {
        match self.find(helpers) {
            Some(slot) => Ok(slot),
            None => self.add(helpers, budget),
        }
    }

    fn add(&mut self, helpers: u64, budget: &mut Budget<'_>) -> Result<u32, Stop> {
        let slot = self.placements.push(Placement::default(), budget)?;
        self.helpers.push(helpers, budget)?;
        if A > 1 {
            self.crosses.push(Crosses::default(), budget)?;
        }
        let hash_at = |slot| hash_of::<N>(self.helpers[slot]);
        let hash = hash_of::<N>(helpers);
        self.index.insert(hash, slot, hash_at, budget)?;
        Ok(slot)
    }

    /// Adds states to a layer of this parity; says whether they are the first
    /// of the placement there.
    #[inline]
    pub(super) fn open(&mut self, slot: u32, parity: usize, axes: usize, set: Bitboard) -> bool {
        let waiting = &mut self.placements[slot].layers[parity];
        if A == 1 || axes == 3 {
            let new = set & !waiting.closed;
            let first = waiting.open.is_empty() && !new.is_empty();
            waiting.open |= new;
            first && (A == 1 || self.crosses[slot].open[parity] == Cross::default())
        } else {
            let crosses = &mut self.crosses[slot];
            let new = Cross::of(self.home, axes, set).0 & !crosses.closed.0;
            let open = &mut crosses.open[parity];
            let first = open.0 == 0 && new != 0;
            open.0 |= new;
            first && waiting.open.is_empty()
        }
    }

    /// Takes the states of a layer of this parity, but for those taken before.
    #[inline]
    pub(super) fn take(&mut self, slot: u32, parity: usize) -> RunnerSets<A> {
        let mut sets = RunnerSets::default();
        if A > 1 {
            let crosses = &mut self.crosses[slot];
            let cross = std::mem::take(&mut crosses.open[parity]);
            sets = Cross(cross.0 & !crosses.closed.0).sets(self.home);
        }
        let waiting = &mut self.placements[slot].layers[parity];
        sets[3] = std::mem::take(&mut waiting.open) & !waiting.closed;
        sets
    }

    /// The states that have been taken.
    #[inline]
    pub(super) fn closed(&self, slot: u32) -> RunnerSets<A> {
        let mut sets = RunnerSets::default();
        if A > 1 {
            sets = self.crosses[slot].closed.sets(self.home);
        }
        sets[3] = self.placements[slot].layers[0].closed;
        sets
    }

    /// Closes states.
    #[inline]
    pub(super) fn close(&mut self, slot: u32, sets: &RunnerSets<A>) {
        for waiting in &mut self.placements[slot].layers {
            waiting.closed |= sets[3];
        }
        for axes in RunnerSets::<A>::AXES.take_while(|&axes| axes < 3) {
            if !sets[axes].is_empty() {
                self.crosses[slot].closed.0 |= Cross::of(self.home, axes, sets[axes]).0;
            }
        }
    }
}

/// The places of the ones.
fn bits(mut line: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let place = line.trailing_zeros() as u8;
        line &= line.wrapping_sub(1);
        (place < 16).then_some(place)
    })
}

impl Cross {
    fn of(home: Square, axes: usize, set: Bitboard) -> Self {
        Self(match axes {
            0 => u64::from(set.contains(home)) << 32,
            1 => u64::from(set.rank(home.rank())),
            _ => {
                let ranks = set.iter().map(|square| 1 << (16 + square.rank()));
                ranks.fold(0, |word, bit: u64| word | bit)
            }
        })
    }

    #[inline]
    fn sets<const A: usize>(self, home: Square) -> RunnerSets<A> {
        let mut sets = RunnerSets::default();
        if self.0 == 0 {
            return sets;
        }
        let [a, b, c, d, ..] = self.0.to_le_bytes();
        for place in bits(u16::from_le_bytes([a, b])) {
            sets[1].insert(Square::new(place, home.rank()));
        }
        for place in bits(u16::from_le_bytes([c, d])) {
            sets[2].insert(Square::new(home.file(), place));
        }
        if self.0 >> 32 & 1 != 0 {
            sets[0].insert(home);
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_helper_is_packed_in_order() {
        let mut seed = 7_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 40
        };
        for _ in 0..10_000 {
            let mut helpers = [(); 7].map(|()| next().to_le_bytes()[0]);
            helpers.sort_unstable();
            let (helper, stop) = (next() as usize % 7, next().to_le_bytes()[0]);
            let mut moved = helpers;
            moved[helper] = stop;
            moved.sort_unstable();
            let stop = Square::from_index(stop);
            assert_eq!(unpack(pack_moved(&helpers, helper, stop)), moved);
        }
        assert_eq!(pack_moved(&[3], 0, Square::from_index(9)), 9);
    }

    #[test]
    fn four_helpers_are_told_by_their_hash() {
        let words = (0..=u32::MAX).step_by(40_503).map(u64::from);
        let mut hashes: Vec<u64> = words.map(hash_of::<4>).collect();
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
