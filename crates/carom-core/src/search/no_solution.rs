//! The reason why a puzzle has no solution.

use std::ops::ControlFlow;

use super::find::{find, find_over_sets};
use super::grouped;
use super::limits::Budget;
use crate::board::SquareSet;
use crate::games::{
    ActiveRobotPuzzle, Duel, GroupedPuzzle, Position, SearchHints, SearchModel, Visitor,
};

/// Why a puzzle has no solution: the simplest known reason.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSolution {
    /// Nothing can move.
    NothingMoves,
    /// It has one under rules that demand less.
    OnlyUnderLaxerRules,
    /// A required piece cannot reach its target, wherever all other pieces stand.
    OutOfReach,
    /// All positions that may lead to a solution were searched.
    Exhausted {
        /// Their number.
        positions: u64,
    },
}

impl NoSolution {
    /// Returns why `puzzle`, the search model of `position`, has no solution. May search within
    /// the rest of `budget`.
    /// At a limit, the reason is a less simple one.
    pub(super) fn of<P: SearchModel>(
        position: &Position,
        puzzle: &P,
        budget: &mut Budget<'_>,
    ) -> Self {
        let positions = budget.positions();
        let first = puzzle.successors(&puzzle.start(), |_, _| ControlFlow::Break(()));
        if first.is_continue() {
            return Self::NothingMoves;
        }
        let mut is_out_of_reach = puzzle.lower_bound(&puzzle.start()).is_none();
        if let Some((laxer, _)) = position.under_laxer_rules() {
            let (bound, is_solvable) = laxer.visit(Laxer { position: &laxer, budget });
            if is_solvable {
                return Self::OnlyUnderLaxerRules;
            }
            is_out_of_reach = bound.is_none();
        }
        if is_out_of_reach { Self::OutOfReach } else { Self::Exhausted { positions } }
    }
}

/// Says how far the same puzzle under laxer rules is from its solution at
/// least, and whether it has one as far as the budget can tell.
struct Laxer<'a, 'b, 'pool> {
    position: &'a Position,
    budget: &'b mut Budget<'pool>,
}

impl Laxer<'_, '_, '_> {
    fn with<P: SearchHints>(
        self,
        puzzle: &P,
        is_solvable: impl FnOnce(&Position, &mut Budget<'_>) -> bool,
    ) -> (Option<u32>, bool) {
        let bound = puzzle.lower_bound(&puzzle.start());
        (bound, self.position.is_solved() || is_solvable(self.position, self.budget))
    }
}

impl Visitor for Laxer<'_, '_, '_> {
    type Output = (Option<u32>, bool);

    fn visit_puzzle<P: SearchHints>(self, puzzle: &P) -> Self::Output {
        self.with(puzzle, |position, budget| find(position, puzzle, budget).is_solution())
    }

    fn visit_active_robots<P: SearchHints>(
        self,
        puzzle: &P,
        active_robots: &[ActiveRobotPuzzle],
    ) -> Self::Output {
        self.with(puzzle, |position, budget| {
            find_over_sets(position, active_robots, budget).is_solution()
        })
    }

    fn visit_grouped<P: GroupedPuzzle>(self, puzzle: &P) -> Self::Output {
        self.with(puzzle, |position, budget| {
            grouped::search(position, puzzle, budget).is_solution()
        })
    }

    fn visit_duel<S: SquareSet>(self, _: &Duel<S>) -> Self::Output {
        (None, false)
    }
}
