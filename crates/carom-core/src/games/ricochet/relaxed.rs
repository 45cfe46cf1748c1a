//! Distances to a target if other robots are wherever they help.
//!
//! A robot that can stop on any square it passes needs no more moves than one that cannot, so
//! these distances are an admissible heuristic. It is consistent: a slide of another robot does
//! not change them, and a slide of this robot is among those searched. A breadth-first search
//! from the targets finds them, over squares and the axes of earlier slides.

use std::sync::Arc;

use super::Position;
use super::slides::DeflectedSlides;
use crate::board::{Axes, Bitboard, SlideTable, Square};
use crate::games::ActiveRobotHeuristic;

/// The distance where no target can be reached.
const UNREACHABLE: u8 = u8::MAX;

/// For each square and the axes of earlier slides, the distance to the nearest goal.
pub(super) enum RelaxedMoves {
    /// On a board without diagonals.
    Straight(Arc<ActiveRobotHeuristic>),
    /// On a board with diagonals. Distances that exceed a byte are cut, which keeps them lower
    /// bounds.
    Turning(Box<[[u8; 256]; 4]>),
}

// Axes are below 4 and squares below 256.
impl RelaxedMoves {
    /// On a board without diagonals.
    pub(super) fn straight(position: &Position, stops: &SlideTable, goals: Bitboard) -> Self {
        let bound = ActiveRobotHeuristic::new(goals, stops, position.rules().bounce);
        Self::Straight(Arc::new(bound))
    }

    /// On a board with diagonals.
    pub(super) fn turning(position: &Position, turns: &DeflectedSlides, goals: Bitboard) -> Self {
        let mut relaxed = Box::new([[UNREACHABLE; 256]; 4]);
        let befores: &[Axes] = if position.rules().bounce { &Axes::ALL } else { &[Axes::BOTH] };
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

    pub(super) const fn as_straight(&self) -> Option<&Arc<ActiveRobotHeuristic>> {
        match self {
            Self::Straight(bound) => Some(bound),
            Self::Turning(_) => None,
        }
    }

    /// Returns the distance, if a target can be reached.
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
