//! The layers of `SetA*`.

use super::expand::{Expansion, slides_away};
use super::helpers::PlacementKey;
use super::helpful::HelpfulMoves;
use super::layer_mode::LayerMode;
use super::lists::Lists;
use super::look_ahead::LookAhead;
use super::retrace::retrace;
use super::state::{GoalPath, State};
use super::successors::SuccessorBuffer;
use crate::board::{Axes, Lines, Square};
use crate::games::{RunnerPuzzle, SlideFrom};
use crate::search::limits::{Budget, Stop};

/// A search with `N` helpers, and with `A` sets of axes of the runner: 4, or 1
/// where they do not matter.
///
/// While the layer *n* is expanded:
///
/// 1. No solution is shorter than *n*; where the mode is goal-free, and the
///    layer has been opened, none is shorter than *n* + 1.
/// 2. What is closed in the layers before has all its successors by slides of
///    the runner, but for those away from the goal where a layer was not eager:
///    they are generated as the layer two after it is opened. The successors by
///    slides of helpers are generated as the next layer is expanded.
/// 3. `incumbent` is a solution of *n* + 1 moves, which a layer that looks ahead
///    has found.
pub(super) struct SetAStar<'p, const N: usize, const A: usize> {
    puzzle: &'p RunnerPuzzle,
    lists: Lists<N, A>,
    successors: SuccessorBuffer,
    /// The modes of the newest layer and of the one before.
    modes: [LayerMode; 2],
    /// The placements that were expanded in the newest layer and in the one
    /// before.
    expanded: [usize; 2],
    incumbent: Option<GoalPath>,
}

/// Placements expanded together.
const BATCH: usize = 16;

impl<'p, const N: usize, const A: usize> SetAStar<'p, N, A> {
    /// Returns a search that has not begun, or `None` where there is no
    /// solution.
    pub(super) fn new(puzzle: &'p RunnerPuzzle, budget: &Budget<'_>) -> Result<Option<Self>, Stop> {
        let (runner, axes) = (puzzle.runner(), puzzle.axes());
        let Some(bound) = puzzle.lower_bound().moves(runner, axes) else {
            return Ok(None);
        };
        let mut lists = Lists::new(runner, budget)?;
        let mut helpers = [Square::from_index(0); N];
        for (to, from) in helpers.iter_mut().zip(puzzle.helpers()) {
            *to = *from;
        }
        let slot = lists.find_or_add(PlacementKey::pack(helpers), budget)?;
        let start = std::iter::once(runner).collect();
        lists.open(slot, axes, start, bound, budget)?;
        Ok(Some(Self {
            puzzle,
            lists,
            successors: SuccessorBuffer::default(),
            modes: [LayerMode::LookAhead; 2],
            expanded: [0; 2],
            incumbent: None,
        }))
    }

    /// Returns whether this layer or a later one may have states, after those
    /// before it have been expanded.
    pub(super) fn has_states_from(&self, layer: u32) -> bool {
        self.lists.has_states_from(layer)
    }

    /// Returns whether what is left of the open layer cannot have the goal.
    pub(super) const fn is_goal_free(&self) -> bool {
        let [mode, _] = self.modes;
        mode.is_goal_free()
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
        retrace(self.puzzle, &self.lists, goal, layer, budget)
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
        let is_goal_free = newest.looks_ahead() && !before.is_eager() && !self.lists.is_fresh();
        self.lists.begin_layer(layer, budget)?;
        let [expanded, expanded_before] = self.expanded;
        let mode = LayerMode::new(is_goal_free, expanded, expanded_before);
        self.modes = [mode, newest];
        self.expanded = [0, expanded];
        if before.is_eager() {
            return Ok(None);
        }
        let mut postponed = self.lists.closed_in(layer.checked_sub(2));
        let mut batch = Vec::new();
        while !postponed.is_empty() {
            budget.poll()?;
            batch.clear();
            while batch.len() < BATCH
                && let Some(entry) = self.lists.next_closed(&mut postponed)
            {
                batch.push(entry);
            }
            self.lists.prefetch(batch.iter().map(|entry| entry.slot));
            for entry in &batch {
                let helpers = self.lists.placements().helpers(entry.slot);
                let lines: Lines = helpers.into_iter().collect();
                let away = slides_away(self.puzzle, &lines, entry.set.iter(), entry.axes);
                let closed = self.lists.placements().closed(entry.slot);
                let away = away.without(&closed);
                self.lists.open_all(entry.slot, &away, layer, budget)?;
                let may_have_goal = is_goal_free && !away.is_empty();
                if may_have_goal && let Some(goal) = self.expand(entry.slot, layer, budget)? {
                    return Ok(Some(goal));
                }
            }
        }
        Ok(None)
    }

