//! A puzzle in which one piece runs and the others help.

use std::sync::Arc;

use super::LowerBound;
use crate::board::{Axes, SlideTable, Square};

/// A puzzle of sliding pieces, of which one, the runner, is to stop on a
/// square, or one of several; the others, its helpers, are alike, and matter only as obstacles.
///
/// The runner may have to slide along both axes before it counts; where it has
/// not, it has both [`Axes`] from the start.
#[derive(Clone, Debug)]
pub struct RunnerPuzzle {
    stops: SlideTable,
    runner: Square,
    axes: Axes,
    helpers: Vec<Square>,
    lower_bound: Arc<LowerBound>,
}

impl RunnerPuzzle {
    /// The largest number of helpers.
    pub const MAX_HELPERS: usize = 7;

    /// Returns a puzzle with the runner and its axes at the start, the helpers,
    /// and the lower bound, which knows the goals.
    pub(crate) fn new(
        stops: SlideTable,
        (runner, axes): (Square, Axes),
        mut helpers: Vec<Square>,
        lower_bound: Arc<LowerBound>,
    ) -> Self {
        helpers.sort_unstable();
        Self {
            stops,
            runner,
            axes,
            helpers,
            lower_bound,
        }
    }

    /// Returns the slides of the board.
    #[inline]
    pub const fn stops(&self) -> &SlideTable {
        &self.stops
    }

    /// Returns the square where the runner starts.
    #[inline]
    pub const fn runner(&self) -> Square {
        self.runner
    }

    /// Returns the runner's axes at the start.
    #[inline]
    pub const fn axes(&self) -> Axes {
        self.axes
    }

    /// Returns the squares where the helpers start, in their order.
    #[inline]
    pub fn helpers(&self) -> &[Square] {
        &self.helpers
    }

    /// Returns the moves to the goal that a runner needs at least.
    #[inline]
    pub fn lower_bound(&self) -> &LowerBound {
        &self.lower_bound
    }
}
