//! The states of a search, open and closed.
//!
//! - `tables`: the storage.
//! - `lists`: the open and the closed list. `closed_log`: the states closed in each layer.
//! - `successors`: the slides of blockers, in batches.

mod closed_log;
mod lists;
mod successors;
mod tables;

pub(super) use self::tables::open;
use super::layer::{Layer, LayerOutcome};
use super::state::{Predecessor, State};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Limit};

/// The open and the closed states of the search for one active robot.
///
/// The search chooses the layer and its [mode](super::expand::LayerMode). The storage finds the
/// open states of the layer, expands each placement with [`Layer::expand`], and keeps the
/// expanded states as closed. It hides the number of blockers, for which it is compiled.
pub(super) trait Storage {
    /// Begins layer `f`.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory for it.
    fn begin_layer(&mut self, f: u32, budget: &Budget<'_>) -> Result<(), Limit>;

    /// Opens the states of the layer that no look-ahead has seen: those behind postponed slides
    /// away from the goal. If the layer is goal-free apart from them, also searches them for the goal, and all
    /// states that slides nearer to the goal reach from them.
    ///
    /// # Errors
    ///
    /// [`Limit`] if the search is to stop.
    fn open_unseen(
        &mut self,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<LayerOutcome, Limit>;

    /// Expands and closes all open states of the layer, until
    /// [the outcome ends it](LayerOutcome::ends). This includes the successors by slides of
    /// blockers from the layer before.
    ///
    /// # Errors
    ///
    /// [`Limit`] if the search is to stop.
    fn expand(&mut self, layer: &Layer<'_>, budget: &mut Budget<'_>)
    -> Result<LayerOutcome, Limit>;

    /// Returns whether layer `f` or a later one may have states, once all earlier layers are
    /// expanded.
    fn has_states_from(&self, f: u32) -> bool;

    /// Returns a closed state at depth `g` from which one move leads to `state`, which is closed,
    /// too.
    ///
    /// # Errors
    ///
    /// [`Limit`] if the search is to stop.
    fn find_predecessor(
        &self,
        puzzle: &ActiveRobotPuzzle,
        state: State,
        g: u32,
        budget: &Budget<'_>,
    ) -> Result<Predecessor, Limit>;
}
