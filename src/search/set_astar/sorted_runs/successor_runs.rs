//! The successors by slides of blockers in one layer, sorted, as many as fit into memory.

use super::merge::Merge;
use super::run::{Run, RunStorage, Writer};
use super::sort_buffer::{KeyRange, SortBuffer};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Limit, Reservation, Stop};
use crate::search::set_astar::blocker_slides::BlockedStates;
use crate::search::set_astar::placement::{Placement, PlacementKey};
use crate::search::set_astar::state::Entry;

/// The number of runs in files that are merged into one.
const FAN_IN: usize = 16;

/// Runs in memory are merged if all but the largest together have more than one part in this
/// many of its bytes.
const WORTH_MERGING: u64 = 4;

/// If the runs have fewer blocks, a range is cut at the median of the buffer, as long as the
/// buffer has enough successors.
const WORTH_CUTTING: usize = 16;

/// The successors in a range of placements, as runs.
pub(super) struct SuccessorRuns {
    pub(super) range: KeyRange,
    /// The runs of the first tier, those merged from them, and so on.
    tiers: Vec<Vec<Run>>,
    /// Whether the layer is stored while the runs are read.
    keeps_layer: bool,
    /// Memory for what is written while the runs are read, since a block is released only
    /// after it was read.
    slack: Reservation,
}

impl SuccessorRuns {
    /// Returns no successors yet, in the range from `begin` on.
    pub(super) fn new(begin: PlacementKey, keeps_layer: bool) -> Self {
        Self {
            range: KeyRange { begin, end: None },
            tiers: Vec::new(),
            keeps_layer,
            slack: Reservation::default(),
        }
    }

    /// Adds the successors of the states of a placement.
    ///
    /// # Errors
    ///
    /// [`Limit::Memory`] if not even a small range fits.
    pub(super) fn generate<const N: usize, const C: usize>(
        &mut self,
        puzzle: &ActiveRobotPuzzle,
        entry: &Entry<C>,
        buffer: &mut SortBuffer<C>,
        storage: &RunStorage,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let placement = Placement::<N>::new(entry.key);
        let states = BlockedStates::new(&entry.sets, puzzle.start());
        for blocker in 0..N {
            if buffer.is_full() {
                self.write(buffer, storage, budget)?;
            }
            buffer.generate(puzzle, &placement, blocker, &states, self.range);
        }
        Ok(())
    }

