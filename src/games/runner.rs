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
    stops: Stops,
    runner: Square,
    axes: usize,
    helpers: Vec<Square>,
    levels: [Vec<Bitboard>; 4],
    moves: Box<[[u16; 256]; 4]>,
}

/// The heuristic of a square from which there is no way.
const NEVER: u16 = u16::MAX;

impl RunnerPuzzle {
    /// A puzzle with the runner and its axes at the start, the helpers, and
    /// for each axes the squares by the moves they are from the goal at least.
    pub(super) fn new(
        stops: Stops,
        (runner, axes): (Square, usize),
        mut helpers: Vec<Square>,
        levels: [Vec<Bitboard>; 4],
    ) -> Self {
        helpers.sort_unstable();
        let mut moves = Box::new([[NEVER; 256]; 4]);
        for (moves, levels) in moves.iter_mut().zip(&levels) {
            for (number, level) in (0..NEVER).zip(levels) {
                for square in level.iter() {
                    if let Some(moves) = moves.get_mut(square.index()) {
                        *moves = number;
                    }
                }
            }
        }
        Self {
            stops,
            runner,
            axes,
            helpers,
            levels,
            moves,
        }
    }

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
    #[inline]
    pub fn lower_bound(&self, square: Square, axes: usize) -> Option<usize> {
        let moves = self.moves.get(axes)?.get(square.index())?;
        (*moves != NEVER).then_some(usize::from(*moves))
    }

    /// The squares from which the runner can go one step in each direction,
    /// among `helpers`.
    #[inline]
    pub fn free(&self, helpers: Bitboard) -> [Bitboard; 4] {
        Direction::ALL.map(|direction| self.stops.free(direction) & !helpers.before(direction))
    }
}
