//! The layers of `SetA*`.

use super::closed_log::{ClosedLog, Span};
use super::generator::Generator;
use super::layer_mode::LayerMode;
use super::lists::Lists;
use super::placement_key::PlacementKey;
use super::retrace::{ClosedStates, retrace};
use super::rounds::{RoundTask, Step, work};
use super::shard::{SHARDS, Shard, ShardOutcome, ShardTask, Source};
use super::state::GoalPath;
use super::state_set::StateSet;
use super::successors::SuccessorBuffer;
use crate::board::Square;
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Part, Stop};

/// A search with `N` blockers, and with `C` crosses for the axes of the active robot: 1, or 0 where
/// they do not matter.
///
/// While the layer *n* is expanded:
///
/// 1. No solution is shorter than *n*; where the mode is goal-free, and the
///    layer has been opened, none is shorter than *n* + 1.
/// 2. What is closed in the layers before has all its successors by slides of
///    the active robot, but for those away from the goal where a layer was not eager:
///    they are generated as the layer two after it is opened. The successors by
///    slides of blockers are generated as the next layer is expanded.
/// 3. `incumbent` is a solution of *n* + 1 moves, which a layer that looks ahead
///    has found.
/// 4. Placements are together, with one of `lists` and of `logs`, or distributed to
///    [`SHARDS`] of each, and as many `parts`. What is found, and what it costs, does
///    not depend on how many threads work on them.
pub(super) struct SetAStar<'p, const N: usize, const C: usize> {
    puzzle: &'p ActiveRobotPuzzle,
    lists: Vec<Lists<N, C>>,
    logs: Vec<ClosedLog<N, C>>,
    /// The accounts of shards.
    parts: Vec<Part>,
    successors: Option<SuccessorBuffer<C>>,
    /// The modes of the newest layer and of the one before.
    modes: [LayerMode; 2],
    /// The placements that were expanded in the newest layer and in the one
    /// before.
    expanded: [usize; 2],
    incumbent: Option<GoalPath>,
    /// After a layer of so many placements they are distributed.
    shard_from: usize,
}

impl<'p, const N: usize, const C: usize> SetAStar<'p, N, C> {
    /// Returns a search that has not begun, or `None` where there is no
    /// solution. After a layer of `shard_from` placements it goes on in shards.
    pub(super) fn new(
        puzzle: &'p ActiveRobotPuzzle,
        shard_from: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let (active, axes) = (puzzle.start(), puzzle.axes());
        let Some(f) = puzzle.heuristic().moves(active, axes) else {
            return Ok(None);
        };
        let mut lists = Lists::new(budget)?;
        let mut blockers = [Square::from_index(0); N];
        for (to, from) in blockers.iter_mut().zip(puzzle.blockers()) {
            *to = *from;
        }
        let slot = lists.find_or_add(PlacementKey::pack(blockers), budget)?;
        lists.open(slot, &StateSet::one(active, axes), f, budget)?;
        Ok(Some(Self {
            puzzle,
            lists: vec![lists],
            logs: vec![ClosedLog::default()],
            parts: Vec::new(),
            successors: None,
            modes: [LayerMode::new(false, 0, 0); 2],
            expanded: [0; 2],
            incumbent: None,
            shard_from,
        }))
    }

    /// Returns whether this layer or a later one may have states, after those
    /// before it have been expanded.
    pub(super) fn has_states_from(&self, layer: u32) -> bool {
        let before = [layer.checked_sub(1), layer.checked_sub(2)];
        let has_closed = |log: &ClosedLog<N, C>| {
            let mut layers = before.into_iter().flatten();
            layers.any(|layer| !log.layer(layer).is_empty())
        };
        self.lists.iter().any(|lists| lists.has_open_from(layer))
            || self.logs.iter().any(has_closed)
    }

    /// Returns whether what is left of the open layer cannot have the goal.
    pub(super) const fn is_goal_free(&self) -> bool {
        let [mode, _] = self.modes;
        mode.is_goal_free
    }

    /// Returns the first solution found that is one move longer than the newest
    /// layer.
    pub(super) const fn incumbent(&self) -> Option<&GoalPath> {
        self.incumbent.as_ref()
    }

