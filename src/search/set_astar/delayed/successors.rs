//! What slides of helpers lead to, sorted.

use super::merge::Merge;
use super::placement::Placement;
use super::record::Record;
use super::run::{Medium, Run, Writer};
use crate::board::{Bitboard, Direction, Square};
use crate::games::RunnerPuzzle;
use crate::search::limits::{Budget, Limit, Reservation, Stop};
use crate::search::set_astar::runner_sets::RunnerSets;

/// Successors on their way into a run.
///
/// They come in no order, so they are gathered, sorted, and written as a run as
/// often as the buffer is full.
pub(super) struct SuccessorBuffer<const C: usize> {
    /// The words of their keys, each with the number of a set.
    successors: Vec<(u64, u32)>,
    /// Sets of states, most of them for many placements.
    sets: Vec<RunnerSets<C>>,
    /// The number of successors for which there is room; there is room for a set
    /// to every four.
    room: usize,
    _memory: Reservation,
}

/// Successors to a set, at least where there is no room for more.
const SHARE: usize = 4;

/// The successors by slides of one helper in one placement, at most: in each direction
/// one, and one for each square of a runner in the way.
const MAX_SUCCESSORS: usize = 4 * 16;

/// Runs that are merged into one where they are in files.
const FAN_IN: usize = 16;

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
}

/// The successors in a range of placements, as runs.
pub(super) struct Gathered {
    pub(super) range: KeyRange,
    /// Those of the first tier, those that were merged of them, and so on.
    tiers: Vec<Vec<Run>>,
    /// As many bytes as the runs hold, for what is closed when they are read.
    slack: Option<Reservation>,
}

impl<const C: usize> SuccessorBuffer<C> {
    /// What a successor takes, with its part of a set.
    const BYTES: u64 = (size_of::<(u64, u32)>() + size_of::<RunnerSets<C>>() / SHARE) as u64;
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

    fn is_full(&self) -> bool {
        let is_full = |len, room| len + MAX_SUCCESSORS > room;
        is_full(self.successors.len(), self.room) || is_full(self.sets.len(), self.room / SHARE)
    }

    /// Adds the successors in `range` of the states of one placement, with their squares,
    /// by slides of a helper.
    #[inline]
    fn generate(
        &mut self,
        puzzle: &RunnerPuzzle,
        placement: &Placement,
        helper: usize,
        (sets, squares): (&RunnerSets<C>, Bitboard),
        range: KeyRange,
    ) {
        let home = puzzle.runner();
        let Some(&from) = placement.helpers().get(helper) else {
            return;
        };
        let slides = puzzle.stops().slides(from, &placement.lines);
        let [(_, up), (_, right), (_, down), (_, left)] = slides;
        let meets_none = squares.is_free_across(left, right) && squares.is_free_along(down, up);
        for (direction, stop) in slides {
            if stop == from {
                continue;
            }
            let key = |stop| placement.moved(helper, stop);
            if meets_none {
                self.add(key(stop), sets, range);
                continue;
            }
            let way = Bitboard::line(from, stop);
            let beside = squares & !way;
            if !beside.is_empty() {
                self.add(key(stop), &sets.within(beside, home), range);
            }
            // A runner in the way stops the helper before it.
            for runner in (squares & way).iter() {
                if let Some(stop) = step_back(runner, direction, from) {
                    let alone = std::iter::once(runner).collect();
                    self.add(key(stop), &sets.within(alone, home), range);
                }
            }
        }
    }

