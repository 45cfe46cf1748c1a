//! States in tables in memory. Duplicates are detected when a state is opened.
//!
//! - `lists`: the open and the closed list. `closed_log`: the states closed in each layer.
//! - `shard`: expands the open states of one shard.
//! - `generator`, `successors`: the slides of blockers, in batches.
//! - `rounds`: makes the result the same for any number of threads.

mod closed_log;
mod generator;
mod lists;
mod rounds;
mod shard;
mod successors;

use self::closed_log::{ClosedLog, Span};
use self::generator::Generator;
use self::lists::Lists;
use self::rounds::{RoundTask, Step, work};
use self::shard::{SHARDS, Shard, ShardTask, Source};
use self::successors::SuccessorBuffer;
use super::expand::{AWAY_COST, BLOCKER_SLIDE_COST};
use super::layer::{Layer, LayerOutcome};
use super::placement::Placement;
use super::retrace::predecessors;
use super::state::{Predecessor, State};
use super::state_set::StateSet;
use super::storage::Storage;
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Part, Stop};

/// After a layer of this many placements, all placements are distributed to shards. A second
/// thread pays from here on: such a layer takes one or two milliseconds.
pub(super) const SHARD_FROM: usize = 1 << 11;

/// Opens tables in which the start of `puzzle` is open in layer `f`. `N` is the number of blockers.
/// `C` is the number of crosses in a set of states: 1 if the axes of the active robot matter, or 0.
///
/// # Errors
///
/// [`Stop`] if there is no memory for them.
pub(super) fn open<const N: usize, const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    f: u32,
    shard_from: usize,
    budget: &Budget<'_>,
) -> Result<Box<dyn Storage>, Stop> {
    Ok(Box::new(Tables::<N, C>::new(
        puzzle, f, shard_from, budget,
    )?))
}

/// The states of one search.
///
/// 1. The successors of closed states by slides of the active robot are open or closed, except
///    for postponed slides away from the goal. Their successors by slides of blockers are
///    generated when the next layer is expanded.
/// 2. Placements are either together, in one element of `lists` and of `logs`, or distributed
///    to [`SHARDS`] elements of each, with as many `parts`. The result and its cost do not
///    depend on the number of threads that work on them.
pub(super) struct Tables<const N: usize, const C: usize> {
    lists: Vec<Lists<N, C>>,
    logs: Vec<ClosedLog<N, C>>,
    /// The accounts of shards.
    parts: Vec<Part>,
    successors: Option<SuccessorBuffer<C>>,
    shard_from: usize,
}

impl<const N: usize, const C: usize> Storage for Tables<N, C> {
    fn begin_layer(&mut self, f: u32, expanded: usize, budget: &Budget<'_>) -> Result<(), Stop> {
        if self.parts.is_empty() && expanded >= self.shard_from {
            self.distribute(budget)?;
        }
        if let [log] = self.logs.as_mut_slice() {
            return log.begin_layer(f, budget);
        }
        budget.with_parts(&self.parts, |budgets| {
            let mut logs = self.logs.iter_mut().zip(budgets);
            logs.try_for_each(|(log, budget)| log.begin_layer(f, budget))
        })
    }

