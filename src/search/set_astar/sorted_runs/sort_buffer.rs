//! Sorts the successors by slides of blockers into runs.

use super::run::{Run, RunStorage, Writer};
use crate::board::Square;
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Reservation, Stop};
use crate::search::set_astar::blocker_slides::BlockedStates;
use crate::search::set_astar::placement::{Placement, PlacementKey};
use crate::search::set_astar::state::Entry;
use crate::search::set_astar::state_set::StateSet;

/// A buffer of successors. Whenever it is full, it is sorted and written as a run.
pub(super) struct SortBuffer<const C: usize> {
    /// The keys of their placements, each with the index of a set.
    successors: Vec<(PlacementKey, u32)>,
    /// Sets of states, most of them for many placements.
    sets: Vec<StateSet<C>>,
    /// The capacity in successors. That in sets is one for [`SHARE`] successors.
    room: usize,
    _memory: Reservation,
}

/// The number of successors for each set, on average, when both fill the buffer.
const SHARE: usize = 4;

/// The most successors by slides of one blocker in one placement: in each direction one, and
/// one for each square of an active robot in the way.
const MAX_SUCCESSORS: usize = 4 * 16;

/// The placements from `begin` on, and below `end` if there is one.
#[derive(Clone, Copy)]
pub(super) struct KeyRange {
    pub(super) begin: PlacementKey,
    pub(super) end: Option<PlacementKey>,
}

impl KeyRange {
    pub(super) const ALL: Self = Self {
        begin: PlacementKey::MIN,
        end: None,
    };

    #[inline]
    pub(super) fn contains(&self, key: PlacementKey) -> bool {
        key >= self.begin && self.end.is_none_or(|end| key < end)
    }

    /// Returns whether a slide of a blocker may lead into the range: a quick test, before its
    /// slides are computed.
    #[inline]
    fn meets<const N: usize>(&self, blockers: &[Square; N], blocker: usize, from: Square) -> bool {
        let moved = |stop| PlacementKey::moved(blockers, blocker, stop);
        // The key increases with the square of a blocker.
        let (column, row) = (from.column(), from.row());
        let lowest = Square::new(column, 0).min(Square::new(0, row));
        let highest = Square::new(column, 15).max(Square::new(15, row));
        (self.begin == PlacementKey::MIN || moved(highest) >= self.begin)
            && self.end.is_none_or(|end| moved(lowest) < end)
    }
}

impl<const C: usize> SortBuffer<C> {
    /// The bytes of a successor, with its share of a set.
    const BYTES: u64 = (size_of::<(PlacementKey, u32)>() + size_of::<StateSet<C>>() / SHARE) as u64;
    /// The fewest bytes of a buffer.
    pub(super) const MIN_BYTES: u64 = (4 * SHARE * MAX_SUCCESSORS) as u64 * Self::BYTES;

    /// Returns a buffer of `bytes` bytes.
    pub(super) fn new(bytes: u64, budget: &Budget<'_>) -> Result<Self, Stop> {
        let memory = Reservation::new(bytes, budget)?;
        let room = usize::try_from(bytes / Self::BYTES).unwrap_or(0);
        Ok(Self {
            successors: Vec::with_capacity(room),
            sets: Vec::with_capacity(room / SHARE),
            room,
            _memory: memory,
        })
    }

    pub(super) fn is_full(&self) -> bool {
        let is_full = |len, room| len + MAX_SUCCESSORS > room;
        is_full(self.successors.len(), self.room) || is_full(self.sets.len(), self.room / SHARE)
    }

    /// Adds the successors in `range` by slides of a blocker from states of one placement.
    #[expect(clippy::indexing_slicing, reason = "blockers are below `N`")]
    pub(super) fn generate<const N: usize>(
        &mut self,
        puzzle: &ActiveRobotPuzzle,
        placement: &Placement<N>,
        blocker: usize,
        states: &BlockedStates<'_, C>,
        range: KeyRange,
    ) {
        let blockers = &placement.blockers;
        let from = blockers[blocker];
        if !range.meets(blockers, blocker, from) {
            return;
        }
        for slide in puzzle.stops().slides(from, &placement.lines) {
            states.slide(from, slide, |stop, sets| {
                let key = PlacementKey::moved(blockers, blocker, stop);
                self.add(key, &sets, range);
            });
        }
    }

    /// Adds these states of a placement if it is in `range`.
    pub(super) fn add(&mut self, key: PlacementKey, sets: &StateSet<C>, range: KeyRange) {
        if !range.contains(key) {
            return;
        }
        if self.sets.last() != Some(sets) {
            self.sets.push(*sets);
        }
        let number = self.sets.len().saturating_sub(1);
        // The capacity is below `u32::MAX`.
        self.successors
            .push((key, u32::try_from(number).unwrap_or(u32::MAX)));
    }