    /// Writes the successors in the buffer as a run, and empties the buffer. If there is no
    /// memory for them, the range is cut, and the rest is generated again for the next range.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::generate`].
    pub(super) fn write<const C: usize>(
        &mut self,
        buffer: &mut SortBuffer<C>,
        storage: &RunStorage,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        buffer.sort();
        loop {
            match self.try_write::<C>(buffer, storage, budget) {
                Err(Stop::Limit(Limit::Memory)) if storage.spill.is_none() => {
                    if !self.compact::<C>(storage, budget)? {
                        self.cut::<C>(buffer, storage, budget)?;
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
        buffer: &SortBuffer<C>,
        storage: &RunStorage,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let run = buffer.write(storage, budget)?;
        self.make_slack(Some(&run), storage, budget)?;
        self.push::<C>(run, storage, budget)
    }

    /// Adds a run to the first tier, and merges full tiers if runs are in files.
    fn push<const C: usize>(
        &mut self,
        mut run: Run,
        storage: &RunStorage,
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
            if storage.spill.is_none() || tier.len() < FAN_IN {
                break;
            }
            run = merge_runs::<C>(tier.drain(..), storage, budget)?;
        }
        Ok(())
    }

    /// Merges the runs into one, which is smaller, since most placements are in several of them.
    /// Uses the slack for it. Returns `false` and does nothing if it would not save enough.
    fn compact<const C: usize>(
        &mut self,
        storage: &RunStorage,
        budget: &Budget<'_>,
    ) -> Result<bool, Stop> {
        let runs = self.tiers.iter().flatten();
        let largest = runs.map(Run::held).max().unwrap_or(0);
        if self.held() - largest <= largest / WORTH_MERGING {
            return Ok(false);
        }
        self.slack.shrink(self.slack.bytes());
        let runs = std::mem::take(&mut self.tiers);
        let run = merge_runs::<C>(runs.into_iter().flatten(), storage, budget)?;
        self.make_slack(Some(&run), storage, budget)?;
        self.tiers.push(vec![run]);
        Ok(true)
    }

    /// Changes the slack to what the runs need together with `more`.
    fn make_slack(
        &mut self,
        more: Option<&Run>,
        storage: &RunStorage,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let runs = self.tiers.iter().flatten().chain(more);
        let slack = if self.keeps_layer {
            runs.map(Run::held).sum()
        } else {
            // Two blocks: the one being written, and the unused end of the one before.
            runs.map(Run::held_when_read).sum::<u64>() + 2 * storage.block_bytes()
        };
        let before = self.slack.bytes();
        self.slack.shrink(before.saturating_sub(slack));
        self.slack.grow(slack.saturating_sub(before), budget)
    }

    /// Cuts the range at the third quartile of the runs. The buffer is less representative,
    /// since its successors come from few placements.
    fn cut<const C: usize>(
        &mut self,
        buffer: &mut SortBuffer<C>,
        storage: &RunStorage,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let runs = self.tiers.iter().flatten();
        let mut keys: Vec<_> = runs.flat_map(Run::block_keys::<C>).collect();
        keys.sort_unstable();
        let of_runs = keys.get(keys.len() * 3 / 4).copied();
        let of_runs = of_runs.filter(|_| keys.len() >= WORTH_CUTTING);
        let is_cut = |end: &PlacementKey| *end > self.range.begin;
        let end = of_runs.filter(is_cut).or(buffer.middle().filter(is_cut));
        let end = end.ok_or(Stop::Limit(Limit::Memory))?;
        self.range.end = Some(end);
        for run in self.tiers.iter_mut().flatten() {
            run.truncate::<C>(end);
        }
        self.make_slack(None, storage, budget)?;
        buffer.truncate(end);
        Ok(())
    }

    fn held(&self) -> u64 {
        self.tiers.iter().flatten().map(Run::held).sum()
    }

    /// Returns all successors merged, and releases the slack.
    pub(super) fn merge<const C: usize>(self, budget: &Budget<'_>) -> Result<Merge<C>, Stop> {
        Merge::new(self.tiers.into_iter().flatten(), budget)
    }
}

/// Merges `runs` into one.
fn merge_runs<const C: usize>(
    runs: impl Iterator<Item = Run>,
    storage: &RunStorage,
    budget: &Budget<'_>,
) -> Result<Run, Stop> {
    let mut merge = Merge::<C>::new(runs, budget)?;
    let mut writer = Writer::<C>::new(storage);
    while let Some(entry) = merge.next(budget)? {
        writer.push(&entry, budget)?;
    }
    writer.finish(budget)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::Square;
    use crate::search::limits::MemoryPool;
    use crate::search::set_astar::samples::Random;
    use crate::search::set_astar::state_set::StateSet;

    /// Writes random successors until no more fit, and returns the runs and what they must
    /// contain.
    fn gather(
        random: &mut Random,
        keeps_layer: bool,
        storage: &RunStorage,
        budget: &Budget<'_>,
    ) -> (SuccessorRuns, BTreeMap<PlacementKey, StateSet<0>>) {
        let mut buffer = SortBuffer::<0>::new(1 << 15, budget).unwrap();
        let mut runs = SuccessorRuns::new(PlacementKey::MIN, keeps_layer);
        let mut all = BTreeMap::new();
        // Later ones have higher keys, and some are in many runs.
        let keys = [1 << 14, 1 << 20][random.below(2)];
        for round in 0..random.below(120) {
            // Successors behind a cut range are no longer added.
            for _ in 0..4_000 {
                if buffer.is_full() {
                    break;
                }
                let word = (round << 8) as u64 + random.below(keys) as u64;
                let key = PlacementKey::from_word(word);
                let (active, axes) = random.active(Square::from_index(0));
                let sets = StateSet::one(active, axes);
                buffer.add(key, &sets, runs.range);
                let united = all.entry(key).or_insert(StateSet::EMPTY);
                *united = united.with(&sets);
            }
            if let Err(stop) = runs.write(&mut buffer, storage, budget) {
                assert_eq!(stop, Stop::Limit(Limit::Memory));
                let runs = runs.tiers.iter().flatten();
                let blocks = runs.flat_map(Run::block_keys::<0>).count();
                assert!(blocks < WORTH_CUTTING, "{blocks} blocks are given up");
                break;
            }
        }
        all.retain(|key, _| runs.range.contains(*key));
        (runs, all)
    }

    #[test]
    fn ranges_are_merged_and_cut_without_loss() {
        let mut random = Random(8);
        let (mut cut, mut whole) = (0, 0);
        for round in 0..120 {
            let pool = MemoryPool::new((1 << 16) + random.below(1 << 18) as u64);
            let budget = Budget::new(&pool, 0, 0);
            let storage = RunStorage {
                spill: None,
                block_len: RunStorage::MIN_BLOCK << random.below(3),
            };
            let keeps_layer = round % 2 == 0;
            let (runs, all) = gather(&mut random, keeps_layer, &storage, &budget);
            let range = runs.range;
            if range.end.is_some() {
                cut += 1;
            } else {
                whole += 1;
            }
            let mut merge = runs.merge::<0>(&budget).unwrap();
            for (key, sets) in all {
                let entry = merge.next(&budget).unwrap().unwrap();
                assert!(entry.key == key && entry.sets == sets);
            }
            // A block that ends behind the range is still there.
            assert!(merge.key().is_none_or(|key| !range.contains(key)));
            drop(merge);
            assert_eq!(budget.reserved(), 0);
        }
        assert!(cut > 20 && whole > 20, "{cut}, {whole}");
    }
}
