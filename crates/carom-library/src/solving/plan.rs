//! Plans: what happens in optimal solutions, whatever the order of their moves.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::quality::steps;
use crate::board::{Square, Symmetry};
use crate::games::{Move, Position};

/// The most last moves of one piece in a puzzle that is not dull.
const MOST_LAST_MOVES: usize = 3;

/// A piece comes to a stop: its index, the square, and the index of the piece that stops it, if no
/// wall does.
type Stop = (usize, Square, Option<usize>);

/// The stops of a solution, without their order.
type Plan = BTreeSet<Stop>;

/// The plans of the optimal solutions of a puzzle.
#[derive(Clone, Debug)]
pub struct Plans<'a> {
    position: &'a Position,
    plans: BTreeSet<Plan>,
}

impl<'a> Plans<'a> {
    /// Returns the plans of these solutions, or `None` if their moves are no slides.
    pub fn of(position: &'a Position, solutions: &[Vec<Move>]) -> Option<Self> {
        let plans = solutions.iter().map(|moves| {
            let steps = steps(position, moves)?.into_iter();
            Some(steps.map(|step| (step.piece, step.to(), step.stopper)).collect())
        });
        Some(Self { position, plans: plans.collect::<Option<_>>()? })
    }

    /// Returns the number of plans.
    pub fn count(&self) -> usize {
        self.plans.len()
    }

    /// Whether there is one plan, or two that are mirror images.
    pub fn is_one(&self) -> bool {
        match self.plans.iter().collect_vec().as_slice() {
            [_] => true,
            [one, other] => symmetries(self.position).any(|(symmetry, indices)| {
                let image = one.iter().map(|&(piece, square, stopper)| {
                    let square = symmetry.square(self.position.board(), square);
                    (indices[piece], square, stopper.map(|stopper| indices[stopper]))
                });
                image.collect::<Plan>() == **other
            }),
            _ => false,
        }
    }

    /// Whether a solver chooses between plans that are the same in all that matters: a piece steps
    /// aside, no matter where, or two pieces can exchange their tasks.
    pub fn are_arbitrary(&self) -> bool {
        !self.is_one() && (self.has_arbitrary_step() || self.has_exchangeable_pieces())
    }

    /// Whether plans differ only in the stops of a piece that stops no other.
    fn has_arbitrary_step(&self) -> bool {
        let rests = self.plans.iter().flat_map(|plan| {
            let movers = plan.iter().map(|&(piece, ..)| piece).dedup();
            let idle = movers.filter(|&mover| plan.iter().all(|&(.., by)| by != Some(mover)));
            let rest = move |mover| plan.iter().filter(move |&&(piece, ..)| piece != mover);
            // The last piece on the target stops no other either, so its plan may not be empty.
            idle.map(move |mover| (mover, rest(mover).collect_vec()))
                .filter(|(_, rest)| !rest.is_empty())
        });
        rests.duplicates().any(|(mover, _)| !self.is_active(mover))
    }

    /// Whether two plans differ only in which of two pieces stops others.
    fn has_exchangeable_pieces(&self) -> bool {
        let supports: BTreeSet<Plan> = self
            .plans
            .iter()
            .map(|plan| plan.iter().copied().filter(|(.., by)| by.is_some()).collect())
            .collect();
        supports.iter().any(|plan| {
            let pieces = (0..self.position.pieces().len()).filter(|&piece| !self.is_active(piece));
            pieces.array_combinations().any(|[a, b]| {
                let other = |piece| match piece {
                    _ if piece == a => b,
                    _ if piece == b => a,
                    _ => piece,
                };
                let exchanged =
                    plan.iter().map(|&(piece, square, by)| (other(piece), square, by.map(other)));
                let exchanged: Plan = exchanged.collect();
                exchanged != *plan && supports.contains(&exchanged)
            })
        })
    }

    /// Whether a piece has to reach the target itself.
    fn is_active(&self, piece: usize) -> bool {
        self.position.sliding().is_ok_and(|sliding| sliding.any_active || sliding.active == piece)
    }
}

/// Returns the symmetries of the board, the pieces and the target, and the index of the image of
/// each piece.
fn symmetries(position: &Position) -> impl Iterator<Item = (Symmetry, Vec<usize>)> {
    let (board, pieces) = (position.board(), position.pieces());
    let sliding = position.sliding().ok();
    let has_diagonals = sliding.as_ref().is_none_or(|sliding| {
        !sliding.active_diagonals.is_empty() || !sliding.blocker_diagonals.is_empty()
    });
    let symmetries = Symmetry::ALL.into_iter().filter(move |&symmetry| {
        symmetry != Symmetry::IDENTITY && !has_diagonals && symmetry.board(board) == *board
    });
    symmetries.filter_map(move |symmetry| {
        let sliding = sliding.as_ref()?;
        let image = |square| symmetry.square(board, square);
        let indices: Option<Vec<usize>> = pieces
            .iter()
            .map(|piece| pieces.iter().position(|other| other.square == image(piece.square)))
            .collect();
        let keeps_active =
            sliding.any_active || indices.as_ref()?[sliding.active] == sliding.active;
        let keeps_targets =
            sliding.targets.iter().all(|target| sliding.targets.contains(image(target)));
        indices.filter(|_| keeps_active && keeps_targets).map(|indices| (symmetry, indices))
    })
}

/// Whether a solution is dull: its last moves are a walk of one piece, or another piece makes most
/// moves. `None` if moves are no slides.
pub fn is_dull(position: &Position, moves: &[Move]) -> Option<bool> {
    let movers: Vec<usize> = steps(position, moves)?.iter().map(|step| step.piece).collect();
    let active = *movers.last()?;
    let walk = movers.iter().rev().take_while(|&&piece| piece == active).count();
    let most = movers.iter().filter(|&&piece| piece != active).counts().into_values().max();
    Some(walk > MOST_LAST_MOVES || most.is_some_and(|most| 2 * most > moves.len()))
}
