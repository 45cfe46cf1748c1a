//! One layer of one search, and the expansion of a placement in it.

use super::expand::{Expansion, LayerMode};
use super::look_ahead::{HelpfulMoves, LookAhead};
use super::placement::Placement;
use super::state::{GoalPath, State};
use super::state_set::StateSet;
use crate::board::Axes;
use crate::games::ActiveRobotPuzzle;

/// A layer as the search for one active robot expands it.
#[derive(Clone, Copy)]
pub(super) struct Layer<'p> {
    pub(super) puzzle: &'p ActiveRobotPuzzle,
    /// The *f* of its states.
    pub(super) f: u32,
    pub(super) mode: LayerMode,
}

/// The result of expanding states of a layer.
#[derive(Default)]
pub(super) struct LayerOutcome {
    /// The number of placements expanded.
    pub(super) placements: usize,
    /// The number of states expanded.
    pub(super) positions: u64,
    /// A goal in the layer.
    pub(super) goal: Option<GoalPath>,
    /// The first solution found of one move more than the layer's *f*.
    pub(super) incumbent: Option<GoalPath>,
}

impl Layer<'_> {
    /// Expands the states `open` of a placement, and those that slides nearer to the goal reach
    /// from them, by all slides of the active robot. `closed` are the closed states of the
    /// placement. Adds the counts to `outcome`, and the goal or the incumbent if one is found.
    // Inlined, since returning an expansion would copy it.
    #[inline(always)]
    pub(super) fn expand<const N: usize, const C: usize>(
        &self,
        placement: &Placement<N>,
        open: StateSet<C>,
        closed: &StateSet<C>,
        outcome: &mut LayerOutcome,
    ) -> Expansion<C> {
        let mut helpful = HelpfulMoves::NONE;
        let lines = &placement.lines;
        let expansion = Expansion::new(self.puzzle, lines, open, closed, self.mode, &mut helpful);
        outcome.placements += 1;
        outcome.positions += expansion.count;
        let goals = expansion.expanded.both() & self.puzzle.heuristic().goals();
        if let Some(active) = goals.iter().next() {
            let (key, axes) = (placement.key, Axes::BOTH);
            outcome.goal = Some(GoalPath { state: State { key, active, axes }, tail: Vec::new() });
        } else if self.mode.looks_ahead && outcome.incumbent.is_none() {
            let look_ahead = LookAhead::new(self.puzzle, placement, &expansion, closed, &helpful);
            outcome.incumbent = look_ahead.solution();
        }
        expansion
    }
}

impl LayerOutcome {
    /// Returns whether nothing more is to be expanded: the goal was found, or there is an
    /// incumbent and the layer is goal-free.
    #[inline]
    pub(super) const fn ends(&self, mode: LayerMode) -> bool {
        self.goal.is_some() || mode.is_goal_free && self.incumbent.is_some()
    }

    /// Adds the outcome of states of the layer that were expanded later.
    pub(super) fn add(&mut self, later: Self) {
        self.placements += later.placements;
        self.positions += later.positions;
        self.goal = self.goal.take().or(later.goal);
        self.incumbent = self.incumbent.take().or(later.incumbent);
    }
}
