//! `SetA*` for one active robot, layer by layer.

use super::expand::LayerMode;
use super::layer::{Layer, LayerOutcome};
use super::retrace::retrace;
use super::state::GoalPath;
use super::storage::Storage;
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Limit};

/// The search for one active robot.
///
/// While layer *f* is expanded:
///
/// 1. No solution is shorter than *f*. If the mode is goal-free and the layer is open, none is
///    shorter than *f* + 1.
/// 2. Each closed state was closed in the layer of its *f*.
/// 3. `incumbent` is a solution of *f* + 1 moves, found by the look-ahead.
pub(super) struct SetAStar<'p> {
    puzzle: &'p ActiveRobotPuzzle,
    /// The layer of the start.
    first: u32,
    storage: Box<dyn Storage>,
    /// The modes of the newest layer and of the one before.
    modes: [LayerMode; 2],
    /// The placements that were expanded in the newest layer and in the one before.
    expanded: [usize; 2],
    incumbent: Option<GoalPath>,
}

/// After a layer of fewer placements a look-ahead always pays.
const SMALL_LAYER: usize = 1 << 6;

/// Returns whether a look-ahead pays in a layer. The last layer had `expanded` placements, and
/// the one before that `before`. A look-ahead saves little if layers hardly grow.
const fn pays_look_ahead([expanded, before]: [usize; 2]) -> bool {
    expanded < SMALL_LAYER || expanded > before + before / 2
}

impl<'p> SetAStar<'p> {
    /// Returns a search that has not begun, whose start is open in layer `first` of `storage`.
    pub(super) fn new(
        puzzle: &'p ActiveRobotPuzzle,
        first: u32,
        storage: Box<dyn Storage>,
    ) -> Self {
        let mode = LayerMode { is_goal_free: false, looks_ahead: true, opens_away: false };
        Self { puzzle, first, storage, modes: [mode; 2], expanded: [0; 2], incumbent: None }
    }

    /// Returns whether layer `f` or a later one may have states, once all earlier layers are
    /// expanded.
    pub(super) fn has_states_from(&self, f: u32) -> bool {
        f <= self.first || self.storage.has_states_from(f)
    }

    /// Returns whether the states of the open layer that are still to be expanded cannot
    /// include the goal.
    pub(super) const fn is_goal_free(&self) -> bool {
        let [mode, _] = self.modes;
        mode.is_goal_free
    }

    /// Returns the first solution found of *f* + 1 moves, where *f* is the newest layer.
    pub(super) const fn incumbent(&self) -> Option<&GoalPath> {
        self.incumbent.as_ref()
    }

    /// Returns all slides of a solution that was found in the newest layer, `f`: one of *f*
    /// moves, or an incumbent.
    pub(super) fn slides(
        &self,
        goal: &GoalPath,
        f: u32,
        budget: &Budget<'_>,
    ) -> Result<Vec<SlideFrom>, Limit> {
        retrace(self.puzzle, self.storage.as_ref(), goal, f, budget)
    }

    /// Opens the next layer, `f`. Returns the goal if the layer is goal-free apart from states
    /// that no look-ahead has seen, and they lead to it within the layer.
    pub(super) fn open_layer(
        &mut self,
        f: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Limit> {
        let [newest, before] = self.modes;
        let [expanded, _] = self.expanded;
        self.storage.begin_layer(f, budget)?;
        // No look-ahead sees the start.
        let is_goal_free = f > self.first && newest.looks_ahead && !before.opens_away;
        let looks_ahead = pays_look_ahead(self.expanded);
        let mode =
            LayerMode { is_goal_free, looks_ahead, opens_away: !is_goal_free && !looks_ahead };
        self.modes = [mode, newest];
        self.expanded = [0, expanded];
        if f < self.first || before.opens_away {
            return Ok(None);
        }
        let outcome = self.storage.open_unseen(&self.layer(f), budget)?;
        Ok(self.record(outcome))
    }

    /// Expands the rest of layer `f`, and returns the goal if it is among the expanded states.
    /// A goal-free layer is expanded only until there is an incumbent.
    pub(super) fn expand_layer(
        &mut self,
        f: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<GoalPath>, Limit> {
        if f < self.first || self.is_goal_free() && self.incumbent.is_some() {
            return Ok(None);
        }
        let outcome = self.storage.expand(&self.layer(f), budget)?;
        Ok(self.record(outcome))
    }

    const fn layer(&self, f: u32) -> Layer<'p> {
        let [mode, _] = self.modes;
        Layer { puzzle: self.puzzle, f, mode }
    }

    /// Adds an outcome to the counts and the incumbent of the newest layer, and returns its goal.
    fn record(&mut self, outcome: LayerOutcome) -> Option<GoalPath> {
        let [expanded, _] = &mut self.expanded;
        *expanded += outcome.placements;
        self.incumbent = self.incumbent.take().or(outcome.incumbent);
        outcome.goal
    }
}
