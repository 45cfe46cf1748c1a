//! The open and the closed list of sets of states.

use super::closed_log::{ClosedLog, Entry, Span};
use super::helpers::PlacementKey;
use super::placements::Placements;
use super::runner_sets::RunnerSets;
use crate::board::{Axes, Bitboard, Square};
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
pub(super) struct Lists<const N: usize, const A: usize> {
    placements: Placements<N, A>,
    open: OpenList,
    closed: ClosedLog,
}

const fn parity(layer: u32) -> usize {
    (layer & 1) as usize
}

impl<const N: usize, const A: usize> Lists<N, A> {
    /// Returns empty lists for a runner that starts at `home`.
    pub(super) fn new(home: Square, budget: &Budget<'_>) -> Result<Self, Stop> {
        Ok(Self {
            placements: Placements::new(home, budget)?,
            open: OpenList::default(),
            closed: ClosedLog::default(),
        })
    }

    /// Returns whether nothing was closed yet.
    pub(super) const fn is_fresh(&self) -> bool {
        self.closed.is_empty()
    }

    /// Returns whether this layer or a later one may have states, after those
    /// before it have been closed.
    pub(super) fn has_states_from(&self, layer: u32) -> bool {
        let before = [layer.checked_sub(1), layer.checked_sub(2)];
        let mut closed = before.into_iter().flatten();
        self.open.next_bound(layer).is_some()
            || closed.any(|layer| !self.closed.layer(layer).is_empty())
    }

    /// Begins a layer: what is closed from now on is closed in it.
    pub(super) fn begin_layer(&mut self, layer: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        self.closed.begin_layer(layer, budget)
    }

    /// Returns what was closed in a layer, to be read by
    /// [`next_closed`](Self::next_closed).
    pub(super) fn closed_in(&self, layer: Option<u32>) -> Span {
        layer.map_or_else(Span::default, |layer| self.closed.layer(layer))
    }

    /// Takes the next entry of a span.
    #[inline]
    pub(super) fn next_closed(&self, span: &mut Span) -> Option<Entry> {
        self.closed.read(span)
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
    pub(super) const fn placements(&self) -> &Placements<N, A> {
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

    /// Loads all that is known of some placements.
    #[inline]
    pub(super) fn prefetch(&self, slots: impl Iterator<Item = u32>) {
        prefetch(slots.map(|slot| self.placements.words_of_all(slot)));
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
        axes: Axes,
        set: Bitboard,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        if self.placements.open(slot, parity(layer), axes, set) {
            self.open.push(layer, slot, budget)?;
        }
        Ok(())
    }

    /// Opens the states of all sets that are not empty.
    #[inline]
    pub(super) fn open_all(
        &mut self,
        slot: u32,
        sets: &RunnerSets<A>,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        for axes in RunnerSets::<A>::AXES {
            if !sets[axes].is_empty() {
                self.open(slot, axes, sets[axes], layer, budget)?;
            }
        }
        Ok(())
    }

    /// Takes the open states of a placement out of a layer.
    #[inline]
    pub(super) fn take(&mut self, slot: u32, layer: u32) -> RunnerSets<A> {
        self.placements.take(slot, parity(layer))
    }

    /// Closes states in the newest layer.
    #[inline]
    pub(super) fn close(
        &mut self,
        slot: u32,
        sets: &RunnerSets<A>,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        self.placements.close(slot, sets);
        for axes in RunnerSets::<A>::AXES {
            if !sets[axes].is_empty() {
                let set = sets[axes];
                self.closed.push(&Entry { slot, axes, set }, budget)?;
            }
        }
        Ok(())
    }
}
