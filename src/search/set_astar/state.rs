//! One state among the sets.

use super::placement_key::PlacementKey;
use crate::board::{Axes, Square};
use crate::games::SlideFrom;

/// A state: a placement, and the active robot among its blockers.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) key: PlacementKey,
    pub(super) active: Square,
    pub(super) axes: Axes,
}

/// A state that was expanded, from which slides lead to the goal.
#[derive(Clone)]
pub(super) struct GoalPath {
    pub(super) state: State,
    /// The slides from there, none where the goal is reached.
    pub(super) tail: Vec<SlideFrom>,
}
