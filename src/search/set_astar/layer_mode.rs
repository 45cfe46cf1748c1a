//! How a layer is expanded.

/// How a layer is expanded: what was proved of it before, and what its
/// expansion is to prove of the next layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerMode {
    /// Whether the layer has no goal except behind slides away from the goal: the layer
    /// before has looked ahead. Those states are expanded first.
    pub(super) is_goal_free: bool,
    /// Whether each placement looks ahead as it is expanded. If none finds a solution, the
    /// next layer has a goal only behind a slide away from the goal.
    pub(super) looks_ahead: bool,
}

/// In a layer of fewer placements a look-ahead always pays.
const SMALL_LAYER: usize = 1 << 6;

impl LayerMode {
    /// Returns the mode of a layer after one of `expanded` placements, and that
    /// after one of `before`. Where the next layer will hardly be larger, a
    /// look-ahead saves little.
    pub(super) const fn new(is_goal_free: bool, expanded: usize, before: usize) -> Self {
        Self {
            is_goal_free,
            looks_ahead: expanded < SMALL_LAYER || expanded > before + before / 2,
        }
    }

    /// Returns whether slides of the active robot away from the goal are generated as
    /// a state is expanded. Otherwise they are generated from the closed list when the
    /// layer is opened to which they lead.
    #[inline]
    pub(super) const fn is_eager(self) -> bool {
        !self.is_goal_free && !self.looks_ahead
    }
}
