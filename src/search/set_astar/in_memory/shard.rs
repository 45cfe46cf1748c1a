//! Expands states of one shard.

use super::closed_log::{ClosedLog, Span};
use super::lists::Lists;
use super::rounds::{Cost, RoundTask, Step};
use crate::search::limits::{Budget, Stop};
use crate::search::set_astar::expand::{AWAY_COST, SIDEWAYS_COST, slides_away};
use crate::search::set_astar::layer::{Layer, LayerOutcome};
use crate::search::set_astar::placement::Placement;
use crate::search::set_astar::state::Entry;

/// The number of shards, a power of two. No more threads than that can work on a puzzle.
pub(super) const SHARDS: usize = 1 << 2;

/// Placements expanded together.
const BATCH: usize = 16;

/// Batches expanded in one step. A placement takes about a microsecond.
const BATCHES: usize = 4;

/// The expansion of all placements, or of those of one shard, in one layer.
///
/// Slides of the active robot stay in their placement, so shards are expanded independently of
/// each other.
pub(super) struct Shard<'a, const N: usize, const C: usize> {
    pub(super) layer: Layer<'a>,
    pub(super) lists: &'a mut Lists<N, C>,
    pub(super) log: &'a mut ClosedLog<N, C>,
    pub(super) source: Source,
    /// Entries of the log read together.
    pub(super) batch: Vec<Entry<C>>,
    pub(super) outcome: LayerOutcome,
}

/// The states to expand.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// The open states of the layer.
    Open,
    /// The states behind slides of the active robot away from the goal, from these states
    /// closed two layers before. They are opened, and also expanded if the layer is goal-free
    /// apart from them.
    Postponed(Span),
}

impl<const N: usize, const C: usize> Shard<'_, N, C> {
    /// Expands some placements. The result is [`Step::Found`] if the outcome
    /// [ends](LayerOutcome::ends) the layer.
    pub(super) fn step(&mut self, budget: &Budget<'_>) -> Result<Step, Stop> {
        for _ in 0..BATCHES {
            let step = match &mut self.source {
                Source::Open => self.expand_open(budget)?,
                Source::Postponed(from) => {
                    self.batch.clear();
                    let entries = std::iter::from_fn(|| self.log.read(from));
                    self.batch.extend(entries.take(BATCH));
                    self.open_away(budget)?
                }
            };
            if step != Step::More {
                return Ok(step);
            }
        }
        Ok(Step::More)
    }

    /// Opens the states behind slides away from the goal from the states of the batch.
    fn open_away(&mut self, budget: &Budget<'_>) -> Result<Step, Stop> {
        if self.batch.is_empty() {
            return Ok(Step::Done);
        }
        // Placements with closed states have a slot.
        let mut slots = [0; BATCH];
        for (slot, entry) in slots.iter_mut().zip(&self.batch) {
            *slot = self.lists.find(entry.key).unwrap_or(0);
        }
        let slots = slots.into_iter().take(self.batch.len());
        self.lists.prefetch(slots.clone());
        for (at, slot) in slots.enumerate() {
            let Some(entry) = self.batch.get(at) else {
                break;
            };
            let lines = Placement::<N>::new(entry.key).lines;
            let away = slides_away(self.layer.puzzle, &lines, entry.sets);
            let closed = self.lists.closed(slot);
            let away = away.without(&closed);
            self.lists.open(slot, &away, self.layer.f, budget)?;
            if self.layer.mode.is_goal_free && !away.is_empty() {
                self.expand(slot, budget)?;
                if self.outcome.goal.is_some() {
                    return Ok(Step::Found);
                }
            }
        }
        Ok(Step::More)
    }

    /// Expands some placements with open states in the layer.
    fn expand_open(&mut self, budget: &Budget<'_>) -> Result<Step, Stop> {
        let mut batch = [0; BATCH];
        let batch = self.lists.pop(self.layer.f, &mut batch);
        if batch.is_empty() {
            return Ok(Step::Done);
        }
        let is_goal_free = self.layer.mode.is_goal_free;
        self.lists.prefetch(batch.iter().copied());
        for &slot in batch {
            self.expand(slot, budget)?;
            debug_assert!(
                self.outcome.goal.is_none() || !is_goal_free,
                "a look-ahead missed it"
            );
            if self.outcome.ends(self.layer.mode) {
                return Ok(Step::Found);
            }
        }
        Ok(Step::More)
    }

    /// Expands the open states of one placement, and opens their successors by slides of the
    /// active robot.
    fn expand(&mut self, slot: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        let f = self.layer.f;
        let open = self.lists.take(slot, f);
        if open.is_empty() {
            return Ok(());
        }
        let closed = self.lists.closed(slot);
        let placement = Placement::<N>::new(self.lists.key(slot));
        let outcome = &mut self.outcome;
        let expansion = self.layer.expand(&placement, open, &closed, outcome);
        let entry = Entry {
            key: placement.key,
            sets: expansion.expanded,
        };
        self.lists.close(slot, &entry.sets);
        self.log.push(&entry, budget)?;
        if self.outcome.goal.is_some() {
            return Ok(());
        }
        self.lists
            .open(slot, &expansion.sideways, f + SIDEWAYS_COST, budget)?;
        self.lists
            .open(slot, &expansion.away, f + AWAY_COST, budget)
    }
}

/// The work on one of several shards.
pub(super) struct ShardTask<'a, 'b, const N: usize, const C: usize> {
    pub(super) shard: Shard<'a, N, C>,
    pub(super) budget: Budget<'b>,
    /// The positions counted before.
    pub(super) before: u64,
}

impl<const N: usize, const C: usize> RoundTask for ShardTask<'_, '_, N, C> {
    fn step(&mut self, positions: u64) -> Result<Step, Stop> {
        self.budget.poll_at(self.before + positions)?;
        self.shard.step(&self.budget)
    }

    fn cost(&self) -> Cost {
        Cost {
            positions: self.shard.outcome.positions,
            growth: self.budget.growth(),
        }
    }
}