    /// Expands the rest of a layer; returns the goal if it is in it. Where the
    /// goal cannot be in it, it is expanded as far as an incumbent only.
    pub(super) fn expand_layer(
        &mut self,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Stop> {
        // What slides of the runner led to is few, and a look ahead from there
        // often makes the rest needless.
        if self.is_goal_free() {
            let goal = self.expand_open(layer, budget)?;
            if self.incumbent.is_some() {
                return Ok(goal);
            }
        }
        self.generate_helper_moves(layer, budget)?;
        self.expand_open(layer, budget)
    }

    /// Fills a layer by the slides of helpers from the one before.
    fn generate_helper_moves(&mut self, layer: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        let mut before = self.lists.closed_in(layer.checked_sub(1));
        while let Some(entry) = self.lists.next_closed(&mut before) {
            let helpers: [Square; N] = self.lists.placements().helpers(entry.slot);
            self.successors.generate(self.puzzle, &helpers, &entry);
            if self.successors.is_full() {
                self.successors.open_all(&mut self.lists, layer, budget)?;
            }
        }
        self.successors.open_all(&mut self.lists, layer, budget)
    }

    /// Expands all that is open in a layer.
    fn expand_open(
        &mut self,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Stop> {
        let is_goal_free = self.is_goal_free();
        let mut batch = [0; BATCH];
        loop {
            let batch = self.lists.pop(layer, &mut batch);
            if batch.is_empty() {
                return Ok(None);
            }
            self.lists.prefetch(batch.iter().copied());
            for &slot in batch {
                let goal = self.expand(slot, layer, budget)?;
                debug_assert!(goal.is_none() || !is_goal_free, "a look-ahead missed it");
                if goal.is_some() || is_goal_free && self.incumbent.is_some() {
                    return Ok(goal);
                }
            }
        }
    }

    /// Expands the open states of one placement, with those to which the runner
    /// can go on within the layer, by all slides of the runner; returns the goal
    /// if it is among them.
    fn expand(
        &mut self,
        slot: u32,
        layer: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Stop> {
        let open = self.lists.take(slot, layer);
        if open.is_empty() {
            return Ok(None);
        }
        let [mode, _] = self.modes;
        let closed = self.lists.placements().closed(slot);
        let helpers: [Square; N] = self.lists.placements().helpers(slot);
        let lines: Lines = helpers.into_iter().collect();
        let mut helpful = HelpfulMoves::NONE;
        let expansion = Expansion::<A>::new(self.puzzle, &lines, open, &closed, mode, &mut helpful);
        let [expanded, _] = &mut self.expanded;
        *expanded += 1;
        budget.count_positions(expansion.count)?;
        self.lists.close(slot, &expansion.expanded, budget)?;
        let (goals, axes) = (self.puzzle.lower_bound().goals(), Axes::BOTH);
        if let Some(runner) = (expansion.expanded[axes] & goals).iter().next() {
            return Ok(Some(GoalPath {
                state: State { slot, runner, axes },
                tail: Vec::new(),
            }));
        }
        if mode.looks_ahead() && self.incumbent.is_none() {
            let look_ahead = LookAhead {
                puzzle: self.puzzle,
                slot,
                helpers,
                lines: &lines,
                expanded: &expansion.expanded,
                level: expansion
                    .level
                    .without(&closed)
                    .without(&expansion.expanded),
                helpful: &helpful,
            };
            self.incumbent = look_ahead.solution();
        }
        self.lists
            .open_all(slot, &expansion.level, layer + 1, budget)?;
        self.lists
            .open_all(slot, &expansion.away, layer + 2, budget)?;
        Ok(None)
    }
}
