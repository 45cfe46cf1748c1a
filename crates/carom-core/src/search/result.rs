//! The results of searches for solutions.

use super::limits::Limit;
use crate::board::Bitboard;
use crate::games::{Move, Position};

/// The result of a search for a shortest solution: what Russell and Norvig (*Artificial
/// Intelligence*, on depth-limited search) call a solution, a failure or a cutoff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchResult<S> {
    /// A shortest solution.
    Solution(S),
    /// There is no solution.
    Unsolvable,
    /// A limit was reached. No solution has fewer than `at_least` moves.
    Cutoff { at_least: u32, limit: Limit },
}

impl<S> SearchResult<S> {
    /// Returns the result of a search that `found` a solution, no solution, or a limit.
    /// No solution has fewer than `at_least` moves.
    pub(super) fn of(found: Result<Option<S>, Limit>, at_least: u32) -> Self {
        match found {
            Ok(Some(solution)) => Self::Solution(solution),
            Ok(None) => Self::Unsolvable,
            Err(limit) => Self::Cutoff { at_least, limit },
        }
    }

    pub(super) const fn is_solution(&self) -> bool {
        matches!(self, Self::Solution(_))
    }

    /// Applies `f` to the solution.
    pub(super) fn map<T>(self, f: impl FnOnce(S) -> T) -> SearchResult<T> {
        match self {
            Self::Solution(solution) => SearchResult::Solution(f(solution)),
            Self::Unsolvable => SearchResult::Unsolvable,
            Self::Cutoff { at_least, limit } => SearchResult::Cutoff { at_least, limit },
        }
    }
}

/// The optimal solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optima {
    /// The first of them, in the order of the legal moves.
    pub solutions: Vec<Vec<Move>>,
    /// How many there are. Those of X-mas Rush are as many as differ in a push: the walks
    /// between the same pushes count once. `u64::MAX` if they are at least as many.
    pub number: u64,
    /// The squares that moves of them leave, of all and not of the first alone,
    /// in a game in which pieces slide. A piece moves in one of them exactly if
    /// the square where it starts is among these: it stands there until a move
    /// leaves the square, and that move is its own.
    pub origins: Bitboard,
}

/// Returns whether the rules allow these moves, and the puzzle is solved after
/// the last of them and not before.
pub fn solves(position: &Position, moves: &[Move]) -> bool {
    let mut after = position.clone();
    for &played in moves {
        if after.is_solved() || after.advance(played).is_err() {
            return false;
        }
    }
    after.is_solved()
}

/// Returns `moves`, a solution of `position` that a search has found.
///
/// # Panics
///
/// If it does not survive the replay by the rules: better no answer than a wrong one.
pub(super) fn replayed(position: &Position, moves: Vec<Move>) -> Vec<Move> {
    assert!(solves(position, &moves), "a solution did not survive its replay by the rules");
    moves
}
