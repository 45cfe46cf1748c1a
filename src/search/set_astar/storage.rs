//! The interface between the search and the storage of its states.

use super::layer::{Layer, LayerOutcome};
use super::state::{Predecessor, State};
use crate::games::ActiveRobotPuzzle;
use crate::search::limits::{Budget, Stop};

/// A kind of storage.
pub(super) trait Backend {
    /// Returns one storage for each of `puzzles`, in which only the start is open. Each puzzle
    /// comes with the *f* of its start. `N` is the number of blockers. `C` is the number of
    /// crosses in a set of states: 1 if the axes of the active robot matter, or 0.
    ///
    /// # Errors
    ///
    /// [`Stop`] if there is no memory for them.
    fn open<const N: usize, const C: usize>(
        &self,
        puzzles: &[(&ActiveRobotPuzzle, u32)],
        budget: &Budget<'_>,
    ) -> Result<Vec<Box<dyn Storage>>, Stop>;
}

/// The open and the closed states of the search for one active robot.
///
/// The search chooses the layer and its [mode](super::expand::LayerMode). The storage finds the
/// open states of the layer, expands each placement with [`Layer::expand`], and keeps the
/// expanded states as closed. The two storages differ in how they find open states:
///
/// | | [`InMemory`](super::in_memory::InMemory) | [`SortedRuns`](super::sorted_runs::SortedRuns) |
/// |---|---|---|
/// | duplicates are detected | one by one, when a state is opened | together, when a layer is merged with all closed ones |
/// | open states | are in the tables | are not stored, but generated when their layer is expanded |
/// | order of expansion | the newest placement of the layer's bucket first | by key |
/// | slides away are generated | with the others, or when the layer that they lead to begins | when the layer that they lead to is expanded |
/// | a predecessor is found | in the table of closed states, then in the log of its layer | in the run of its layer |
pub(super) trait Storage {
    /// Returns whether open states are stored, so that they can be opened before their layer
    /// is expanded.
    fn stores_open(&self) -> bool;

    /// Begins layer `f`. The layer before had `expanded` placements.
    ///
    /// # Errors
    ///
    /// [`Stop`] if there is no memory for it.
    fn begin_layer(&mut self, f: u32, expanded: usize, budget: &Budget<'_>) -> Result<(), Stop>;

    /// Opens the states of the layer that no look-ahead has seen: those behind postponed slides
    /// away from the goal, and the start if it is in the layer and open states are not stored.
    /// If the layer is goal-free apart from them, also searches them for the goal, and all
    /// states that slides nearer to the goal reach from them.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the search is to stop.
    fn open_unseen(
        &mut self,
        layer: &Layer<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<LayerOutcome, Stop>;

    /// Expands and closes all open states of the layer, until
    /// [the outcome ends it](LayerOutcome::ends). This includes the successors by slides of
    /// blockers from the layer before.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the search is to stop.
    fn expand(&mut self, layer: &Layer<'_>, budget: &mut Budget<'_>) -> Result<LayerOutcome, Stop>;

    /// Returns whether layer `f` or a later one may have states, once all earlier layers are
    /// expanded.
    fn has_states_from(&self, f: u32) -> bool;

    /// Returns whether memory was full and the newest layer was expanded without being stored,
    /// so that no later one can be expanded.
    fn is_full(&self) -> bool {
        false
    }

    /// Returns a closed state at depth `g` from which one move leads to `state`, if there is one.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the search is to stop.
    fn find_predecessor(
        &self,
        puzzle: &ActiveRobotPuzzle,
        state: State,
        g: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Predecessor>, Stop>;
}