    fn open_unseen(
        &mut self,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<LayerOutcome, Stop> {
        match layer.f.checked_sub(AWAY_COST) {
            Some(before) => self.expand_from(Some(before), layer, budget),
            None => Ok(LayerOutcome::default()),
        }
    }

    fn expand(&mut self, layer: &Layer<'_>, budget: &mut Budget<'_>) -> Result<LayerOutcome, Stop> {
        let mut outcome = LayerOutcome::default();
        // The states open so far are few, and a look-ahead from them often makes the slides of
        // blockers needless.
        if layer.mode.is_goal_free {
            outcome = self.expand_from(None, layer, budget)?;
        }
        if !outcome.ends(layer.mode) {
            self.generate_blocker_slides(layer, budget)?;
            outcome.add(self.expand_from(None, layer, budget)?);
        }
        Ok(outcome)
    }

    fn has_states_from(&self, f: u32) -> bool {
        let costs = [BLOCKER_SLIDE_COST, AWAY_COST];
        let has_closed = |log: &ClosedLog<N, C>| {
            let mut layers = costs.into_iter().filter_map(|cost| f.checked_sub(cost));
            layers.any(|layer| !log.layer(layer).is_empty())
        };
        self.lists.iter().any(|lists| lists.has_open_from(f)) || self.logs.iter().any(has_closed)
    }

    fn find_predecessor(
        &self,
        puzzle: &ActiveRobotPuzzle,
        state: State,
        g: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Predecessor>, Stop> {
        let predecessors = predecessors(puzzle, state, g, &|state| self.is_closed(state));
        // If only one of them is closed, it was closed in its layer.
        if let [only] = predecessors.as_slice() {
            return Ok(Some(*only));
        }
        for same_layer in predecessors.chunk_by(|one, other| one.layer == other.layer) {
            let Some(layer) = same_layer.first().map(|one| one.layer) else {
                continue;
            };
            let mut entries = 0_u32;
            for log in &self.logs {
                let mut closed = log.layer(layer);
                while let Some(entry) = log.read(&mut closed) {
                    entries += 1;
                    if entries.is_multiple_of(POLL_INTERVAL) {
                        budget.poll()?;
                    }
                    let found = same_layer.iter().find(|one| entry.contains(one.state));
                    if found.is_some() {
                        return Ok(found.copied());
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Entries read between two polls of the budget.
const POLL_INTERVAL: u32 = 1 << 14;

impl<const N: usize, const C: usize> Tables<N, C> {
    /// Returns tables in which the start of `puzzle` is open in layer `f`.
    fn new(
        puzzle: &ActiveRobotPuzzle,
        f: u32,
        shard_from: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let mut lists = Lists::new(budget)?;
        let start = Placement::<N>::of(puzzle.blockers());
        let slot = lists.find_or_add(start.key, budget)?;
        let states = StateSet::one(puzzle.start(), puzzle.axes());
        lists.open(slot, &states, f, budget)?;
        Ok(Self {
            lists: vec![lists],
            logs: vec![ClosedLog::default()],
            parts: Vec::new(),
            successors: None,
            shard_from,
        })
    }

    /// Returns whether `state` is closed.
    fn is_closed(&self, state: State) -> bool {
        let shard = state.key.shard::<N>(self.lists.len());
        self.lists.get(shard).is_some_and(|lists| {
            let closed = lists.find(state.key).map(|slot| lists.closed(slot));
            closed.is_some_and(|closed| closed.contains(state.active, state.axes))
        })
    }

    /// Distributes the placements to shards.
    fn distribute(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        let ([lists], [log]) = (self.lists.as_slice(), self.logs.as_slice()) else {
            return Ok(());
        };
        let parts: Vec<_> = (0..SHARDS).map(|_| budget.open_part()).collect();
        (self.lists, self.logs) = budget.with_parts(&parts, |budgets| {
            let mut shards = budgets
                .iter()
                .map(Lists::new)
                .collect::<Result<Vec<_>, _>>()?;
            lists.distribute(&mut shards, budgets)?;
            let mut logs: Vec<_> = parts.iter().map(|_| ClosedLog::default()).collect();
            log.distribute(&mut logs, budgets)?;
            Ok((shards, logs))
        })?;
        self.parts = parts;
        Ok(())
    }

    /// Expands the open states of a layer. With `postponed`, opens the states behind slides away
    /// from that layer instead.
    fn expand_from(
        &mut self,
        postponed: Option<u32>,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<LayerOutcome, Stop> {
        let shards = self.lists.iter_mut().zip(&mut self.logs);
        let mut shards = shards.map(|(lists, log)| Shard {
            layer: *layer,
            source: postponed.map_or(Source::Open, |from| Source::Postponed(log.layer(from))),
            lists,
            log,
            batch: Vec::new(),
            outcome: LayerOutcome::default(),
        });
        if self.parts.is_empty() {
            let Some(mut shard) = shards.next() else {
                return Ok(LayerOutcome::default());
            };
            loop {
                budget.poll()?;
                let before = shard.outcome.positions;
                let step = shard.step(budget);
                budget.count_positions(shard.outcome.positions - before)?;
                if step? != Step::More {
                    return Ok(shard.outcome);
                }
            }
        }
        let (loan, budgets) = budget.lend(&self.parts);
        let before = budget.positions();
        let mut tasks: Vec<_> = shards
            .zip(budgets)
            .map(|(shard, budget)| ShardTask {
                shard,
                budget,
                before,
            })
            .collect();
        let end = work(&mut tasks, budget.threads(), budget.remaining());
        budget.settle(&loan, end.cost.growth, end.found.err());
        budget.count_positions(end.cost.positions)?;
        let mut outcomes: Vec<_> = tasks.into_iter().map(|task| task.shard.outcome).collect();
        // Only the first solution in the order of rounds counts.
        if let Some(first) = end.found? {
            outcomes.swap(0, first);
            outcomes.truncate(1);
        }
        let mut outcome = LayerOutcome::default();
        outcomes.into_iter().for_each(|one| outcome.add(one));
        Ok(outcome)
    }

    /// Opens the successors in a layer by slides of blockers from the layer before.
    fn generate_blocker_slides(
        &mut self,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let Some(before) = layer.f.checked_sub(BLOCKER_SLIDE_COST) else {
            return Ok(());
        };
        let mut entries = [Span::default(); SHARDS];
        for (entries, log) in entries.iter_mut().zip(&self.logs) {
            *entries = log.layer(before);
        }
        let positions = budget.positions();
        if self.parts.is_empty() {
            let new = || SuccessorBuffer::new::<N>(1, &(0..1));
            let mut generator = Generator {
                layer,
                logs: &self.logs,
                entries,
                lists: &mut self.lists,
                budgets: std::slice::from_mut(budget),
                successors: self.successors.get_or_insert_with(new),
                positions,
            };
            while generator.step(positions)? == Step::More {}
            return Ok(());
        }
        let (loan, mut budgets) = budget.lend(&self.parts);
        let each = SHARDS.div_ceil(budget.threads().clamp(1, SHARDS));
        let ranges = (0..SHARDS).step_by(each).map(|first| first..first + each);
        let mut buffers: Vec<_> = ranges
            .map(|own| SuccessorBuffer::new::<N>(SHARDS, &own))
            .collect();
        let lists = self.lists.chunks_mut(each).zip(budgets.chunks_mut(each));
        let mut tasks: Vec<_> = lists
            .zip(&mut buffers)
            .map(|((lists, budgets), successors)| Generator {
                layer,
                logs: &self.logs,
                entries,
                lists,
                budgets,
                successors,
                positions,
            })
            .collect();
        let threads = tasks.len();
        let end = work(&mut tasks, threads, 0);
        budget.settle(&loan, end.cost.growth, end.found.err());
        end.found.map(|_| ())
    }
}
