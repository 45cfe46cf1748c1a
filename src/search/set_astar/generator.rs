//! Fills a layer by the slides of blockers from the layer before.

use super::closed_log::{ClosedLog, Span};
use super::lists::Lists;
use super::rounds::{Cost, RoundTask, Step};
use super::shard::SHARDS;
use super::successors::SuccessorBuffer;
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Stop};

/// Fills some of the shards of a layer by the slides of blockers from the layer before.
///
/// Slides up and down stay in a shard, and others come from all of them. So each thread
/// reads what was closed in all shards, and generates what leads to its own: that takes
/// longer, but no thread waits for another, and nothing goes from one to the other.
pub(super) struct Generator<'a, 'b, const N: usize, const C: usize> {
    pub(super) puzzle: &'a ActiveRobotPuzzle,
    /// The layer to be filled.
    pub(super) layer: u32,
    /// The closed states of the layer before, in each shard.
    pub(super) logs: &'a [ClosedLog<N, C>],
    pub(super) entries: [Span; SHARDS],
    /// Those to be filled, and a budget for each.
    pub(super) lists: &'a mut [Lists<N, C>],
    pub(super) budgets: &'a mut [Budget<'b>],
    pub(super) successors: &'a mut SuccessorBuffer<C>,
    /// The positions counted before.
    pub(super) positions: u64,
}

/// Entries read from each shard in turn. Placements that were expanded at about the same
/// time have successors in common, which are still at hand then.
const ENTRIES: usize = 1 << 6;

impl<const N: usize, const C: usize> RoundTask for Generator<'_, '_, N, C> {
    fn step(&mut self, _: u64) -> Result<Step, Stop> {
        if let Some(budget) = self.budgets.first_mut() {
            budget.poll_at(self.positions)?;
        }
        let mut is_done = true;
        for (log, entries) in self.logs.iter().zip(&mut self.entries) {
            for entry in std::iter::from_fn(|| log.read(entries)).take(ENTRIES) {
                is_done = false;
                self.successors.generate::<N>(self.puzzle, &entry);
                if self.successors.is_full() {
                    self.successors
                        .open_all(self.lists, self.layer, self.budgets)?;
                }
            }
        }
        if is_done {
            self.successors
                .open_all(self.lists, self.layer, self.budgets)?;
            return Ok(Step::Done);
        }
        Ok(Step::More)
    }

    fn cost(&self) -> Cost {
        let growth = self.budgets.iter().map(Budget::growth);
        Cost {
            positions: 0,
            growth: growth.max().unwrap_or(0),
        }
    }
}
