//! The lower bound of a runner puzzle: how many moves a runner is from the nearest
//! of its goals at least.
//!
//! The bound is that of a relaxed puzzle, in which a slide may end on every
//! square it passes, as if a helper stood wherever one is of use. A runner that
//! may stop anywhere needs no more moves than one that may not, so the bound is
//! admissible. Each square has its number by a breadth-first search from the
//! goals outward, over the squares and the axes along which the runner has slid.

use std::ops::BitOr;

use crate::board::{Axes, Bitboard, Direction, SlideTable, Square};

/// The lower bound of each square, for each set of axes along which the runner
/// has slid.
///
/// 1. It is 0 for a runner that stands on a goal and has slid along both axes,
///    and for no other.
/// 2. It depends on the runner alone: a move of a helper changes nothing.
/// 3. A move of the runner changes it by one at most, up or down, since each
///    slide of the relaxed puzzle can be taken back. So it is consistent, and
///    the bound *f* = *g* + *h* of a state grows by 0, 1 or 2 with each move.
///
/// The search over sets of states rests on all three.
#[derive(Clone, Debug)]
pub struct LowerBound {
    goals: Bitboard,
    moves: Box<[[u16; 256]; 4]>,
    levels: [Vec<Level>; 4],
}

/// The squares of the same number of moves.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    squares: Bitboard,
    /// The same with files and ranks exchanged.
    turned: Bitboard,
}

/// The bound of a square from which there is no way.
const NEVER: u16 = u16::MAX;

// There are four sets of axes and 256 squares.
#[expect(clippy::indexing_slicing)]
impl LowerBound {
    /// Returns the bound of a runner that slides by `stops` to one of `goals`. If it
    /// `needs_both_axes`, it has to slide along both; otherwise it counts as
    /// having done so from the start, and for fewer axes there is no way.
    pub(crate) fn new(goals: Bitboard, stops: &SlideTable, needs_both_axes: bool) -> Self {
        let levels = relaxed_levels(goals, stops, needs_both_axes);
        let mut moves = Box::new([[NEVER; 256]; 4]);
        for (moves, levels) in moves.iter_mut().zip(&levels) {
            for (number, level) in (0..NEVER).zip(levels) {
                let squares = level.squares.iter();
                squares.for_each(|square| moves[square.index()] = number);
            }
        }
        Self {
            goals,
            moves,
            levels,
        }
    }

    /// Returns the goals.
    #[inline]
    pub const fn goals(&self) -> Bitboard {
        self.goals
    }

    /// Returns the bound of a runner on `square`, or `None` where there is no
    /// way to a goal.
    #[inline]
    pub fn moves(&self, square: Square, axes: Axes) -> Option<u32> {
        let moves = self.moves[axes.index()][square.index()];
        (moves != NEVER).then_some(u32::from(moves))
    }

    /// Returns the squares of a rank of which the bound is `moves`, the lowest
    /// bit its first file.
    #[inline]
    pub fn on_rank(&self, rank: u8, axes: Axes, moves: u32) -> u16 {
        let level = self.levels[axes.index()].get(moves as usize);
        level.map_or(0, |level| level.squares.row(rank))
    }

    /// Returns the squares of a file of which the bound is `moves`, the lowest
    /// bit its first rank.
    #[inline]
    pub fn on_file(&self, file: u8, axes: Axes, moves: u32) -> u16 {
        let level = self.levels[axes.index()].get(moves as usize);
        level.map_or(0, |level| level.turned.row(file))
    }
}

/// Boards of 16×16 mostly have no more levels.
const USUAL_LEVELS: usize = 8;

/// Returns, for each set of axes, the squares of 0 moves, of 1 move, and so on as
/// far as there are any.
#[expect(clippy::indexing_slicing, reason = "there are four sets of axes")]
fn relaxed_levels(goals: Bitboard, stops: &SlideTable, needs_both_axes: bool) -> [Vec<Level>; 4] {
    let occurring: &[Axes] = if needs_both_axes {
        &Axes::ALL
    } else {
        &[Axes::BOTH]
    };
    let mut levels: [Vec<Level>; 4] = Default::default();
    let mut unseen = [Bitboard::EMPTY; 4];
    let exits = Direction::ALL.map(|direction| stops.free(direction));
    for axes in occurring.iter().copied().map(Axes::index) {
        levels[axes].reserve(USUAL_LEVELS);
        // What can be slid to can be left again.
        unseen[axes] = exits.into_iter().fold(Bitboard::EMPTY, Bitboard::bitor);
    }
    let mut newest = [Bitboard::EMPTY; 4];
    newest[Axes::BOTH.index()] = goals;
    while newest.iter().any(|set| !set.is_empty()) {
        let slid = |set: Bitboard, direction| set.entered(stops.free(direction), direction);
        for axes in occurring.iter().copied().map(Axes::index) {
            levels[axes].push(Level {
                squares: newest[axes],
                turned: newest[axes].turned(),
            });
            unseen[axes] &= !newest[axes];
        }
        if unseen.iter().all(Bitboard::is_empty) {
            break;
        }
        let (mut across, mut along) = ([Bitboard::EMPTY; 4], [Bitboard::EMPTY; 4]);
        for axes in occurring.iter().copied().map(Axes::index) {
            if !newest[axes].is_empty() {
                let set = newest[axes];
                across[axes] = slid(set, Direction::Left) | slid(set, Direction::Right);
                along[axes] = slid(set, Direction::Up) | slid(set, Direction::Down);
            }
        }
        // A runner with these axes has more of them after a slide.
        for &axes in occurring {
            let after_across = across[axes.union(Axes::HORIZONTAL).index()];
            let after_along = along[axes.union(Axes::VERTICAL).index()];
            newest[axes.index()] = (after_across | after_along) & unseen[axes.index()];
        }
    }
    for levels in &mut levels {
        let last = levels.iter().rposition(|level| !level.squares.is_empty());
        levels.truncate(last.map_or(0, |last| last + 1));
    }
    levels
}
