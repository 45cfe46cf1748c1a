//! Work on one shard of a search in one layer.

use std::cmp::Ordering;

use super::closed_log::{ClosedLog, Entry, Span};
use super::expand::{Expansion, slides};
use super::helpful::HelpfulMoves;
use super::layer_mode::LayerMode;
use super::lists::Lists;
use super::look_ahead::LookAhead;
use super::rounds::{Cost, Step, Task};
use super::state::{GoalPath, State};
use crate::board::{Axes, OccupiedLines, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Stop};

/// The shards that placements are dealt out to, a power of two. No more threads than
/// that can work on a puzzle.
pub(super) const SHARDS: usize = 1 << 2;

/// Placements expanded together.
const BATCH: usize = 16;

/// Batches to a step. A placement takes about a microsecond.
const BATCHES: usize = 4;

/// The placements of a search that are kept together: all, or those of a shard.
///
/// Slides of the runner lead to the same placement, so states are expanded in their
/// shard, and what other shards have makes no difference there.
pub(super) struct Shard<'a, const N: usize, const C: usize> {
    pub(super) puzzle: &'a ActiveRobotPuzzle,
    pub(super) mode: LayerMode,
    pub(super) layer: u32,
    pub(super) lists: &'a mut Lists<N, C>,
    pub(super) log: &'a mut ClosedLog<N, C>,
    pub(super) work: Work,
    /// Whether a solution one move longer than the layer is known.
    pub(super) has_incumbent: bool,
    /// Entries of the log read together.
    pub(super) batch: Vec<Entry<C>>,
    pub(super) found: Expanded,
}

/// What is to be expanded.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// What is open in the layer.
    Open,
    /// The slides of the runner away from the goal, from these states closed two
    /// layers before. What they lead to is opened, and also expanded where only they
    /// may lead to the goal.
    Postponed { from: Span, may_have_goal: bool },
}

/// What expanding has come to.
#[derive(Default)]
pub(super) struct Expanded {
    /// How many placements were expanded.
    pub(super) placements: usize,
    /// How many states were expanded.
    pub(super) positions: u64,
    /// A goal in the layer.
    pub(super) goal: Option<GoalPath>,
    /// The first solution found that is one move longer.
    pub(super) incumbent: Option<GoalPath>,
}

impl<const N: usize, const C: usize> Shard<'_, N, C> {
    /// Expands some placements. It has found what was looked for with a goal, and
    /// with an incumbent where the goal cannot be in the layer.
    pub(super) fn step(&mut self, budget: &Budget<'_>) -> Result<Step, Stop> {
        for _ in 0..BATCHES {
            let step = match &mut self.work {
                Work::Open => self.expand_open(budget)?,
                Work::Postponed { from, .. } => {
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

    /// Opens what slides away from the goal lead to, from the states of a batch.
    fn open_away(&mut self, budget: &Budget<'_>) -> Result<Step, Stop> {
        if self.batch.is_empty() {
            return Ok(Step::Done);
        }
        let may_have_goal = matches!(
            self.work,
            Work::Postponed {
                may_have_goal: true,
                ..
            }
        );
        // What was closed has a number.
        let placements = self.lists.placements();
        let mut slots = [0; BATCH];
        for (slot, entry) in slots.iter_mut().zip(&self.batch) {
            *slot = placements.find(entry.key).unwrap_or(0);
        }
        let slots = slots.into_iter().take(self.batch.len());
        self.lists.prefetch(slots.clone());
        for (at, slot) in slots.enumerate() {
            let Some(entry) = self.batch.get(at) else {
                break;
            };
            let helpers: [Square; N] = entry.key.unpack();
            let lines: OccupiedLines = helpers.into_iter().collect();
            let away = slides(self.puzzle, &lines, entry.sets, Ordering::Greater);
            let closed = self.lists.placements().closed(slot);
            let away = away.without(&closed);
            self.lists.open(slot, &away, self.layer, budget)?;
            if may_have_goal && !away.is_empty() {
                self.expand(slot, budget)?;
                if self.found.goal.is_some() {
                    return Ok(Step::Found);
                }
            }
        }
        Ok(Step::More)
    }

    /// Expands some of what is open in the layer.
    fn expand_open(&mut self, budget: &Budget<'_>) -> Result<Step, Stop> {
        let is_goal_free = self.mode.is_goal_free();
        let mut batch = [0; BATCH];
        let batch = self.lists.pop(self.layer, &mut batch);
        if batch.is_empty() {
            return Ok(Step::Done);
        }
        self.lists.prefetch(batch.iter().copied());
        for &slot in batch {
            self.expand(slot, budget)?;
            let found = &self.found;
            debug_assert!(
                found.goal.is_none() || !is_goal_free,
                "a look-ahead missed it"
            );
            if found.goal.is_some() || is_goal_free && found.incumbent.is_some() {
                return Ok(Step::Found);
            }
        }
        Ok(Step::More)
    }

    /// Expands the open states of one placement, with those to which the runner
    /// can go on within the layer, by all slides of the runner.
    fn expand(&mut self, slot: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        let (layer, mode) = (self.layer, self.mode);
        let open = self.lists.take(slot, layer);
        if open.is_empty() {
            return Ok(());
        }
        let closed = self.lists.placements().closed(slot);
        let key = self.lists.placements().key(slot);
        let helpers: [Square; N] = key.unpack();
        let lines: OccupiedLines = helpers.into_iter().collect();
        let mut helpful = HelpfulMoves::NONE;
        let expansion = Expansion::<C>::new(self.puzzle, &lines, open, &closed, mode, &mut helpful);
        self.found.placements += 1;
        self.found.positions += expansion.count;
        let sets = expansion.expanded;
        self.lists
            .close(slot, &Entry { key, sets }, self.log, budget)?;
        let goals = self.puzzle.heuristic().goals();
        if let Some(runner) = (sets.both() & goals).iter().next() {
            let axes = Axes::BOTH;
            self.found.goal = Some(GoalPath {
                state: State { key, runner, axes },
                tail: Vec::new(),
            });
            return Ok(());
        }
        if mode.looks_ahead() && !self.has_incumbent {
            let look_ahead =
                LookAhead::new(self.puzzle, helpers, &lines, &expansion, &closed, &helpful);
            self.found.incumbent = look_ahead.solution();
            self.has_incumbent = self.found.incumbent.is_some();
        }
        self.lists.open(slot, &expansion.level, layer + 1, budget)?;
        self.lists.open(slot, &expansion.away, layer + 2, budget)
    }
}

/// Work on one of several shards.
pub(super) struct ShardTask<'a, 'b, const N: usize, const C: usize> {
    pub(super) shard: Shard<'a, N, C>,
    pub(super) budget: Budget<'b>,
    /// The positions counted before.
    pub(super) before: u64,
}

impl<const N: usize, const C: usize> Task for ShardTask<'_, '_, N, C> {
    fn step(&mut self, positions: u64) -> Result<Step, Stop> {
        self.budget.poll_at(self.before + positions)?;
        self.shard.step(&self.budget)
    }

    fn cost(&self) -> Cost {
        Cost {
            positions: self.shard.found.positions,
            growth: self.budget.growth(),
        }
    }
}
