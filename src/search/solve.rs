//! From a position to its answer.

use std::ops::ControlFlow;

use super::count::count_solutions;
use super::evaluate::{Evaluation, evaluate};
use super::limits::{Budget, Stop};
use super::outcome::{Answer, Outcome, Solution};
use super::result::SearchResult;
use super::{astar, set_astar};
use crate::games::{Move, Position, Puzzle, PuzzleVisitor};

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
    let evaluation = evaluate(position, budget).map_err(|_| Yielded)?;
    let outcome = if let Some(Evaluation { verdict, line, .. }) = evaluation {
        Outcome::Evaluated { verdict, line }
    } else if position.is_solved() {
        Outcome::Solved(Solution {
            moves: Vec::new(),
            optimal_solutions: Some(1),
        })
    } else {
        outcome(position, budget).map_err(|_| Yielded)?
    };
    Ok(Answer {
        outcome,
        positions: budget.positions(),
    })
}

/// Returns the outcome of a position that is not solved.
///
/// # Errors
///
/// [`Stop::Yield`] alone.
fn outcome(position: &Position, budget: &mut Budget<'_>) -> Result<Outcome, Stop> {
    let found = match position.runner_puzzles() {
        Some(puzzles) => set_astar::search(&puzzles, budget)?
            .map(|slides| position.name_slides(&slides).unwrap_or_default()),
        None => {
            let budget = &mut *budget;
            match position.visit_puzzle(Search { position, budget }) {
                Some(found) => found?,
                None => unreachable!("a game is for one or for two sides"),
            }
        }
    };
    Ok(match found {
        SearchResult::Failure => Outcome::Unsolvable,
        SearchResult::Cutoff { at_least, limit } => Outcome::Unknown { at_least, limit },
        SearchResult::Solution(moves) => {
            #[expect(clippy::panic, reason = "better no answer than a wrong one")]
            if !solves(position, &moves) {
                panic!("a solution did not survive its replay by the rules");
            }
            let optimal_solutions = position.visit_puzzle(Count {
                moves: moves.len(),
                budget,
            });
            let optimal_solutions = optimal_solutions.transpose()?.flatten();
            Outcome::Solved(Solution {
                moves,
                optimal_solutions,
            })
        }
    })
}

/// Searches a puzzle for its path, and names the moves.
struct Search<'a, 'b, 'pool> {
    position: &'a Position,
    budget: &'b mut Budget<'pool>,
}

impl PuzzleVisitor for Search<'_, '_, '_> {
    type Output = Result<SearchResult<Vec<Move>>, Stop>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let found = astar::search(puzzle, self.budget)?;
        Ok(found.map(|states| name_path(puzzle, self.position, &states)))
    }
}

/// Counts the solutions of a puzzle.
struct Count<'b, 'pool> {
    moves: usize,
    budget: &'b mut Budget<'pool>,
}

impl PuzzleVisitor for Count<'_, '_> {
    type Output = Result<Option<u64>, Stop>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        count_solutions(puzzle, self.moves, self.budget)
    }
}

/// Returns the moves that lead from state to state; none where they cannot be
/// named.
fn name_path<P: Puzzle>(puzzle: &P, position: &Position, states: &[P::State]) -> Vec<Move> {
    let steps = states.iter().zip(states.iter().skip(1));
    let played = steps.map(|(state, next)| {
        let found = puzzle.successors(state, |played, successor| {
            if successor == *next {
                ControlFlow::Break(played)
            } else {
                ControlFlow::Continue(())
            }
        });
        found.break_value()
    });
    let played: Option<Vec<P::Move>> = played.collect();
    played
        .and_then(|played| puzzle.name_moves(position, &played))
        .unwrap_or_default()
}

/// Returns whether the rules allow these moves, and the puzzle is solved after
/// the last of them and not before.
fn solves(position: &Position, moves: &[Move]) -> bool {
    let mut position = position.clone();
    for &played in moves {
        if position.is_solved() {
            return false;
        }
        match position.play(played) {
            Ok(next) => position = next,
            Err(_) => return false,
        }
    }
    position.is_solved()
}
