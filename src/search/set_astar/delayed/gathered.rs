//! What slides of helpers lead to in one layer, sorted, as far as there is room.

use super::merge::Merge;
use super::placement::Placement;
use super::record::Record;
use super::run::{Medium, Run, Writer};
use super::successors::{KeyRange, SuccessorBuffer};
use crate::games::RunnerPuzzle;
use crate::search::limits::{Budget, Limit, Reservation, Stop};

/// Runs that are merged into one where they are in files.
const FAN_IN: usize = 16;

/// Runs in memory are merged where all but the largest have at least one in so many of
/// its bytes.
const WORTH_MERGING: u64 = 4;

/// The successors in a range of placements, as runs.
pub(super) struct Gathered {
    pub(super) range: KeyRange,
    /// Those of the first tier, those that were merged of them, and so on.
    tiers: Vec<Vec<Run>>,
    /// As many bytes as the runs hold, for what is closed when they are read.
    slack: Option<Reservation>,
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
                    if !self.compact::<C>(medium, budget)? {
                        self.cut::<C>(buffer)?;
                    }
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
            run = merge_runs::<C>(tier.drain(..), medium, budget)?;
        }
        Ok(())
    }

    /// Merges the runs into one, which is smaller, since most placements are in several
    /// of them; returns whether that was worth while. The slack gives the room for it.
    fn compact<const C: usize>(
        &mut self,
        medium: &Medium,
        budget: &Budget<'_>,
    ) -> Result<bool, Stop> {
        let runs = self.tiers.iter().flatten();
        let largest = runs.map(Run::held).max().unwrap_or(0);
        let held = self.held();
        let Some(slack) = &mut self.slack else {
            return Ok(false);
        };
        if held - largest <= largest / WORTH_MERGING {
            return Ok(false);
        }
        slack.shrink(slack.bytes());
        let runs = std::mem::take(&mut self.tiers);
        let run = merge_runs::<C>(runs.into_iter().flatten(), medium, budget)?;
        slack.grow(run.held(), budget)?;
        self.tiers.push(vec![run]);
        Ok(true)
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
        buffer.truncate(end);
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

/// Returns one run with the states of all.
fn merge_runs<const C: usize>(
    runs: impl Iterator<Item = Run>,
    medium: &Medium,
    budget: &Budget<'_>,
) -> Result<Run, Stop> {
    let mut merge = Merge::<C>::new(runs, budget)?;
    let mut writer = Writer::<C>::new(medium);
    while let Some(record) = merge.next(budget)? {
        writer.push(&record, budget)?;
    }
    writer.finish(budget)
}
