//! The successors by slides of blockers, in batches.

use std::ops::Range;

use super::closed_log::Entry;
use super::lists::Lists;
use super::placement_key::{PlacementKey, part};
use super::state_set::StateSet;
use crate::board::{Bitboard, Direction, OccupiedLines, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Stop};
use crate::search::tables::prefetch;

/// A buffer of successors to be opened in the next layer.
///
/// Placements lie scattered in memory once they are many, so some are gathered, and
/// prefetched before the first is looked up for good.
pub(super) struct SuccessorBuffer<const C: usize> {
    /// Those of each shard.
    batches: Vec<Batch>,
    /// Sets of states, most of them for many placements.
    sets: Vec<StateSet<C>>,
    is_full: bool,
}

/// Successors in one shard.
struct Batch {
    /// These, and room for more.
    successors: Vec<Successor>,
    /// How many there are.
    len: usize,
    /// 1, or 0 where they are not wanted, and each takes the place of the one before.
    step: usize,
}

/// States to be opened in a placement.
#[derive(Clone, Copy)]
struct Successor {
    key: PlacementKey,
    /// The number of the placement, perhaps, or [`NO_SLOT`].
    slot: u32,
    /// The number of the set.
    set: u32,
}

/// States of one placement, and the squares of their active robots.
struct States<'a, const C: usize> {
    sets: &'a StateSet<C>,
    start: Square,
    squares: Bitboard,
}

/// No placement has this number.
const NO_SLOT: u32 = u32::MAX;

impl Successor {
    const NONE: Self = Self {
        key: PlacementKey::from_word(0),
        slot: NO_SLOT,
        set: 0,
    };
}

/// Successors opened together, at least, or sets of them.
const BATCH: usize = 128;

/// Those of a blocker in one placement, at most: four slides, and one to each active robot in
/// its row and column.
const MAX_PER_BLOCKER: usize = 4 + 2 * 15;

// Sets have numbers of the buffer.
#[expect(clippy::indexing_slicing)]
impl Batch {
    /// Opens the successors in a layer.
    fn open_all<const N: usize, const C: usize>(
        &mut self,
        sets: &[StateSet<C>],
        lists: &mut Lists<N, C>,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let successors = &mut self.successors[..self.len];
        let placements = lists.placements();
        if placements.are_scattered() {
            let keys = successors.iter().map(|successor| successor.key);
            prefetch(keys.map(|key| placements.word_to_find(key)));
            for successor in successors.iter_mut() {
                successor.slot = placements.guess(successor.key).unwrap_or(NO_SLOT);
            }
            let guesses = successors.iter().map(|successor| successor.slot);
            lists.prefetch_to_open(guesses.filter(|&slot| slot != NO_SLOT), layer);
        }
        for successor in successors.iter() {
            let is_right =
                successor.slot != NO_SLOT && lists.placements().is(successor.slot, successor.key);
            let slot = if is_right {
                successor.slot
            } else {
                lists.find_or_add(successor.key, budget)?
            };
            lists.open(slot, &sets[successor.set as usize], layer, budget)?;
        }
        Ok(())
    }
}

// Blockers are below `N`, shards are taken modulo their number, a power of two, sets have
// numbers of the buffer, and a batch has room for the successors of one more placement.
#[expect(clippy::indexing_slicing)]
impl<const C: usize> SuccessorBuffer<C> {
    /// Returns an empty buffer for placements of `N` blockers in so many shards, which
    /// keeps the successors in some of them alone.
    pub(super) fn new<const N: usize>(shards: usize, wanted: &Range<usize>) -> Self {
        let batch = |shard| Batch {
            successors: vec![Successor::NONE; BATCH + N * MAX_PER_BLOCKER],
            len: 0,
            step: usize::from(wanted.contains(&shard)),
        };
        Self {
            batches: (0..shards).map(batch).collect(),
            sets: Vec::new(),
            is_full: false,
        }
    }

    /// Returns whether it is time to open what was gathered.
    pub(super) const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Adds a set, and returns its number.
    #[expect(clippy::cast_possible_truncation, reason = "a batch of sets")]
    fn add_set(&mut self, sets: StateSet<C>) -> u32 {
        let number = self.sets.len() as u32;
        self.sets.push(sets);
        number
    }

