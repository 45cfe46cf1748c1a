//! The successors by slides of blockers, in batches.

use super::lists::Lists;
use crate::board::{Bitboard, Direction, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Limit};
use crate::search::set_astar::placement::{Placement, PlacementKey};
use crate::search::set_astar::state::Entry;
use crate::search::set_astar::state_set::StateSet;
use crate::search::tables::prefetch;

/// A buffer of successors to be opened in the next layer.
///
/// Many placements do not fit into the processor's caches. So the successors are gathered, and
/// their placements are prefetched before the first one is looked up.
pub(super) struct SuccessorBuffer<const C: usize> {
    /// The first `len` are in use.
    successors: Vec<Successor>,
    len: usize,
    /// Sets of states, most of them for many placements.
    sets: Vec<StateSet<C>>,
}

/// States to be opened in a placement.
#[derive(Clone, Copy)]
struct Successor {
    key: PlacementKey,
    /// A guess at the slot of the placement, or [`NO_SLOT`].
    slot: u32,
    /// The index of the set of states in the buffer.
    set: u32,
}

/// No placement has this slot.
const NO_SLOT: u32 = u32::MAX;

impl Successor {
    const NONE: Self = Self { key: PlacementKey::MIN, slot: NO_SLOT, set: 0 };
}

/// The buffer is full with this many successors or sets.
const BATCH: usize = 128;

/// The most successors by one blocker of a placement: four slides, and one that ends at each
/// active robot in its row and column.
const MAX_PER_BLOCKER: usize = 4 + 2 * 15;

// Blockers are below `N`, indices of sets come from the buffer, and the buffer has room for the
// successors of one more placement.
impl<const C: usize> SuccessorBuffer<C> {
    pub(super) fn new<const N: usize>() -> Self {
        Self {
            successors: vec![Successor::NONE; BATCH + N * MAX_PER_BLOCKER],
            len: 0,
            sets: Vec::new(),
        }
    }

    /// Returns whether the successors are to be opened before more are generated.
    pub(super) const fn is_full(&self) -> bool {
        self.len >= BATCH || self.sets.len() >= BATCH
    }

    /// Opens all successors in a layer, and empties the buffer.
    pub(super) fn open_all<const N: usize>(
        &mut self,
        lists: &mut Lists<N, C>,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let successors = &mut self.successors[..self.len];
        if lists.are_scattered() {
            let keys = successors.iter().map(|successor| successor.key);
            prefetch(keys.map(|key| lists.word_to_find(key)));
            for successor in successors.iter_mut() {
                successor.slot = lists.guess(successor.key).unwrap_or(NO_SLOT);
            }
            let guesses = successors.iter().map(|successor| successor.slot);
            lists.prefetch_to_open(guesses.filter(|&slot| slot != NO_SLOT), layer);
        }
        for successor in successors.iter() {
            let is_right = successor.slot != NO_SLOT && lists.is(successor.slot, successor.key);
            let slot =
                if is_right { successor.slot } else { lists.find_or_add(successor.key, budget)? };
            lists.open(slot, &self.sets[successor.set as usize], layer, budget)?;
        }
        self.len = 0;
        self.sets.clear();
        Ok(())
    }

    /// Adds a set, and returns its index.
    #[expect(clippy::cast_possible_truncation, reason = "a batch of sets")]
    fn add_set(&mut self, sets: StateSet<C>) -> u32 {
        let number = self.sets.len() as u32;
        self.sets.push(sets);
        number
    }

    /// Adds a successor if `is_one`. There is no branch on it, since the processor would often
    /// mispredict it: it depends on the board.
    #[inline(always)]
    fn add(&mut self, key: PlacementKey, set: u32, is_one: bool) {
        self.successors[self.len] = Successor { key, slot: NO_SLOT, set };
        self.len += usize::from(is_one);
    }

    /// Generates the successors of states of one placement by slides of blockers.
    pub(super) fn generate<const N: usize>(
        &mut self,
        puzzle: &ActiveRobotPuzzle,
        entry: &Entry<C>,
    ) {
        let placement = Placement::<N>::new(entry.key);
        let (blockers, lines) = (&placement.blockers, &placement.lines);
        let set = self.add_set(entry.sets);
        let states = BlockedStates::new(&entry.sets, puzzle.start());
        for (blocker, &from) in blockers.iter().enumerate() {
            let [up, right, down, left] = puzzle.stops().slides(from, lines);
            if states.squares.is_free_across(left.1, right.1) {
                self.add_both(blockers, blocker, set, [right.1, left.1]);
            } else {
                self.generate_beside(&states, blockers, blocker, right);
                self.generate_beside(&states, blockers, blocker, left);
            }
            if states.squares.is_free_along(down.1, up.1) {
                self.add_both(blockers, blocker, set, [up.1, down.1]);
            } else {
                self.generate_beside(&states, blockers, blocker, up);
                self.generate_beside(&states, blockers, blocker, down);
            }
        }
    }

    /// Adds the successors by two slides of a blocker without an active robot in the way.
    #[inline(always)]
    fn add_both<const N: usize>(
        &mut self,
        blockers: &[Square; N],
        blocker: usize,
        set: u32,
        stops: [Square; 2],
    ) {
        for stop in stops {
            let key = PlacementKey::moved(blockers, blocker, stop);
            self.add(key, set, stop != blockers[blocker]);
        }
    }

    /// Generates the successors by one slide of a blocker that an active robot may stop.
    fn generate_beside<const N: usize>(
        &mut self,
        states: &BlockedStates<'_, C>,
        blockers: &[Square; N],
        blocker: usize,
        slide: (Direction, Square),
    ) {
        states.slide(blockers[blocker], slide, |stop, sets| {
            let set = self.add_set(sets);
            let key = PlacementKey::moved(blockers, blocker, stop);
            self.add(key, set, true);
        });
    }
}

/// The states of one placement, with the squares on which the active robot may block a slide.
struct BlockedStates<'a, const C: usize> {
    sets: &'a StateSet<C>,
    start: Square,
    /// The squares of the active robot in these states.
    squares: Bitboard,
}

impl<'a, const C: usize> BlockedStates<'a, C> {
    /// Returns these states of a puzzle whose active robot starts at `start`.
    #[inline]
    fn new(sets: &'a StateSet<C>, start: Square) -> Self {
        let squares = sets.squares(start);
        Self { sets, start, squares }
    }

    /// Calls `visit` with each square on which a slide of a blocker from `from` ends, and with
    /// the states in which it ends there. It ends on `stop` unless the active robot is in its
    /// way. A slide that does not leave `from` is no move.
    #[inline]
    fn slide(
        &self,
        from: Square,
        (direction, stop): (Direction, Square),
        mut visit: impl FnMut(Square, StateSet<C>),
    ) {
        if stop == from {
            return;
        }
        let way = Bitboard::line(from, stop);
        let beside = self.squares & !way;
        if !beside.is_empty() {
            visit(stop, self.sets.within(beside, self.start));
        }
        // An active robot in the way stops the blocker one square earlier.
        for active in (self.squares & way).iter() {
            if let Some(stop) = active.step(direction.opposite())
                && stop != from
            {
                let here = std::iter::once(active).collect();
                visit(stop, self.sets.within(here, self.start));
            }
        }
    }
}
