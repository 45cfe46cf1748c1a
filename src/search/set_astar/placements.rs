//! For each placement of the blockers, the squares of the active robot that are open
//! and those that are closed.

use super::cross::Cross;
use super::placement_key::PlacementKey;
use super::state_set::StateSet;
use crate::board::Bitboard;
use crate::search::limits::{Budget, Stop};
use crate::search::tables::{Chunks, Index, Vacancy};

/// The states of one placement: for the layers of even and for those of odd
/// number a line of a cache each, since states are opened in one of them.
#[derive(Clone, Copy, Default)]
#[repr(align(128))]
struct OpenAndClosed {
    layers: [ParityLine; 2],
}

/// States of one placement whose active robot has slid along both axes.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct ParityLine {
    /// Those that wait in the next layer of this parity.
    open: Bitboard,
    /// Those of any layer that have been taken out: the same in both lines.
    closed: Bitboard,
}

/// States of one placement whose active robot has not.
#[derive(Clone, Copy, Default)]
struct Crosses {
    open: [Cross; 2],
    closed: Cross,
}

/// The placements of `N` blockers seen, numbered in the order in which they were.
///
/// 1. A placement has one number for good, its slot.
/// 2. A state is open in one layer of each parity at most, the next one to come.
/// 3. Both lines of a placement name the same closed states, and no state that
///    was closed when it came is opened.
pub(super) struct Placements<const N: usize, const C: usize> {
    placements: Chunks<OpenAndClosed, 8>,
    keys: Chunks<PlacementKey, 8>,
    /// Empty where axes do not matter.
    crosses: Chunks<Crosses, 8>,
    index: Index,
}

/// So many placements, of some 150 bytes each, are at hand without prefetching.
const CACHED: u32 = 1 << 12;

