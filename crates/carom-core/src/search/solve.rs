//! From a position to its answer.

use super::count::{count_over_sets, count_solutions};
use super::evaluate::{Evaluation, evaluate_duel};
use super::find::{find, find_over_sets};
use super::grouped;
use super::limits::Budget;
use super::no_solution::NoSolution;
use super::outcome::{Answer, Outcome, Solution};
use super::result::{SearchResult, replayed};
use crate::board::SquareSet;
use crate::games::{ActiveRobotPuzzle, Duel, GroupedPuzzle, Move, Position, SearchHints, Visitor};

/// Returns a proved shortest solution of `position`, or its value if two sides play, as far as
/// `budget` allows.
///
/// # Panics
///
/// If the replay of a solution by the rules of the position fails: better no answer than a wrong
/// one.
pub fn solve(position: &Position, budget: &mut Budget<'_>) -> Answer {
    position.visit(Solve { position, budget })
}

/// The visitor that searches for the answer of a position.
struct Solve<'a, 'b, 'pool> {
    position: &'a Position,
    budget: &'b mut Budget<'pool>,
}

/// An optimal solution and, where it was counted, the number of optimal solutions.
type Counted = (Vec<Move>, Option<u64>);

impl Solve<'_, '_, '_> {
    /// Solves a puzzle with `search`.
    fn solve<P: SearchHints>(
        self,
        puzzle: &P,
        search: impl FnOnce(&mut Budget<'_>) -> SearchResult<Counted>,
    ) -> Answer {
        let Self { position, budget } = self;
        let answer = |outcome, budget: &Budget<'_>| Answer {
            outcome,
            positions: budget.positions(),
            scope: budget.scope(),
        };
        if position.is_solved() {
            let solution = Solution::new(position, Vec::new(), Some(1));
            return answer(Outcome::Solved(solution), budget);
        }
        let (moves, optimal_solutions) = match search(budget) {
            SearchResult::Unsolvable => {
                // The positions of the search for a simpler reason are not counted, but limited.
                let positions = budget.positions();
                let reason = NoSolution::of(position, puzzle, budget);
                let outcome = Outcome::Unsolvable(reason);
                return Answer { outcome, positions, scope: budget.scope() };
            }
            SearchResult::Cutoff { at_least, limit } => {
                return answer(Outcome::Unknown { at_least, limit }, budget);
            }
            SearchResult::Solution(counted) => counted,
        };
        let solution = Solution::new(position, replayed(position, moves), optimal_solutions);
        answer(Outcome::Solved(solution), budget)
    }
}

impl Visitor for Solve<'_, '_, '_> {
    type Output = Answer;

    fn visit_puzzle<P: SearchHints>(self, puzzle: &P) -> Self::Output {
        let position = self.position;
        self.solve(puzzle, |budget| {
            find(position, puzzle, budget).map(|moves| {
                let number = count_solutions(puzzle, moves.len(), budget);
                (moves, number)
            })
        })
    }

    fn visit_active_robots<P: SearchHints>(
        self,
        puzzle: &P,
        active_robots: &[ActiveRobotPuzzle],
    ) -> Self::Output {
        let position = self.position;
        self.solve(puzzle, |budget| {
            let before = budget.positions();
            find_over_sets(position, active_robots, budget).map(|moves| {
                let expanded = budget.positions() - before;
                let number = count_over_sets(puzzle, active_robots, moves.len(), expanded, budget);
                (moves, number)
            })
        })
    }

    fn visit_grouped<P: GroupedPuzzle>(self, puzzle: &P) -> Self::Output {
        let position = self.position;
        self.solve(puzzle, |budget| {
            let found = grouped::search(position, puzzle, budget);
            found.map(|(moves, number)| (moves, Some(number)))
        })
    }

    fn visit_duel<S: SquareSet>(self, duel: &Duel<S>) -> Self::Output {
        let Self { position, budget } = self;
        let Evaluation { verdict, line, .. } = evaluate_duel(position, duel, budget);
        Answer {
            outcome: Outcome::Evaluated { verdict, line },
            positions: budget.positions(),
            scope: budget.scope(),
        }
    }
}
