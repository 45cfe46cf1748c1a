//! The open and the closed list of sets of states.

use super::closed_log::{ClosedLog, Entry};
use super::placement_key::PlacementKey;
use super::placements::Placements;
use super::state_set::StateSet;
use crate::search::limits::{Budget, Stop};
use crate::search::tables::{OpenList, prefetch};

/// The open and the closed list.
///
/// 1. A state is closed once, in the layer of its bound *f* if it is reached in
///    the fewest moves, and an entry of that layer's log names it.
/// 2. A placement with open states in a layer waits in its bucket. It may wait
///    there without any, if they have been taken out by its number.
/// 3. A placement has one set of open states for a layer and the one after the
///    next. So nothing is opened for the later one as long as more may be opened
///    for the earlier one in the same placement.
pub(super) struct Lists<const N: usize, const C: usize> {
    placements: Placements<N, C>,
    open: OpenList,
}

/// Placements handed out between two looks at the flag and the clock.
const POLL_INTERVAL: u32 = 1 << 10;

const fn parity(layer: u32) -> usize {
    (layer & 1) as usize
}

impl<const N: usize, const C: usize> Lists<N, C> {
    /// Returns empty lists.
    pub(super) fn new(budget: &Budget<'_>) -> Result<Self, Stop> {
        Ok(Self {
            placements: Placements::new(budget)?,
            open: OpenList::default(),
        })
    }

    /// Returns whether this layer or a later one has open states.
    pub(super) fn has_open_from(&self, layer: u32) -> bool {
        self.open.next_bound(layer).is_some()
    }

    /// Takes the newest placements that wait in a layer, as many as there is room
    /// for.
    pub(super) fn pop<'b>(&mut self, layer: u32, room: &'b mut [u32]) -> &'b [u32] {
        let mut count = 0;
        for (place, slot) in room
            .iter_mut()
            .zip(std::iter::from_fn(|| self.open.pop(layer)))
        {
            *place = slot;
            count += 1;
        }
        room.get(..count).unwrap_or_default()
    }

    /// Returns the placements seen.
    #[inline]
    pub(super) const fn placements(&self) -> &Placements<N, C> {
        &self.placements
    }

    /// Returns the number of a placement, a new one where it was not seen.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        key: PlacementKey,
        budget: &Budget<'_>,
    ) -> Result<u32, Stop> {
        self.placements.find_or_add(key, budget)
    }

    /// Loads all that is known of some placements, where it is not at hand.
    #[inline]
    pub(super) fn prefetch(&self, slots: impl Iterator<Item = u32>) {
        if self.placements.are_scattered() {
            prefetch(slots.map(|slot| self.placements.words_of_all(slot)));
        }
    }

    /// Loads what [`Self::open`] needs of some placements.
    #[inline]
    pub(super) fn prefetch_to_open(&self, slots: impl Iterator<Item = u32>, layer: u32) {
        let parity = parity(layer);
        prefetch(slots.map(|slot| self.placements.words_to_open(slot, parity)));
    }

    /// Opens those states in a layer that are not closed.
    #[inline]
    pub(super) fn open(
        &mut self,
        slot: u32,
        sets: &StateSet<C>,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        if self.placements.open(slot, parity(layer), sets) {
            self.open.push(layer, slot, budget)?;
        }
        Ok(())
    }

    /// Takes the open states of a placement out of a layer.
    #[inline]
    pub(super) fn take(&mut self, slot: u32, layer: u32) -> StateSet<C> {
        self.placements.take(slot, parity(layer))
    }

    /// Adds all that is known of placements to the lists of their shards, where they get
    /// slots in the same order.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    pub(super) fn distribute(
        &self,
        shards: &mut [Self],
        budgets: &[Budget<'_>],
    ) -> Result<(), Stop> {
        for slot in 0..self.placements.len() {
            if slot.is_multiple_of(POLL_INTERVAL) {
                budgets.first().map_or(Ok(()), Budget::poll)?;
            }
            let of_key = self.placements.key(slot).shard::<N>(shards.len());
            if let (Some(to), Some(budget)) = (shards.get_mut(of_key), budgets.get(of_key)) {
                to.placements.copy_from(&self.placements, slot, budget)?;
            }
        }
        for (layer, slot) in self.open.entries() {
            let key = self.placements.key(slot);
            let of_key = key.shard::<N>(shards.len());
            if let (Some(to), Some(budget)) = (shards.get_mut(of_key), budgets.get(of_key))
                && let Some(slot) = to.placements.find(key)
            {
                to.open.push(layer, slot, budget)?;
            }
        }
        Ok(())
    }

    /// Closes states in the newest layer.
    #[inline]
    pub(super) fn close(
        &mut self,
        slot: u32,
        entry: &Entry<C>,
        log: &mut ClosedLog<N, C>,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        self.placements.close(slot, &entry.sets);
        log.push(entry, budget)
    }
}
