//! Sorts the successors by slides of blockers into runs.

use super::blockers::Blockers;
use super::record::Record;
use super::run::{Run, RunStorage, Writer};
use crate::board::{Bitboard, Direction, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Reservation, Stop};
use crate::search::set_astar::state_set::StateSet;

/// A buffer of successors to be sorted into a run.
///
/// They come in no order, so they are gathered, sorted, and written as a run as
/// often as the buffer is full.
pub(super) struct SortBuffer<const C: usize> {
    /// The words of their keys, each with the number of a set.
    successors: Vec<(u64, u32)>,
    /// Sets of states, most of them for many placements.
    sets: Vec<StateSet<C>>,
    /// The number of successors for which there is room; there is room for a set
    /// to every four.
    room: usize,
    _memory: Reservation,
}

/// Successors to a set, at least where there is no room for more.
const SHARE: usize = 4;

/// The successors by slides of one blocker in one placement, at most: in each direction
/// one, and one for each square of an active robot in the way.
const MAX_SUCCESSORS: usize = 4 * 16;

/// The placements from `begin` on, and below `end` if there is one.
#[derive(Clone, Copy)]
pub(super) struct KeyRange {
    pub(super) begin: u64,
    pub(super) end: Option<u64>,
}

impl KeyRange {
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        key >= self.begin && self.end.is_none_or(|end| key < end)
    }

    /// Returns whether a slide of a blocker may lead into the range: a first look, before
    /// its slides are worked out.
    #[inline]
    fn meets(&self, placement: &Blockers, blocker: usize, from: Square) -> bool {
        // A higher square makes a higher key, whichever blocker stands on it.
        let (column, row) = (from.column(), from.row());
        let lowest = Square::new(column, 0).min(Square::new(0, row));
        let highest = Square::new(column, 15).max(Square::new(15, row));
        (self.begin == 0 || placement.moved(blocker, highest) >= self.begin)
            && self
                .end
                .is_none_or(|end| placement.moved(blocker, lowest) < end)
    }
}

impl<const C: usize> SortBuffer<C> {
    /// The bytes of a successor, with its part of a set.
    const BYTES: u64 = (size_of::<(u64, u32)>() + size_of::<StateSet<C>>() / SHARE) as u64;
    /// The least bytes of a buffer.
    pub(super) const MIN_BYTES: u64 = (4 * SHARE * MAX_SUCCESSORS) as u64 * Self::BYTES;

    /// Returns a buffer of so many bytes.
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

    /// Adds the successors in `range` of the states of one placement, with their squares,
    /// by slides of a blocker.
    #[inline]
    pub(super) fn generate(
        &mut self,
        puzzle: &ActiveRobotPuzzle,
        placement: &Blockers,
        blocker: usize,
        (sets, squares): (&StateSet<C>, Bitboard),
        range: KeyRange,
    ) {
        let start = puzzle.start();
        let Some(&from) = placement.blockers().get(blocker) else {
            return;
        };
        if !range.meets(placement, blocker, from) {
            return;
        }
        let slides = puzzle.stops().slides(from, &placement.lines);
        let [(_, up), (_, right), (_, down), (_, left)] = slides;
        let meets_none = squares.is_free_across(left, right) && squares.is_free_along(down, up);
        for (direction, stop) in slides {
            if stop == from {
                continue;
            }
            let key = |stop| placement.moved(blocker, stop);
            if meets_none {
                self.add(key(stop), sets, range);
                continue;
            }
            let way = Bitboard::line(from, stop);
            let beside = squares & !way;
            if !beside.is_empty() {
                self.add(key(stop), &sets.within(beside, start), range);
            }
            // An active robot in the way stops the blocker before it.
            for active in (squares & way).iter() {
                if let Some(stop) = step_back(active, direction, from) {
                    let alone = std::iter::once(active).collect();
                    self.add(key(stop), &sets.within(alone, start), range);
                }
            }
        }
    }

