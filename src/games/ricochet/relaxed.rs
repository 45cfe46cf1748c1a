//! Moves to the target if robots stood wherever they help.

use super::Position;
use super::slides::{Axes, Slides};
use crate::board::Square;

/// More moves than any slide needs: there is no way.
const NEVER: u8 = u8::MAX;

/// For each square, and the axes along which a robot there has moved already,
/// the fewest slides that bring it to the target if it could come to rest on
/// any square it passes.
///
/// It is found by a breadth-first search outward from the target. Stopping
/// where one likes is a relaxation of the rules, so the table is an admissible
/// heuristic, and a consistent one: a slide of another robot leaves it as it
/// is, a slide of this one is among those searched.
pub(super) struct RelaxedMoves {
    moves: Box<[[u8; 256]; 4]>,
}

// Axes are below 4 and squares below 256.
#[expect(clippy::indexing_slicing)]
impl RelaxedMoves {
    pub(super) fn new(position: &Position, slides: &Slides) -> Self {
        let mut relaxed = Self {
            moves: Box::new([[NEVER; 256]; 4]),
        };
        let target = position.target().square;
        // Without `bounce` every robot starts with both axes, and the others
        // need not be searched.
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
            slides.reverse(square, |from, axes| {
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
