//! How a layer is expanded.

/// How a layer is expanded: what was proved of it before, and what its
/// expansion is to prove of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerMode {
    /// All successors of a state are generated when it is expanded.
    Eager,
    /// Each placement looks ahead: if none sees a goal, the next layer has one
    /// only behind a slide of the runner away from the goal.
    LookAhead,
    /// The layer before has looked ahead, so the states behind slides away are
    /// expanded first, and the rest of the layer has no goal.
    GoalFree,
    /// Both.
    GoalFreeLookAhead,
}

/// A layer of fewer placements is always worth a look ahead of the next one.
const SMALL_LAYER: usize = 1 << 6;

impl LayerMode {
    /// Returns the mode of a layer after one of `expanded` placements, and that
    /// after one of `before`. Where the next layer will hardly be larger, a look
    /// ahead saves little.
    pub(super) const fn new(is_goal_free: bool, expanded: usize, before: usize) -> Self {
        let looks_ahead = expanded < SMALL_LAYER || expanded > before + before / 2;
        match (is_goal_free, looks_ahead) {
            (false, false) => Self::Eager,
            (false, true) => Self::LookAhead,
            (true, false) => Self::GoalFree,
            (true, true) => Self::GoalFreeLookAhead,
        }
    }

    /// Returns whether the next layer has a goal only behind a slide away, if no
    /// longer solution is found in this one.
    #[inline]
    pub(super) const fn looks_ahead(self) -> bool {
        matches!(self, Self::LookAhead | Self::GoalFreeLookAhead)
    }

    /// Returns whether this layer has no goal once its states behind slides away
    /// have been expanded.
    #[inline]
    pub(super) const fn is_goal_free(self) -> bool {
        matches!(self, Self::GoalFree | Self::GoalFreeLookAhead)
    }

    /// Returns whether slides of the runner away from the goal are generated as
    /// a state is expanded; otherwise they are generated from the closed list
    /// when their layer comes.
    #[inline]
    pub(super) const fn is_eager(self) -> bool {
        matches!(self, Self::Eager)
    }
}
