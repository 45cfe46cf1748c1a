//! Moves to the target if robots stood wherever they help.
//!
//! A robot that could come to rest on any square it passes needs no more moves
//! than one that cannot, so these numbers are an admissible heuristic, and a
//! consistent one: a slide of another robot leaves them as they are, a slide
//! of this one is among those searched. They are found by a breadth-first
//! search outward from the target, over squares and the axes along which the
//! robot has moved already.

use super::Position;
use super::slides::{Axes, Turns};
use crate::board::{Bitboard, Direction, Square, Stops};

/// More moves than any slide needs: there is no way.
const NEVER: u8 = u8::MAX;

/// The squares by their moves to the target: for each set of axes, the squares
/// of 0 moves, of 1 move, and so on.
///
/// Without diagonals and with stops anywhere each slide can be taken back, so
/// the numbers of two squares of one slide differ by one at most.
// There are four sets of axes.
#[expect(clippy::indexing_slicing)]
pub(super) fn levels(target: Square, stops: &Stops, bounce: bool) -> [Vec<Bitboard>; 4] {
    let mut levels: [Vec<Bitboard>; 4] = Default::default();
    let mut seen = [Bitboard::EMPTY; 4];
    let mut newest = [Bitboard::EMPTY; 4];
    newest[3].insert(target);
    while newest.iter().any(|set| !set.is_empty()) {
        let spread = |set: Bitboard, to: [Direction; 2]| {
            let [one, other] = to.map(|direction| set.entered(stops.free(direction), direction));
            one | other
        };
        let (mut across, mut along) = ([Bitboard::EMPTY; 4], [Bitboard::EMPTY; 4]);
        for axes in 0..4 {
            levels[axes].push(newest[axes]);
            seen[axes] |= newest[axes];
            if !newest[axes].is_empty() {
                across[axes] = spread(newest[axes], [Direction::Left, Direction::Right]);
                along[axes] = spread(newest[axes], [Direction::Up, Direction::Down]);
            }
        }
        // Without `bounce` robots have both axes from the start.
        for axes in if bounce { 0..4 } else { 3..4 } {
            newest[axes] = (across[axes | 1] | along[axes | 2]) & !seen[axes];
        }
        if !bounce {
            newest[..3].fill(Bitboard::EMPTY);
        }
    }
    levels
}

/// For each square and the axes along which a robot there has moved already,
/// the moves to the target.
pub(super) struct RelaxedMoves {
    moves: Box<[[u8; 256]; 4]>,
}

// Axes are below 4 and squares below 256.
#[expect(clippy::indexing_slicing)]
impl RelaxedMoves {
    /// On a board without diagonals.
    pub(super) fn straight(position: &Position, stops: &Stops) -> Self {
        let mut moves = Box::new([[NEVER; 256]; 4]);
        let levels = levels(position.target().square, stops, position.rules().bounce);
        for (moves, levels) in moves.iter_mut().zip(levels) {
            // A square that takes more moves than a byte holds is taken to
            // need no more than that.
            for (distance, level) in (0..NEVER).chain(std::iter::repeat(NEVER - 1)).zip(levels) {
                for square in level.iter() {
                    moves[square.index()] = distance;
                }
            }
        }
        Self { moves }
    }

    /// On a board with diagonals.
    pub(super) fn turning(position: &Position, turns: &Turns) -> Self {
        let mut relaxed = Self {
            moves: Box::new([[NEVER; 256]; 4]),
        };
        let target = position.target().square;
        let befores: &[Axes] = if position.rules().bounce {
            &Axes::ALL
        } else {
            &[Axes::BOTH]
        };
        relaxed.moves[Axes::BOTH.index()][target.index()] = 0;
        let mut queue = vec![(target, Axes::BOTH)];
        let mut next = 0;
        while let Some(&(square, after)) = queue.get(next) {
            next += 1;
            let distance = relaxed.moves[after.index()][square.index()];
            turns.reverse(square, |from, axes| {
                for &before in befores {
                    let moves = &mut relaxed.moves[before.index()][from.index()];
                    if *moves == NEVER && before.and(axes) == after {
                        *moves = distance.saturating_add(1).min(NEVER - 1);
                        queue.push((from, before));
                    }
                }
            });
        }
        relaxed
    }

    /// The fewest moves, if there is a way at all.
    #[inline]
    pub(super) fn from(&self, square: Square, axes: Axes) -> Option<u32> {
        match self.moves[axes.index()][square.index()] {
            NEVER => None,
            moves => Some(u32::from(moves)),
        }
    }
}