    pub(super) fn sort(&mut self) {
        self.successors.sort_unstable_by_key(|(key, _)| *key);
    }

    /// Returns the successors, which are sorted, as a run.
    pub(super) fn write(&self, storage: &RunStorage, budget: &Budget<'_>) -> Result<Run, Stop> {
        let mut writer = Writer::<C>::new(storage);
        for same in self
            .successors
            .chunk_by(|(one, _), (other, _)| one == other)
        {
            let mut sets = StateSet::EMPTY;
            let mut placement = None;
            for &(key, number) in same {
                placement = Some(key);
                if let Some(same) = self.sets.get(number as usize) {
                    sets = sets.with(same);
                }
            }
            if let Some(key) = placement {
                writer.push(&Entry { key, sets }, budget)?;
            }
        }
        writer.finish(budget)
    }

    /// Empties the buffer.
    pub(super) fn clear(&mut self) {
        self.successors.clear();
        self.sets.clear();
    }

    /// Removes the successors, which are sorted, in placements from `end` on.
    pub(super) fn truncate(&mut self, end: PlacementKey) {
        let kept = self.successors.partition_point(|(key, _)| *key < end);
        self.successors.truncate(kept);
    }

    /// Returns the median of the keys, which are sorted, if there are enough of them to split.
    pub(super) fn middle(&self) -> Option<PlacementKey> {
        let (key, _) = self.successors.get(self.successors.len() / 2)?;
        (self.successors.len() > self.room / 16).then_some(*key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Axes, Bitboard};
    use crate::search::limits::MemoryPool;
    use crate::search::set_astar::samples::Random;

    /// The successors in `range` of active robots on `squares`, with their squares.
    fn successors<const N: usize>(
        puzzle: &ActiveRobotPuzzle,
        squares: Bitboard,
        range: KeyRange,
    ) -> Vec<(PlacementKey, Bitboard)> {
        let pool = MemoryPool::new(1 << 20);
        let budget = Budget::new(&pool, 0, 0);
        let mut buffer = SortBuffer::<0>::new(1 << 18, &budget).unwrap();
        let sets: StateSet<0> = squares
            .iter()
            .map(|square| StateSet::one(square, Axes::BOTH))
            .fold(StateSet::EMPTY, |sets, one| sets.with(&one));
        let placement = Placement::<N>::of(puzzle.blockers());
        let states = BlockedStates::new(&sets, puzzle.start());
        for blocker in 0..N {
            buffer.generate(puzzle, &placement, blocker, &states, range);
        }
        let of = |&(key, number): &(_, u32)| (key, buffer.sets[number as usize].both());
        buffer.successors.iter().map(of).collect()
    }

    /// Compares ranges with all successors on random boards with `N` blockers; returns how many
    /// were inside and outside.
    fn compare<const N: usize>(random: &mut Random) -> [usize; 2] {
        let (mut inside, mut outside) = (0, 0);
        for round in 0..1_000 {
            let Some(sample) = random.sample(3 + round % 14, N + 1) else {
                continue;
            };
            let puzzle = &sample.puzzles[0];
            let is_free = |square: &Square| !puzzle.blockers().contains(square);
            let mut squares: Bitboard = sample.board.squares().filter(is_free).collect();
            if round % 2 == 0 {
                let some = [(); 9].map(|()| random.square([16, 16]));
                squares &= some.into_iter().collect();
            }
            let all = successors::<N>(puzzle, squares, KeyRange::ALL);
            let mut key = || match all.len() {
                0 => PlacementKey::MIN,
                len => {
                    let (key, _) = all[random.below(len)];
                    PlacementKey::from_word(key.word() + random.below(3) as u64)
                }
            };
            let (begin, end) = (key(), key());
            let range = KeyRange {
                begin,
                end: (begin < end).then_some(end),
            };
            let mut expected = all.clone();
            expected.retain(|(key, _)| range.contains(*key));
            inside += expected.len();
            outside += all.len() - expected.len();
            assert_eq!(successors::<N>(puzzle, squares, range), expected);
        }
        [inside, outside]
    }

    #[test]
    fn successors_within_a_range_equal_all_successors_filtered() {
        let mut random = Random(21);
        let few = [compare::<1>(&mut random), compare::<3>(&mut random)];
        let many = [compare::<4>(&mut random), compare::<7>(&mut random)];
        for [inside, outside] in few.into_iter().chain(many) {
            assert!(inside > 1_000 && outside > 1_000, "{inside}, {outside}");
        }
    }
}
