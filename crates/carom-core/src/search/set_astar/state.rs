//! A single state, the states of one placement, a predecessor, and the end of a solution.

use super::placement::PlacementKey;
use super::state_set::StateSet;
use crate::board::{Axes, Square};
use crate::games::SlideFrom;

/// A state: a placement, and the active robot among its blockers.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) key: PlacementKey,
    pub(super) active: Square,
    pub(super) axes: Axes,
}

/// States of one placement, closed in one layer or open in it.
#[derive(Clone, Copy)]
pub(super) struct Entry<const C: usize> {
    pub(super) key: PlacementKey,
    pub(super) sets: StateSet<C>,
}

impl<const C: usize> Entry<C> {
    #[inline]
    pub(super) fn contains(&self, state: State) -> bool {
        self.key == state.key && self.sets.contains(state.active, state.axes)
    }
}

/// A state from which one move leads to a given state.
#[derive(Clone, Copy)]
pub(super) struct Predecessor {
    pub(super) state: State,
    /// The layer in which it was closed if it was reached in the fewest moves.
    pub(super) layer: u32,
    pub(super) played: SlideFrom,
}

/// A state that was expanded, from which slides lead to the goal.
#[derive(Clone)]
pub(super) struct GoalPath {
    pub(super) state: State,
    /// The slides from there to the goal, none if the state is at the goal.
    pub(super) tail: Vec<SlideFrom>,
}
