//! For each placement of the helpers, the squares of the runner.

use std::ops::{Index, IndexMut, Range};

use super::index;
use super::nodes::VEC_BYTES;
use super::{Budget, Limit, Stop};
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

/// What is known of one placement: two lines of a cache.
#[derive(Clone, Copy, Default)]
#[repr(align(128))]
pub(super) struct Placement {
    /// The states waiting in the next layer of even and of odd number.
    open: [Bitboard; 2],
    /// The states that have been taken out.
    closed: Bitboard,
    /// The squares of the helpers in order.
    helpers: u64,
    open_cross: [Cross; 2],
    closed_cross: Cross,
}

/// The placements seen, by the order in which they were.
pub(super) struct Placements {
    chunks: Vec<Vec<Placement>>,
    len: u32,
    index: index::Index,
    /// Where a runner stays that has not slid along both axes.
    home: Square,
}

const CHUNK_BITS: u32 = 8;
const CHUNK_LEN: usize = 1 << CHUNK_BITS;

fn hash_of(helpers: u64) -> u64 {
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

// Numbers of placements are handed out by the set alone.
#[expect(clippy::indexing_slicing)]
fn placement(chunks: &[Vec<Placement>], slot: u32) -> &Placement {
    &chunks[(slot >> CHUNK_BITS) as usize][slot as usize & (CHUNK_LEN - 1)]
}

// Axes are below 4, parities below 2.
#[expect(clippy::indexing_slicing)]
impl Placements {
    pub(super) fn new(home: Square, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self {
            chunks: Vec::new(),
            len: 0,
            index: index::Index::new(budget)?,
            home,
        })
    }

    fn get_mut(&mut self, slot: u32) -> &mut Placement {
        &mut self.chunks[(slot >> CHUNK_BITS) as usize][slot as usize & (CHUNK_LEN - 1)]
    }

    pub(super) fn helpers(&self, slot: u32) -> u64 {
        placement(&self.chunks, slot).helpers
    }

    /// Loads what is known of a placement, and gives a part of it that means
    /// nothing: a look ahead, which lets the memory work on many at a time.
    #[inline]
    pub(super) fn look_ahead(&self, slot: u32) -> u64 {
        let placement = placement(&self.chunks, slot);
        placement.helpers ^ placement.open_cross[0].0 ^ u64::from(placement.open[0].is_empty())
    }

    /// A look ahead at where the number of a placement is to be found.
    #[inline]
    pub(super) fn look_ahead_index(&self, helpers: u64) -> u64 {
        self.index.look_ahead(hash_of(helpers))
    }

    /// The number of a placement, if it was seen, or else that of another or
    /// none.
    #[inline]
    pub(super) fn guess(&self, helpers: u64) -> Option<u32> {
        self.index.guess(hash_of(helpers))
    }

    /// The number of a placement, if it was seen.
    #[inline]
    pub(super) fn find(&self, helpers: u64) -> Option<u32> {
        let is_it = |slot| placement(&self.chunks, slot).helpers == helpers;
        self.index.find(hash_of(helpers), is_it)
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
        let slot = self.len;
        if slot == u32::MAX {
            return Err(Stop::Limit(Limit::Memory));
        }
        let last = self.chunks.last();
        if last.is_none_or(|chunk| chunk.len() == CHUNK_LEN) {
            budget.reserve((CHUNK_LEN * size_of::<Placement>()) as u64 + VEC_BYTES)?;
            self.chunks.push(Vec::with_capacity(CHUNK_LEN));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(Placement {
                helpers,
                ..Placement::default()
            });
        }
        self.len += 1;
        let chunks = &self.chunks;
        let hash_at = |slot| hash_of(placement(chunks, slot).helpers);
        self.index.insert(hash_of(helpers), slot, hash_at, budget)?;
        Ok(slot)
    }

    /// Adds states to a layer of this parity; says whether they are the first
    /// of the placement there.
    #[inline]
    pub(super) fn open<const A: usize>(
        &mut self,
        slot: u32,
        parity: usize,
        axes: usize,
        set: Bitboard,
    ) -> bool {
        let home = self.home;
        let placement = self.get_mut(slot);
        if A == 1 {
            let new = set & !placement.closed;
            let open = &mut placement.open[parity];
            let first = open.is_empty() && !new.is_empty();
            *open |= new;
            first
        } else if axes == 3 {
            let new = set & !placement.closed;
            let open = &mut placement.open[parity];
            let first = open.is_empty() && !new.is_empty();
            *open |= new;
            first && placement.open_cross[parity] == Cross::default()
        } else {
            let new = Cross::of(home, axes, set).0 & !placement.closed_cross.0;
            let open = &mut placement.open_cross[parity];
            let first = open.0 == 0 && new != 0;
            open.0 |= new;
            first && placement.open[parity].is_empty()
        }
    }

    /// Takes the states of a layer of this parity, but for those taken before.
    #[inline]
    pub(super) fn take<const A: usize>(&mut self, slot: u32, parity: usize) -> RunnerSets<A> {
        let home = self.home;
        let placement = self.get_mut(slot);
        let mut sets = RunnerSets::default();
        if A > 1 {
            let cross = std::mem::take(&mut placement.open_cross[parity]);
            sets = Cross(cross.0 & !placement.closed_cross.0).sets(home);
        }
        sets[3] = std::mem::take(&mut placement.open[parity]) & !placement.closed;
        sets
    }

    /// The states that have been taken.
    #[inline]
    pub(super) fn closed<const A: usize>(&self, slot: u32) -> RunnerSets<A> {
        let placement = placement(&self.chunks, slot);
        let mut sets = RunnerSets::default();
        if A > 1 {
            sets = placement.closed_cross.sets(self.home);
        }
        sets[3] = placement.closed;
        sets
    }

    /// Closes states.
    #[inline]
    pub(super) fn close<const A: usize>(&mut self, slot: u32, sets: &RunnerSets<A>) {
        let home = self.home;
        let placement = self.get_mut(slot);
        placement.closed |= sets[3];
        for axes in RunnerSets::<A>::AXES.take_while(|&axes| axes < 3) {
            if !sets[axes].is_empty() {
                placement.closed_cross.0 |= Cross::of(home, axes, sets[axes]).0;
            }
        }
    }
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
        for place in 0..16 {
            if self.0 >> place & 1 != 0 {
                sets[1].insert(Square::new(place, home.rank()));
            }
            if self.0 >> (16 + place) & 1 != 0 {
                sets[2].insert(Square::new(home.file(), place));
            }
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
}
