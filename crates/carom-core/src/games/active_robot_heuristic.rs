//! The heuristic of Ricochet Robots: a lower bound on the moves of the active robot to its
//! nearest goal.
//! It is the distance in a relaxed puzzle, in which a slide may end on every square that it passes,
//! as if a blocker were wherever one helps. A robot that may stop anywhere needs no more moves than
//! one that may not, so the heuristic is admissible. A breadth-first search from the goals outward
//! finds the distance of each square and set of axes.

use std::ops::BitOr;

use crate::board::{Axes, Bitboard, Direction, SlideTable, Square};

/// The heuristic value of each square, for each set of axes along which the active robot has
/// slid.
///
/// 1. It is 0 for a robot that is on a goal and has slid along both axes, and for no other.
/// 2. It depends on the active robot alone: a move of a blocker does not change it.
/// 3. A move of the active robot changes it by at most one, up or down, since each slide of
///    the relaxed puzzle can be reversed. So it is consistent, and *f* = *g* + *h* grows by
///    0, 1 or 2 with each move.
///
/// The search over sets of states rests on all three.
#[derive(Clone, Debug)]
pub struct ActiveRobotHeuristic {
    goals: Bitboard,
    moves: Box<[[u16; 256]; 4]>,
    layers: [Vec<HeuristicLayer>; 4],
}

/// The squares at one distance.
#[derive(Clone, Copy, Debug, Default)]
struct HeuristicLayer {
    squares: Bitboard,
    /// The same squares with columns and rows exchanged.
    transposed: Bitboard,
}

/// The distance of a square from which no goal can be reached.
const UNREACHABLE: u16 = u16::MAX;

// There are four sets of axes and 256 squares.
impl ActiveRobotHeuristic {
    /// Returns the heuristic of a robot that slides by `stops` to one of `goals`. If it
    /// `needs_both_axes`, it has to slide along both. Otherwise it counts as having done so
    /// from the start, and smaller sets of axes are unreachable.
    pub fn new(goals: Bitboard, stops: &SlideTable, needs_both_axes: bool) -> Self {
        let layers = relaxed_layers(goals, stops, needs_both_axes);
        let mut moves = Box::new([[UNREACHABLE; 256]; 4]);
        for (moves, layers) in moves.iter_mut().zip(&layers) {
            for (distance, layer) in (0..UNREACHABLE).zip(layers) {
                let squares = layer.squares.iter();
                squares.for_each(|square| moves[square.index()] = distance);
            }
        }
        Self { goals, moves, layers }
    }

    /// Returns the goals.
    #[inline]
    pub const fn goals(&self) -> Bitboard {
        self.goals
    }

    /// Returns a lower bound on the moves from `square` to a goal, or `None` where no goal
    /// can be reached.
    #[inline]
    pub fn moves(&self, square: Square, axes: Axes) -> Option<u32> {
        let moves = self.moves[axes.index()][square.index()];
        (moves != UNREACHABLE).then_some(u32::from(moves))
    }

    /// Returns the squares of a row at distance `moves`, the lowest bit for the first column.
    #[inline]
    pub fn on_row(&self, row: u8, axes: Axes, moves: u32) -> u16 {
        let layer = self.layers[axes.index()].get(moves as usize);
        layer.map_or(0, |layer| layer.squares.row(row))
    }

    /// Returns the squares of a column at distance `moves`, the lowest bit for the first row.
    #[inline]
    pub fn on_column(&self, column: u8, axes: Axes, moves: u32) -> u16 {
        let layer = self.layers[axes.index()].get(moves as usize);
        layer.map_or(0, |layer| layer.transposed.row(column))
    }
}

/// Most boards of 16×16 squares have no more layers.
const USUAL_LAYERS: usize = 8;

/// Returns, for each set of axes, the squares at distance 0, at distance 1, and so on up to
/// the largest distance.
fn relaxed_layers(
    goals: Bitboard,
    stops: &SlideTable,
    needs_both_axes: bool,
) -> [Vec<HeuristicLayer>; 4] {
    let possible: &[Axes] = if needs_both_axes { &Axes::ALL } else { &[Axes::BOTH] };
    let mut layers: [Vec<HeuristicLayer>; 4] = Default::default();
    let mut unreached = [Bitboard::EMPTY; 4];
    let exits = Direction::ALL.map(|direction| stops.free(direction));
    for axes in possible.iter().copied().map(Axes::index) {
        layers[axes].reserve(USUAL_LAYERS);
        // A square that a slide can enter can also be left.
        unreached[axes] = exits.into_iter().fold(Bitboard::EMPTY, Bitboard::bitor);
    }
    let mut frontier = [Bitboard::EMPTY; 4];
    frontier[Axes::BOTH.index()] = goals;
    while frontier.iter().any(|set| !set.is_empty()) {
        let slid = |set: Bitboard, direction| set.entered(stops.free(direction), direction);
        for axes in possible.iter().copied().map(Axes::index) {
            layers[axes].push(HeuristicLayer {
                squares: frontier[axes],
                transposed: frontier[axes].turned(),
            });
            unreached[axes] &= !frontier[axes];
        }
        if unreached.iter().all(Bitboard::is_empty) {
            break;
        }
        let (mut across, mut along) = ([Bitboard::EMPTY; 4], [Bitboard::EMPTY; 4]);
        for axes in possible.iter().copied().map(Axes::index) {
            if !frontier[axes].is_empty() {
                let set = frontier[axes];
                across[axes] = slid(set, Direction::Left) | slid(set, Direction::Right);
                along[axes] = slid(set, Direction::Up) | slid(set, Direction::Down);
            }
        }
        // After a slide the robot has more axes.
        for &axes in possible {
            let after_across = across[axes.union(Axes::HORIZONTAL).index()];
            let after_along = along[axes.union(Axes::VERTICAL).index()];
            frontier[axes.index()] = (after_across | after_along) & unreached[axes.index()];
        }
    }
    for layers in &mut layers {
        let last = layers.iter().rposition(|layer| !layer.squares.is_empty());
        layers.truncate(last.map_or(0, |last| last + 1));
    }
    layers
}
