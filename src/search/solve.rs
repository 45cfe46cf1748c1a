//! From a position to its answer.

use super::count::count_solutions;
use super::evaluate::{Evaluation, evaluate_duel};
use super::find::{Found, find, find_selectively};
use super::limits::{Budget, Stop};
use super::no_solution::NoSolution;
use super::outcome::{Answer, Outcome, Solution};
use super::result::SearchResult;
use crate::games::{
    ActiveRobotPuzzle, Armies, Move, Position, SearchHints, SelectiveSuccessors, Visitor,
};

/// The search has given way to that of an earlier puzzle; run it again, with a
/// new budget, after [`MemoryPool::wait_for_turn`](super::MemoryPool::wait_for_turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yielded;

/// Returns the fewest moves that solve `position`, or its value if two sides
/// play, with proof, as far as `budget` allows.
///
/// # Errors
///
/// [`Yielded`] where nothing can be said yet.
///
/// # Panics
///
/// Where a solution that was found does not survive its replay by the rules of
/// the position: better no answer than a wrong one.
pub fn solve(position: &Position, budget: &mut Budget<'_>) -> Result<Answer, Yielded> {
    let solve = Solve { position, budget };
    position.visit(solve).map_err(|_| Yielded)
}

/// Searches a position for its answer, as what it is.
struct Solve<'a, 'b, 'pool> {
    position: &'a Position,
    budget: &'b mut Budget<'pool>,
}

impl Solve<'_, '_, '_> {
    /// Solves a puzzle with the search `find`. The error is [`Stop::Yield`] alone.
    fn solve<P: SearchHints>(
        self,
        puzzle: &P,
        runners: Option<&[ActiveRobotPuzzle]>,
        find: impl FnOnce(&mut Budget<'_>) -> Result<Found, Stop>,
    ) -> Result<Answer, Stop> {
        let Self { position, budget } = self;
        let answer = |outcome, budget: &Budget<'_>| Answer {
            outcome,
            positions: budget.positions(),
            scope: budget.scope(),
        };
        if position.is_solved() {
            let solution = Solution {
                moves: Vec::new(),
                optimal_solutions: Some(1),
            };
            return Ok(answer(Outcome::Solved(solution), budget));
        }
        let Found {
            result,
            expanded_within_optimum,
        } = find(budget)?;
        let moves = match result {
            SearchResult::Failure => {
                // What is searched for a plainer reason does not count.
                let positions = budget.positions();
                let reason = NoSolution::of(position, puzzle, budget)?;
                let outcome = Outcome::Unsolvable(reason);
                return Ok(Answer {
                    outcome,
                    positions,
                    scope: budget.scope(),
                });
            }
            SearchResult::Cutoff { at_least, limit } => {
                return Ok(answer(Outcome::Unknown { at_least, limit }, budget));
            }
            SearchResult::Solution(moves) => moves,
        };
        #[expect(clippy::panic, reason = "better no answer than a wrong one")]
        if !solves(position, &moves) {
            panic!("a solution did not survive its replay by the rules");
        }
        let optimal_solutions = count_solutions(
            puzzle,
            runners,
            moves.len(),
            expanded_within_optimum,
            budget,
        )?;
        let solution = Solution {
            moves,
            optimal_solutions,
        };
        Ok(answer(Outcome::Solved(solution), budget))
    }
}

impl Visitor for Solve<'_, '_, '_> {
    /// The error is [`Stop::Yield`] alone.
    type Output = Result<Answer, Stop>;

    fn visit_puzzle<P: SearchHints>(self, puzzle: &P) -> Self::Output {
        let (position, runners) = (self.position, puzzle.active_robot_puzzles());
        let runners = runners.as_deref();
        self.solve(puzzle, runners, |budget| {
            find(position, puzzle, runners, budget)
        })
    }

    fn visit_selective<P: SelectiveSuccessors>(self, puzzle: &P) -> Self::Output {
        let position = self.position;
        self.solve(puzzle, None, |budget| {
            find_selectively(position, puzzle, budget)
        })
    }

    fn visit_duel<D: Armies>(self, duel: &D) -> Self::Output {
        let Self { position, budget } = self;
        let Evaluation { verdict, line, .. } = evaluate_duel(position, duel, budget)?;
        Ok(Answer {
            outcome: Outcome::Evaluated { verdict, line },
            positions: budget.positions(),
            scope: budget.scope(),
        })
    }
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