    #[inline]
    fn add(&mut self, key: u64, sets: &RunnerSets<C>, range: KeyRange) {
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

    fn sort(&mut self) {
        self.successors.sort_unstable_by_key(|(key, _)| *key);
    }

    /// Returns what was gathered and sorted as a run.
    fn write(&self, medium: &Medium, budget: &Budget<'_>) -> Result<Run, Stop> {
        let mut writer = Writer::<C>::new(medium);
        for same in self
            .successors
            .chunk_by(|(one, _), (other, _)| one == other)
        {
            let mut sets = RunnerSets::EMPTY;
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
    pub(super) fn add_start(&mut self, puzzle: &RunnerPuzzle, key: u64) {
        let start = RunnerSets::one(puzzle.runner(), puzzle.axes());
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

    /// Returns the middle one of the keys, which are sorted, if they are enough
    /// to be parted there.
    fn middle(&self) -> Option<u64> {
        let (key, _) = self.successors.get(self.successors.len() / 2)?;
        (self.successors.len() > self.room / 16).then_some(*key)
    }
}

/// Returns where a helper from `from` stops before a runner, if that is not
/// where it stands.
#[inline]
fn step_back(runner: Square, direction: Direction, from: Square) -> Option<Square> {
    let stop = runner.step(direction.opposite());
    stop.filter(|stop| *stop != from)
}

impl Gathered {
    /// Returns nothing yet, of the placements from `begin` on.
    pub(super) fn new(begin: u64, has_slack: bool) -> Self {
        Self {
            range: KeyRange { begin, end: None },
            tiers: Vec::new(),
            slack: has_slack.then(Reservation::default),
        }
    }

    /// Adds the successors of the states of a placement.
    ///
    /// # Errors
    ///
    /// [`Limit::Memory`] where there is no room for a range worth while.
    pub(super) fn generate<const C: usize>(
        &mut self,
        puzzle: &RunnerPuzzle,
        record: &Record<C>,
        buffer: &mut SuccessorBuffer<C>,
        medium: &Medium,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let placement = Placement::of(puzzle, record.key);
        let states = (&record.sets, record.sets.squares(puzzle.runner()));
        for helper in 0..placement.helpers().len() {
            if buffer.is_full() {
                self.write(buffer, medium, budget)?;
            }
            buffer.generate(puzzle, &placement, helper, states, self.range);
        }
        Ok(())
    }

    /// Writes what is in the buffer as a run, and empties it. Where there is no
    /// room, the range is cut, so that the rest is left for another time.
    ///
    /// # Errors
    ///
    /// As of [`Self::generate`].
    pub(super) fn write<const C: usize>(
        &mut self,
        buffer: &mut SuccessorBuffer<C>,
        medium: &Medium,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        buffer.sort();
        loop {
            match self.try_write::<C>(buffer, medium, budget) {
                Err(Stop::Limit(Limit::Memory)) if medium.spill.is_none() => {
                    self.cut::<C>(buffer)?;
                }
                result => {
                    buffer.clear();
                    return result;
                }
            }
        }
    }

    fn try_write<const C: usize>(
        &mut self,
        buffer: &SuccessorBuffer<C>,
        medium: &Medium,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let run = buffer.write(medium, budget)?;
        if let Some(slack) = &mut self.slack {
            slack.grow(run.held(), budget)?;
        }
        self.push::<C>(run, medium, budget)
    }

    /// Adds a run to the first tier, and merges tiers that are full where runs
    /// lie in files.
    fn push<const C: usize>(
        &mut self,
        mut run: Run,
        medium: &Medium,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        for number in 0.. {
            if self.tiers.len() <= number {
                self.tiers.push(Vec::new());
            }
            let Some(tier) = self.tiers.get_mut(number) else {
                break;
            };
            tier.push(run);
            if medium.spill.is_none() || tier.len() < FAN_IN {
                break;
            }
            let mut merge = Merge::<C>::new(tier.drain(..), budget)?;
            let mut writer = Writer::<C>::new(medium);
            while let Some(record) = merge.next(budget)? {
                writer.push(&record, budget)?;
            }
            run = writer.finish(budget)?;
        }
        Ok(())
    }

    /// Cuts the range in the middle of what is in the buffer.
    fn cut<const C: usize>(&mut self, buffer: &mut SuccessorBuffer<C>) -> Result<(), Stop> {
        let middle = buffer.middle().filter(|&middle| middle > self.range.begin);
        let end = middle.ok_or(Stop::Limit(Limit::Memory))?;
        self.range.end = Some(end);
        let before = self.held();
        for run in self.tiers.iter_mut().flatten() {
            run.truncate::<C>(end);
        }
        let held = self.held();
        if let Some(slack) = &mut self.slack {
            slack.shrink(before.saturating_sub(held));
        }
        let kept = buffer.successors.partition_point(|(key, _)| *key < end);
        buffer.successors.truncate(kept);
        Ok(())
    }

    fn held(&self) -> u64 {
        self.tiers.iter().flatten().map(Run::held).sum()
    }

    /// Returns the successors together. The slack is given back.
    pub(super) fn merge<const C: usize>(self, budget: &Budget<'_>) -> Result<Merge<C>, Stop> {
        Merge::new(self.tiers.into_iter().flatten(), budget)
    }
}
