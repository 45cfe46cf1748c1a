//! The puzzle of Ricochet Robots as its search sees it: one active robot and its blockers.

use std::sync::Arc;

use super::ActiveRobotHeuristic;
use crate::board::{Axes, SlideTable, Square};

/// A Ricochet Robots puzzle in which one robot, the active robot, must stop on one of its
/// goals. The other robots, its blockers, are alike and matter only as obstacles.
///
/// The active robot may have to slide along both axes before a goal counts. Otherwise it has both
/// [`Axes`] from the start.
///
/// Only puzzles of Ricochet Robots have this shape today.
#[derive(Clone, Debug)]
pub struct ActiveRobotPuzzle {
    stops: SlideTable,
    start: Square,
    axes: Axes,
    blockers: Vec<Square>,
    heuristic: Arc<ActiveRobotHeuristic>,
}

impl ActiveRobotPuzzle {
    /// The largest number of blockers.
    pub const MAX_BLOCKERS: usize = 7;

    /// Returns a puzzle with the start and the axes of the active robot, the blockers, and
    /// the heuristic, which knows the goals.
    pub fn new(
        stops: SlideTable,
        (start, axes): (Square, Axes),
        mut blockers: Vec<Square>,
        heuristic: Arc<ActiveRobotHeuristic>,
    ) -> Self {
        blockers.sort_unstable();
        Self { stops, start, axes, blockers, heuristic }
    }

    /// Returns the slides of the board.
    #[inline]
    pub const fn stops(&self) -> &SlideTable {
        &self.stops
    }

    /// Returns the start square of the active robot.
    #[inline]
    pub const fn start(&self) -> Square {
        self.start
    }

    /// Returns the axes of the active robot at the start.
    #[inline]
    pub const fn axes(&self) -> Axes {
        self.axes
    }

    /// Returns the start squares of the blockers, in ascending order.
    #[inline]
    pub fn blockers(&self) -> &[Square] {
        &self.blockers
    }

    /// Returns the heuristic of the active robot.
    #[inline]
    pub fn heuristic(&self) -> &ActiveRobotHeuristic {
        &self.heuristic
    }
}