    /// Returns all slides of a solution that ends in the newest layer, `layer`.
    pub(super) fn slides(
        &self,
        goal: &GoalPath,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop> {
        let closed = ClosedStates {
            lists: &self.lists,
            logs: &self.logs,
        };
        retrace(self.puzzle, closed, goal, layer, budget)
    }

    /// Opens the next layer, and expands the states in it that a look-ahead has
    /// not seen: those behind slides away from the goal. Returns the goal if it
    /// is among them.
    pub(super) fn open_layer(
        &mut self,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Stop> {
        let [newest, before] = self.modes;
        let [expanded, expanded_before] = self.expanded;
        if self.parts.is_empty() && expanded >= self.shard_from {
            self.distribute(budget)?;
        }
        let is_fresh = self.logs.iter().all(ClosedLog::is_empty);
        let is_goal_free = newest.looks_ahead && !before.is_eager() && !is_fresh;
        self.begin_layer(layer, budget)?;
        let mode = LayerMode::new(is_goal_free, expanded, expanded_before);
        self.modes = [mode, newest];
        self.expanded = [0, expanded];
        if before.is_eager() {
            return Ok(None);
        }
        let postponed = |log: &ClosedLog<N, C>| Source::Postponed {
            from: layer
                .checked_sub(2)
                .map_or_else(Span::default, |layer| log.layer(layer)),
            may_have_goal: is_goal_free,
        };
        self.expand(layer, postponed, budget)
    }

    /// Begins the next layer in all logs.
    fn begin_layer(&mut self, layer: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        if let [log] = self.logs.as_mut_slice() {
            return log.begin_layer(layer, budget);
        }
        budget.with_parts(&self.parts, |budgets| {
            let mut logs = self.logs.iter_mut().zip(budgets);
            logs.try_for_each(|(log, budget)| log.begin_layer(layer, budget))
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

    /// Expands the rest of a layer; returns the goal if it is in it. Where the
    /// goal cannot be in it, it is expanded as far as an incumbent only.
    pub(super) fn expand_layer(
        &mut self,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Stop> {
        // What slides of the active robot led to is few, and a look ahead from there
        // often makes the rest needless.
        if self.is_goal_free() {
            if self.incumbent.is_none() {
                self.expand(layer, |_| Source::Open, budget)?;
            }
            if self.incumbent.is_some() {
                return Ok(None);
            }
        }
        self.generate_blocker_moves(layer, budget)?;
        self.expand(layer, |_| Source::Open, budget)
    }

    /// Expands states of a layer, in all shards what `choose` says; returns the goal
    /// if it is found.
    fn expand(
        &mut self,
        layer: u32,
        choose: impl Fn(&ClosedLog<N, C>) -> Source,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Stop> {
        let ([mode, _], puzzle) = (self.modes, self.puzzle);
        let has_incumbent = self.incumbent.is_some();
        let shards = self.lists.iter_mut().zip(&mut self.logs);
        let mut shards = shards.map(|(lists, log)| Shard {
            puzzle,
            mode,
            layer,
            source: choose(log),
            lists,
            log,
            has_incumbent,
            batch: Vec::new(),
            outcome: ShardOutcome::default(),
        });
        if self.parts.is_empty() {
            let Some(mut shard) = shards.next() else {
                return Ok(None);
            };
            loop {
                budget.poll()?;
                let before = shard.outcome.positions;
                let step = shard.step(budget);
                budget.count_positions(shard.outcome.positions - before)?;
                if step? != Step::More {
                    break;
                }
            }
            let found = shard.outcome;
            return Ok(self.note(found));
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
        let end = work(&mut tasks, budget.threads(), budget.left());
        budget.settle(&loan, end.cost.growth, end.found.err());
        budget.count_positions(end.cost.positions)?;
        let found_in = end.found?;
        let mut found: Vec<_> = tasks.into_iter().map(|task| task.shard.outcome).collect();
        // Only the solution of the first round in order counts.
        if let Some(first) = found_in {
            found.swap(0, first);
            found.truncate(1);
        }
        let goals = found.into_iter().map(|found| self.note(found));
        Ok(goals.fold(None, Option::or))
    }

    /// Takes note of what was found where states were expanded; returns the goal, if
    /// it is among it.
    fn note(&mut self, found: ShardOutcome) -> Option<GoalPath> {
        let [expanded, _] = &mut self.expanded;
        *expanded += found.placements;
        self.incumbent = self.incumbent.take().or(found.incumbent);
        found.goal
    }

    /// Fills a layer by the slides of blockers from the one before.
    fn generate_blocker_moves(&mut self, layer: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let Some(before) = layer.checked_sub(1) else {
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
                puzzle: self.puzzle,
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
        let wanted = (0..SHARDS).step_by(each).map(|first| first..first + each);
        let mut buffers: Vec<_> = wanted
            .map(|wanted| SuccessorBuffer::new::<N>(SHARDS, &wanted))
            .collect();
        let lists = self.lists.chunks_mut(each).zip(budgets.chunks_mut(each));
        let mut tasks: Vec<_> = lists
            .zip(&mut buffers)
            .map(|((lists, budgets), successors)| Generator {
                puzzle: self.puzzle,
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