// Parities are below 2.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const C: usize> Placements<N, C> {
    pub(super) fn new(budget: &Budget<'_>) -> Result<Self, Stop> {
        Ok(Self {
            placements: Chunks::default(),
            keys: Chunks::default(),
            crosses: Chunks::default(),
            index: Index::new(budget)?,
        })
    }

    /// Returns how many placements were seen.
    pub(super) const fn len(&self) -> u32 {
        self.keys.len()
    }

    /// Returns whether placements are so many that most are not in the processor's caches,
    /// and have to be prefetched.
    #[inline]
    pub(super) const fn are_scattered(&self) -> bool {
        self.len() > CACHED
    }

    /// Returns whether only one placement was seen, so that no blocker has slid.
    pub(super) const fn is_single(&self) -> bool {
        self.len() == 1
    }

    /// Adds a placement that was not seen, with all that others know of it.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    pub(super) fn copy_from(
        &mut self,
        other: &Self,
        slot: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let own = self.find_or_add(other.keys[slot], budget)?;
        self.placements[own] = other.placements[slot];
        if C > 0 {
            self.crosses[own] = other.crosses[slot];
        }
        Ok(())
    }

    /// Returns the key of a placement.
    #[inline]
    pub(super) fn key(&self, slot: u32) -> PlacementKey {
        self.keys[slot]
    }

    /// Returns a word of each line of the cache that [`Self::open`] needs, for
    /// [`prefetch`](crate::search::tables::prefetch).
    #[inline]
    pub(super) fn words_to_open(&self, slot: u32, parity: usize) -> u64 {
        let mut word = u64::from(self.placements[slot].layers[parity].open.is_empty());
        if C > 0 {
            word ^= self.crosses[slot].closed.bits();
        }
        if !PlacementKey::has_unique_hash(N) {
            word ^= self.keys[slot].word();
        }
        word
    }

    /// Returns a word of each line of the cache of a placement, to the same end.
    #[inline]
    pub(super) fn words_of_all(&self, slot: u32) -> u64 {
        self.words_to_open(slot, 0) ^ self.words_to_open(slot, 1) ^ self.keys[slot].word()
    }

    /// Returns a word of where the number of a placement is to be found, to the
    /// same end.
    #[inline]
    pub(super) fn word_to_find(&self, key: PlacementKey) -> u64 {
        self.index.first_slot(key.hash::<N>())
    }

    /// Returns the number of a placement, if it was seen, or else that of
    /// another or none.
    #[inline]
    pub(super) fn guess(&self, key: PlacementKey) -> Option<u32> {
        self.index.guess(key.hash::<N>())
    }

    /// Returns whether a guess was right.
    #[inline]
    pub(super) fn is(&self, slot: u32, key: PlacementKey) -> bool {
        PlacementKey::has_unique_hash(N) || self.keys[slot] == key
    }

    /// Returns the number of a placement, if it was seen.
    #[inline]
    pub(super) fn find(&self, key: PlacementKey) -> Option<u32> {
        self.look_up(key).ok()
    }

    #[inline]
    fn look_up(&self, key: PlacementKey) -> Result<u32, Vacancy> {
        self.index.find(key.hash::<N>(), |slot| self.is(slot, key))
    }

    /// Returns the number of a placement, a new one where it was not seen.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        key: PlacementKey,
        budget: &Budget<'_>,
    ) -> Result<u32, Stop> {
        match self.look_up(key) {
            Ok(slot) => Ok(slot),
            Err(vacancy) => self.add(key, vacancy, budget),
        }
    }

    fn add(
        &mut self,
        key: PlacementKey,
        vacancy: Vacancy,
        budget: &Budget<'_>,
    ) -> Result<u32, Stop> {
        let slot = self.placements.push(OpenAndClosed::default(), budget)?;
        self.keys.push(key, budget)?;
        if C > 0 {
            self.crosses.push(Crosses::default(), budget)?;
        }
        let hash_at = |slot| self.keys[slot].hash::<N>();
        self.index.insert(vacancy, slot, hash_at, budget)?;
        Ok(slot)
    }

    /// Opens states in the next layer of this parity; returns whether they are
    /// the first of the placement there.
    #[inline]
    pub(super) fn open(&mut self, slot: u32, parity: usize, sets: &StateSet<C>) -> bool {
        let line = &mut self.placements[slot].layers[parity];
        let new = sets.both() & !line.closed;
        let (mut was_empty, mut is_new) = (line.open.is_empty(), !new.is_empty());
        line.open |= new;
        if C > 0 {
            let crosses = &mut self.crosses[slot];
            let new = sets.cross().without(crosses.closed);
            let open = &mut crosses.open[parity];
            was_empty &= open.is_empty();
            is_new |= !new.is_empty();
            *open = open.with(new);
        }
        was_empty && is_new
    }

    /// Takes the open states of the next layer of this parity out, but for those
    /// that have been closed since.
    #[inline]
    pub(super) fn take(&mut self, slot: u32, parity: usize) -> StateSet<C> {
        let mut cross = Cross::EMPTY;
        if C > 0 {
            let crosses = &mut self.crosses[slot];
            cross = std::mem::take(&mut crosses.open[parity]).without(crosses.closed);
        }
        let line = &mut self.placements[slot].layers[parity];
        StateSet::new(std::mem::take(&mut line.open) & !line.closed, cross)
    }

    /// Returns the closed states.
    #[inline]
    pub(super) fn closed(&self, slot: u32) -> StateSet<C> {
        let mut cross = Cross::EMPTY;
        if C > 0 {
            cross = self.crosses[slot].closed;
        }
        StateSet::new(self.placements[slot].layers[0].closed, cross)
    }

    /// Closes states.
    #[inline]
    pub(super) fn close(&mut self, slot: u32, sets: &StateSet<C>) {
        for line in &mut self.placements[slot].layers {
            line.closed |= sets.both();
        }
        if C > 0 {
            let crosses = &mut self.crosses[slot];
            crosses.closed = crosses.closed.with(sets.cross());
        }
    }
}
