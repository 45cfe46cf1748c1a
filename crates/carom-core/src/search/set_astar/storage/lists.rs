//! The open and the closed list: for each placement of the blockers, the squares of the
//! active robot that are open and those that are closed.

use crate::board::Bitboard;
use crate::search::limits::{Budget, Limit};
use crate::search::set_astar::cross::Cross;
use crate::search::set_astar::placement::PlacementKey;
use crate::search::set_astar::state_set::StateSet;
use crate::search::tables::{Chunks, Index, OpenList, Vacancy, prefetch};

/// The states of one placement: a cache line for the layers of even number and one for those
/// of odd number, since opening states touches one of them.
#[derive(Clone, Copy, Default)]
#[repr(align(128))]
struct OpenAndClosed {
    layers: [ParityLine; 2],
}

/// Those states of one placement whose active robot has slid along both axes.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct ParityLine {
    /// The states that are open in the next layer of this parity.
    open: Bitboard,
    /// The closed states of all layers, the same in both lines.
    closed: Bitboard,
}

/// The other states of one placement.
#[derive(Clone, Copy, Default)]
struct Crosses {
    open: [Cross; 2],
    closed: Cross,
}

/// All generated placements of `N` blockers, with their open and closed states.
///
/// 1. A placement has a *slot*, the number of placements added before it, which never changes.
/// 2. A state is open in at most one layer of each parity, the next one. So no state is opened
///    for a later layer as long as more states of the same placement may be opened for the
///    earlier layer of the same parity.
/// 3. Both lines of a placement hold the same closed states. A closed state is not opened.
/// 4. A placement with open states in a layer is in the bucket of that layer in `open`. It may
///    also be there without any, after they were taken by its slot.
pub(super) struct Lists<const N: usize, const C: usize> {
    placements: Chunks<OpenAndClosed, 8>,
    keys: Chunks<PlacementKey, 8>,
    /// Empty where axes do not matter.
    crosses: Chunks<Crosses, 8>,
    index: Index,
    open: OpenList,
}

const fn parity(f: u32) -> usize {
    (f & 1) as usize
}

/// The number of placements, of about 150 bytes each, that the processor's caches hold.
const CACHED: u32 = 1 << 12;

// Parities are below 2.
impl<const N: usize, const C: usize> Lists<N, C> {
    pub(super) fn new(budget: &Budget<'_>) -> Result<Self, Limit> {
        Ok(Self {
            placements: Chunks::default(),
            keys: Chunks::default(),
            crosses: Chunks::default(),
            index: Index::new(budget)?,
            open: OpenList::default(),
        })
    }

    /// Returns whether there are more placements than the processor's caches hold, so that
    /// prefetching pays.
    #[inline]
    pub(super) const fn are_scattered(&self) -> bool {
        self.keys.len() > CACHED
    }

    /// Returns whether layer `f` or a later one has open states.
    pub(super) fn has_open_from(&self, f: u32) -> bool {
        self.open.next_f(f).is_some()
    }

    /// Takes the slots of the newest placements from the bucket of layer `f`, as many as `room`
    /// holds.
    pub(super) fn pop<'b>(&mut self, f: u32, room: &'b mut [u32]) -> &'b [u32] {
        let mut count = 0;
        let waiting = std::iter::from_fn(|| self.open.pop(f));
        for (place, slot) in room.iter_mut().zip(waiting) {
            *place = slot;
            count += 1;
        }
        &room[..count]
    }

    #[inline]
    pub(super) fn key(&self, slot: u32) -> PlacementKey {
        self.keys[slot]
    }

    /// Reads a word of each cache line that [`Self::open`] needs, for [`prefetch`].
    #[inline]
    fn words_to_open(&self, slot: u32, parity: usize) -> u64 {
        let mut word = u64::from(self.placements[slot].layers[parity].open.is_empty());
        if C > 0 {
            word ^= self.crosses[slot].closed.bits();
        }
        if !PlacementKey::has_unique_hash(N) {
            word ^= self.keys[slot].word();
        }
        word
    }

    /// Prefetches all data of some placements, if there are enough of them to need it.
    #[inline]
    pub(super) fn prefetch(&self, slots: impl Iterator<Item = u32>) {
        if self.are_scattered() {
            let words = |slot| self.words_to_open(slot, 0) ^ self.words_to_open(slot, 1);
            prefetch(slots.map(|slot| words(slot) ^ self.keys[slot].word()));
        }
    }

    /// Prefetches the data of some placements that [`Self::open`] needs.
    #[inline]
    pub(super) fn prefetch_to_open(&self, slots: impl Iterator<Item = u32>, f: u32) {
        prefetch(slots.map(|slot| self.words_to_open(slot, parity(f))));
    }

    /// Reads a word of the cache line that [`Self::find`] begins with, for [`prefetch`].
    #[inline]
    pub(super) fn word_to_find(&self, key: PlacementKey) -> u64 {
        self.index.first_slot(key.hash::<N>())
    }

    /// Returns the slot of a placement if there is one, or else an arbitrary slot or `None`.
    #[inline]
    pub(super) fn guess(&self, key: PlacementKey) -> Option<u32> {
        self.index.guess(key.hash::<N>())
    }

    /// Returns whether a [guess](Self::guess) is right: whether `slot` has this key.
    #[inline]
    pub(super) fn is(&self, slot: u32, key: PlacementKey) -> bool {
        PlacementKey::has_unique_hash(N) || self.keys[slot] == key
    }

    #[inline]
    pub(super) fn find(&self, key: PlacementKey) -> Option<u32> {
        self.look_up(key).ok()
    }

    #[inline]
    fn look_up(&self, key: PlacementKey) -> Result<u32, Vacancy> {
        self.index.find(key.hash::<N>(), |slot| self.is(slot, key))
    }

    /// Returns the slot of a placement, which is added if there is none.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory for it.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        key: PlacementKey,
        budget: &Budget<'_>,
    ) -> Result<u32, Limit> {
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
    ) -> Result<u32, Limit> {
        let slot = self.placements.push(OpenAndClosed::default(), budget)?;
        self.keys.push(key, budget)?;
        if C > 0 {
            self.crosses.push(Crosses::default(), budget)?;
        }
        let hash_at = |slot| self.keys[slot].hash::<N>();
        self.index.insert(vacancy, slot, hash_at, budget)?;
        Ok(slot)
    }

    /// Opens those states in layer `f` that are not closed.
    #[inline]
    pub(super) fn open(
        &mut self,
        slot: u32,
        sets: &StateSet<C>,
        f: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let parity = parity(f);
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
        if was_empty && is_new {
            self.open.push(f, slot, budget)?;
        }
        Ok(())
    }

    /// Takes the open states of a placement out of layer `f`, and returns those that were not
    /// closed in the meantime.
    #[inline]
    pub(super) fn take(&mut self, slot: u32, f: u32) -> StateSet<C> {
        let parity = parity(f);
        let mut cross = Cross::EMPTY;
        if C > 0 {
            let crosses = &mut self.crosses[slot];
            cross = std::mem::take(&mut crosses.open[parity]).without(crosses.closed);
        }
        let line = &mut self.placements[slot].layers[parity];
        StateSet::new(std::mem::take(&mut line.open) & !line.closed, cross)
    }

    #[inline]
    pub(super) fn closed(&self, slot: u32) -> StateSet<C> {
        let mut cross = Cross::EMPTY;
        if C > 0 {
            cross = self.crosses[slot].closed;
        }
        StateSet::new(self.placements[slot].layers[0].closed, cross)
    }

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
