//! Moves to a target if robots stood wherever they help.
//!
//! A robot that could come to rest on any square it passes needs no more moves
//! than one that cannot, so these numbers are an admissible heuristic, and a
//! consistent one: a slide of another robot leaves them as they are, a slide
//! of this one is among those searched. They are found by a breadth-first
//! search outward from the targets, over squares and the axes along which the
//! robot has moved already.

use std::sync::Arc;

use super::Position;
use super::slides::DeflectedSlides;
use crate::board::{Axes, Bitboard, SlideTable, Square};
use crate::games::ActiveRobotHeuristic;

/// More moves than any slide needs: there is no way.
const UNREACHABLE: u8 = u8::MAX;

/// For each square and the axes along which a robot there has moved already,
/// the moves to the nearest of some squares.
pub(super) enum RelaxedMoves {
    /// On a board without diagonals.
    Straight(Arc<ActiveRobotHeuristic>),
    /// On a board with some; no number is larger than a byte holds.
    Turning(Box<[[u8; 256]; 4]>),
}

// Axes are below 4 and squares below 256.
#[expect(clippy::indexing_slicing)]
impl RelaxedMoves {
    /// On a board without diagonals.
    pub(super) fn straight(position: &Position, stops: &SlideTable, goals: Bitboard) -> Self {
        let bound = ActiveRobotHeuristic::new(goals, stops, position.rules().bounce);
        Self::Straight(Arc::new(bound))
    }

    /// On a board with diagonals.
    pub(super) fn turning(position: &Position, turns: &DeflectedSlides, goals: Bitboard) -> Self {
        let mut relaxed = Box::new([[UNREACHABLE; 256]; 4]);
        let befores: &[Axes] = if position.rules().bounce {
            &Axes::ALL
        } else {
            &[Axes::BOTH]
        };
        let mut queue: Vec<_> = goals.iter().map(|goal| (goal, Axes::BOTH)).collect();
        for (goal, axes) in &queue {
            relaxed[axes.index()][goal.index()] = 0;
        }
        let mut next = 0;
        while let Some(&(square, after)) = queue.get(next) {
            next += 1;
            let distance = relaxed[after.index()][square.index()];
            turns.reverse(square, |from, axes| {
                for &before in befores {
                    let moves = &mut relaxed[before.index()][from.index()];
                    if *moves == UNREACHABLE && before.union(axes) == after {
                        *moves = distance.saturating_add(1).min(UNREACHABLE - 1);
                        queue.push((from, before));
                    }
                }
            });
        }
        Self::Turning(relaxed)
    }

    /// The same where there are no diagonals.
    pub(super) const fn as_straight(&self) -> Option<&Arc<ActiveRobotHeuristic>> {
        match self {
            Self::Straight(bound) => Some(bound),
            Self::Turning(_) => None,
        }
    }

    /// The fewest moves, if there is a way at all.
    #[inline]
    pub(super) fn from(&self, square: Square, axes: Axes) -> Option<u32> {
        match self {
            Self::Straight(bound) => bound.moves(square, axes),
            Self::Turning(moves) => match moves[axes.index()][square.index()] {
                UNREACHABLE => None,
                moves => Some(u32::from(moves)),
            },
        }
    }
}
