//! A puzzle in which one piece runs and the others help.

use crate::board::{Bitboard, Direction, Square, Stops};

/// A puzzle of sliding pieces, of which one, the runner, is to stop on a
/// square; the others, its helpers, are alike, and matter only as obstacles.
///
/// The runner may have to slide along both axes before: its *axes* are 1 when
/// it has slid along a rank, 2 when it has along a file, 3 when along both, or
/// when that does not matter.
#[derive(Clone, Debug)]
pub struct RunnerPuzzle {
    pub(super) stops: Stops,
    pub(super) runner: Square,
    pub(super) axes: usize,
    pub(super) helpers: Vec<Square>,
    pub(super) levels: [Vec<Bitboard>; 4],
}

impl RunnerPuzzle {
    /// The slides of the board.
    pub const fn stops(&self) -> &Stops {
        &self.stops
    }

    /// Where the runner starts.
    pub const fn runner(&self) -> Square {
        self.runner
    }

    /// The runner's axes at the start.
    pub const fn axes(&self) -> usize {
        self.axes
    }

    /// Where the helpers start.
    pub fn helpers(&self) -> &[Square] {
        &self.helpers
    }

    /// The squares from which a runner with these axes needs so many moves to
    /// the goal, if helpers stood wherever it helps: a consistent heuristic,
    /// of which a move of a helper changes nothing, and a move of the runner
    /// 1 at most, down or up.
    #[inline]
    pub fn level(&self, axes: usize, moves: usize) -> Bitboard {
        let levels = self.levels.get(axes);
        let level = levels.and_then(|levels| levels.get(moves));
        level.copied().unwrap_or_default()
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.levels.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The heuristic of a square.
    pub fn lower_bound(&self, square: Square, axes: usize) -> Option<usize> {
        (0..self.levels()).find(|&moves| self.level(axes, moves).contains(square))
    }

    /// The squares from which the runner can go one step in each direction,
    /// among `helpers`.
    #[inline]
    pub fn free(&self, helpers: Bitboard) -> [Bitboard; 4] {
        Direction::ALL.map(|direction| self.stops.free(direction) & !helpers.before(direction))
    }
}