    /// Adds these states of a placement, if it is in `range`.
    #[inline]
    pub(super) fn add(&mut self, key: u64, sets: &StateSet<C>, range: KeyRange) {
        if !range.contains(key) {
            return;
        }
        if self.sets.last() != Some(sets) {
            self.sets.push(*sets);
        }
        let number = self.sets.len().saturating_sub(1);
        // A buffer has less room than there are numbers.
        self.successors
            .push((key, u32::try_from(number).unwrap_or(u32::MAX)));
    }

    pub(super) fn sort(&mut self) {
        self.successors.sort_unstable_by_key(|(key, _)| *key);
    }

    /// Returns what was gathered and sorted as a run.
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
                writer.push(&Record { key, sets }, budget)?;
            }
        }
        writer.finish(budget)
    }

    /// Adds the start of a puzzle, whose placement has this key.
    pub(super) fn add_start(&mut self, puzzle: &ActiveRobotPuzzle, key: u64) {
        let start = StateSet::one(puzzle.start(), puzzle.axes());
        let all = KeyRange {
            begin: 0,
            end: None,
        };
        self.add(key, &start, all);
    }

    /// Empties the buffer.
    pub(super) fn clear(&mut self) {
        self.successors.clear();
        self.sets.clear();
    }

    /// Drops the successors, which are sorted, in placements from `end` on.
    pub(super) fn truncate(&mut self, end: u64) {
        let kept = self.successors.partition_point(|(key, _)| *key < end);
        self.successors.truncate(kept);
    }

    /// Returns the middle one of the keys, which are sorted, if they are enough
    /// to be parted there.
    pub(super) fn middle(&self) -> Option<u64> {
        let (key, _) = self.successors.get(self.successors.len() / 2)?;
        (self.successors.len() > self.room / 16).then_some(*key)
    }
}

/// Returns where a blocker from `from` stops before an active robot, if that is not
/// where it stands.
#[inline]
fn step_back(active: Square, direction: Direction, from: Square) -> Option<Square> {
    let stop = active.step(direction.opposite());
    stop.filter(|stop| *stop != from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Axes;
    use crate::search::limits::MemoryPool;
    use crate::search::set_astar::samples::Random;

    /// The successors in `range` of active robots on `squares`, with their squares.
    fn successors(
        puzzle: &ActiveRobotPuzzle,
        placement: &Blockers,
        squares: Bitboard,
        range: KeyRange,
    ) -> Vec<(u64, Bitboard)> {
        let pool = MemoryPool::new(1 << 20);
        let budget = Budget::new(&pool, 0, 0);
        let mut buffer = SortBuffer::<0>::new(1 << 18, &budget).unwrap();
        let sets: StateSet<0> = squares
            .iter()
            .map(|square| StateSet::one(square, Axes::BOTH))
            .fold(StateSet::EMPTY, |sets, one| sets.with(&one));
        for blocker in 0..placement.blockers().len() {
            buffer.generate(puzzle, placement, blocker, (&sets, squares), range);
        }
        let of = |&(key, number): &(u64, u32)| (key, buffer.sets[number as usize].both());
        buffer.successors.iter().map(of).collect()
    }

    #[test]
    fn a_range_has_those_of_all_successors_that_are_in_it() {
        let mut random = Random(21);
        let (mut inside, mut outside) = (0, 0);
        for round in 0..6_000 {
            let Some(sample) = random.sample(3 + round % 14, 2 + round % 7) else {
                continue;
            };
            let puzzle = &sample.puzzles[0];
            let placement = Blockers::of(puzzle, Blockers::start_key(puzzle));
            let is_free = |square: &Square| !puzzle.blockers().contains(square);
            let mut squares: Bitboard = sample.board.squares().filter(is_free).collect();
            if round % 2 == 0 {
                let some = [(); 9].map(|()| random.square([16, 16]));
                squares &= some.into_iter().collect();
            }
            let all = KeyRange {
                begin: 0,
                end: None,
            };
            let all = successors(puzzle, &placement, squares, all);
            let mut key = || match all.len() {
                0 => 0,
                len => all[random.below(len)].0 + random.below(3) as u64,
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
            assert_eq!(successors(puzzle, &placement, squares, range), expected);
        }
        assert!(inside > 10_000 && outside > 10_000, "{inside}, {outside}");
    }
}
