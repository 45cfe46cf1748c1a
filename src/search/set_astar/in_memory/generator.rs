//! Opens the successors in a layer by slides of blockers from the layer before.

use super::closed_log::{ClosedLog, Span};
use super::lists::Lists;
use super::rounds::{Cost, RoundTask, Step};
use super::shard::SHARDS;
use super::successors::SuccessorBuffer;
use crate::search::limits::{Budget, Stop};
use crate::search::set_astar::layer::Layer;

/// Opens the successors in some shards of a layer by slides of blockers from the layer before.
///
/// Slides up and down stay in a shard, others may lead to any shard. So each thread reads the
/// closed states of all shards, and generates the successors in its own shards: that takes
/// longer, but threads neither wait for each other nor exchange states.
pub(super) struct Generator<'a, 'b, const N: usize, const C: usize> {
    /// The layer in which the successors are opened.
    pub(super) layer: &'a Layer<'a>,
    /// The closed states of the layer before, in each shard.
    pub(super) logs: &'a [ClosedLog<N, C>],
    pub(super) entries: [Span; SHARDS],
    /// The lists in which they are opened, and a budget for each.
    pub(super) lists: &'a mut [Lists<N, C>],
    pub(super) budgets: &'a mut [Budget<'b>],
    pub(super) successors: &'a mut SuccessorBuffer<C>,
    /// The positions counted before.
    pub(super) positions: u64,
}

/// Entries read from each shard in turn. Placements that were expanded at about the same time
/// have common successors, which are then still in the processor's caches.
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
                self.successors.generate::<N>(self.layer.puzzle, &entry);
                if self.successors.is_full() {
                    self.successors
                        .open_all(self.lists, self.layer.f, self.budgets)?;
                }
            }
        }
        if is_done {
            self.successors
                .open_all(self.lists, self.layer.f, self.budgets)?;
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
