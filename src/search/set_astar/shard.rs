//! Source on one shard of a search in one layer.

use std::cmp::Ordering;

use super::closed_log::{ClosedLog, Entry, Span};
use super::expand::{Expansion, slides};
use super::layer_mode::LayerMode;
use super::lists::Lists;
use super::look_ahead::HelpfulMoves;
use super::look_ahead::LookAhead;
use super::rounds::{Cost, RoundTask, Step};
use super::state::{GoalPath, State};
use crate::board::{Axes, OccupiedLines, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Stop};

/// The shards that placements are distributed to, a power of two. No more threads than
/// that can work on a puzzle.
pub(super) const SHARDS: usize = 1 << 2;

/// Placements expanded together.
const BATCH: usize = 16;

/// Batches to a step. A placement takes about a microsecond.
const BATCHES: usize = 4;

/// The placements of a search that are kept together: all, or those of a shard.
///
/// Slides of the active robot lead to the same placement, so states are expanded in their
/// shard, and what other shards have makes no difference there.
pub(super) struct Shard<'a, const N: usize, const C: usize> {
    pub(super) puzzle: &'a ActiveRobotPuzzle,
    pub(super) mode: LayerMode,
    pub(super) layer: u32,
    pub(super) lists: &'a mut Lists<N, C>,
    pub(super) log: &'a mut ClosedLog<N, C>,
    pub(super) source: Source,
    /// Whether a solution one move longer than the layer is known.
    pub(super) has_incumbent: bool,
    /// Entries of the log read together.
    pub(super) batch: Vec<Entry<C>>,
    pub(super) outcome: ShardOutcome,
}

/// The states to expand.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// The open states of the layer.
    Open,
    /// The slides of the active robot away from the goal, from these states closed two
    /// layers before. What they lead to is opened, and also expanded where only they
    /// may lead to the goal.
    Postponed { from: Span, may_have_goal: bool },
}

/// The result of expanding one shard.
#[derive(Default)]
pub(super) struct ShardOutcome {
    /// The number of placements expanded.
    pub(super) placements: usize,
    /// The number of states expanded.
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
            let step = match &mut self.source {
                Source::Open => self.expand_open(budget)?,
                Source::Postponed { from, .. } => {
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
            self.source,
            Source::Postponed {
                may_have_goal: true,
                ..
            }
        );
        // Closed placements have a number.
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
            let blockers: [Square; N] = entry.key.unpack();
            let lines: OccupiedLines = blockers.into_iter().collect();
            let away = slides(self.puzzle, &lines, entry.sets, Ordering::Greater);
            let closed = self.lists.placements().closed(slot);
            let away = away.without(&closed);
            self.lists.open(slot, &away, self.layer, budget)?;
            if may_have_goal && !away.is_empty() {
                self.expand(slot, budget)?;
                if self.outcome.goal.is_some() {
                    return Ok(Step::Found);
                }
            }
        }
        Ok(Step::More)
    }

    /// Expands some of what is open in the layer.
    fn expand_open(&mut self, budget: &Budget<'_>) -> Result<Step, Stop> {
        let is_goal_free = self.mode.is_goal_free;
        let mut batch = [0; BATCH];
        let batch = self.lists.pop(self.layer, &mut batch);
        if batch.is_empty() {
            return Ok(Step::Done);
        }
        self.lists.prefetch(batch.iter().copied());
        for &slot in batch {
            self.expand(slot, budget)?;
            let outcome = &self.outcome;
            debug_assert!(
                outcome.goal.is_none() || !is_goal_free,
                "a look-ahead missed it"
            );
            if outcome.goal.is_some() || is_goal_free && outcome.incumbent.is_some() {
                return Ok(Step::Found);
            }
        }
        Ok(Step::More)
    }

    /// Expands the open states of one placement, with those to which the active robot
    /// can go on within the layer, by all slides of the active robot.
    fn expand(&mut self, slot: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        let (layer, mode) = (self.layer, self.mode);
        let open = self.lists.take(slot, layer);
        if open.is_empty() {
            return Ok(());
        }
        let closed = self.lists.placements().closed(slot);
        let key = self.lists.placements().key(slot);
        let blockers: [Square; N] = key.unpack();
        let lines: OccupiedLines = blockers.into_iter().collect();
        let mut helpful = HelpfulMoves::NONE;
        let expansion = Expansion::<C>::new(self.puzzle, &lines, open, &closed, mode, &mut helpful);
        self.outcome.placements += 1;
        self.outcome.positions += expansion.count;
        let sets = expansion.expanded;
        self.lists
            .close(slot, &Entry { key, sets }, self.log, budget)?;
        let goals = self.puzzle.heuristic().goals();
        if let Some(active) = (sets.both() & goals).iter().next() {
            let axes = Axes::BOTH;
            self.outcome.goal = Some(GoalPath {
                state: State { key, active, axes },
                tail: Vec::new(),
            });
            return Ok(());
        }
        if mode.looks_ahead && !self.has_incumbent {
            let look_ahead =
                LookAhead::new(self.puzzle, blockers, &lines, &expansion, &closed, &helpful);
            self.outcome.incumbent = look_ahead.solution();
            self.has_incumbent = self.outcome.incumbent.is_some();
        }
        self.lists
            .open(slot, &expansion.sideways, layer + 1, budget)?;
        self.lists.open(slot, &expansion.away, layer + 2, budget)
    }
}

/// Source on one of several shards.
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