    /// Opens all successors in a layer, and drops them: those in the shards that are
    /// wanted, whose lists and budgets these are.
    pub(super) fn open_all<const N: usize>(
        &mut self,
        lists: &mut [Lists<N, C>],
        layer: u32,
        budgets: &[Budget<'_>],
    ) -> Result<(), Stop> {
        let wanted = self.batches.iter_mut().filter(|batch| batch.step > 0);
        for (batch, (lists, budget)) in wanted.zip(lists.iter_mut().zip(budgets)) {
            batch.open_all(&self.sets, lists, layer, budget)?;
        }
        for batch in &mut self.batches {
            batch.len = 0;
        }
        self.sets.clear();
        self.is_full = false;
        Ok(())
    }

    /// Adds a successor; whether it is one is not known to the compiler, since jumps
    /// that depend on the board would be guessed wrong too often.
    #[inline(always)]
    fn add(&mut self, shard: usize, key: PlacementKey, set: u32, is_one: bool) {
        let shard = shard & (self.batches.len() - 1);
        let batch = &mut self.batches[shard];
        batch.successors[batch.len] = Successor {
            key,
            slot: NO_SLOT,
            set,
        };
        batch.len += batch.step & usize::from(is_one);
    }

    /// Generates the successors of states of one placement in which a blocker has
    /// slid.
    pub(super) fn generate<const N: usize>(
        &mut self,
        puzzle: &ActiveRobotPuzzle,
        entry: &Entry<C>,
    ) {
        let blockers: &[Square; N] = &entry.key.unpack();
        let lines: OccupiedLines = (*blockers).into_iter().collect();
        let set = self.add_set(entry.sets);
        let states = States {
            sets: &entry.sets,
            start: puzzle.start(),
            squares: entry.sets.squares(puzzle.start()),
        };
        let shard = entry.key.shard::<N>(self.batches.len());
        // From elsewhere only slides to the left and to the right lead here.
        let stays = self.batches.get(shard).is_some_and(|batch| batch.step > 0);
        for (blocker, &from) in blockers.iter().enumerate() {
            let [up, right, down, left] = puzzle.stops().slides(from, &lines);
            let mover = (blocker, shard ^ part(from));
            if states.squares.is_free_across(left.1, right.1) {
                self.add_both(blockers, mover, set, [right.1, left.1]);
            } else {
                self.generate_beside(&states, blockers, mover, right);
                self.generate_beside(&states, blockers, mover, left);
            }
            if stays {
                if states.squares.is_free_along(down.1, up.1) {
                    self.add_both(blockers, mover, set, [up.1, down.1]);
                } else {
                    self.generate_beside(&states, blockers, mover, up);
                    self.generate_beside(&states, blockers, mover, down);
                }
            }
        }
        let has_full = self.batches.iter().any(|batch| batch.len >= BATCH);
        self.is_full = has_full || self.sets.len() >= BATCH;
    }

    /// Adds the successors by two slides of a blocker that meet no active robot; `others` is what
    /// the other blockers add to the shard.
    #[inline(always)]
    fn add_both<const N: usize>(
        &mut self,
        blockers: &[Square; N],
        (blocker, others): (usize, usize),
        set: u32,
        stops: [Square; 2],
    ) {
        for stop in stops {
            let key = PlacementKey::moved(blockers, blocker, stop);
            self.add(others ^ part(stop), key, set, stop != blockers[blocker]);
        }
    }

    /// Generates the successors by one slide of a blocker that may meet the active robot.
    fn generate_beside<const N: usize>(
        &mut self,
        states: &States<'_, C>,
        blockers: &[Square; N],
        (blocker, others): (usize, usize),
        (direction, stop): (Direction, Square),
    ) {
        let from = blockers[blocker];
        if stop == from {
            return;
        }
        let mut add = |stop, set| {
            let set = self.add_set(states.sets.within(set, states.start));
            let key = PlacementKey::moved(blockers, blocker, stop);
            self.add(others ^ part(stop), key, set, true);
        };
        let way = Bitboard::line(from, stop);
        let beside = states.squares & !way;
        if !beside.is_empty() {
            add(stop, beside);
        }
        // An active robot in the way stops the blocker before it.
        for active in (states.squares & way).iter() {
            if let Some(stop) = active.step(direction.opposite())
                && stop != from
            {
                add(stop, std::iter::once(active).collect());
            }
        }
    }
}
