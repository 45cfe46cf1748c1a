//! From a position to its answer.

use std::ops::ControlFlow;

use super::count::count_solutions;
use super::evaluate::{Evaluation, evaluate_duel};
use super::limits::{Budget, Stop};
use super::outcome::{Answer, Outcome, Solution};
use super::result::SearchResult;
use super::{astar, set_astar};
use crate::games::{Armies, Move, Position, Puzzle, Visitor};

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
    let solve = Solve {
        position,
        budget: &mut *budget,
    };
    let outcome = position.visit(solve).map_err(|_| Yielded)?;
    Ok(Answer {
        outcome,
        positions: budget.positions(),
    })
}

/// Searches a position for its outcome, as what it is.
struct Solve<'a, 'b, 'pool> {
    position: &'a Position,
    budget: &'b mut Budget<'pool>,
}

impl Visitor for Solve<'_, '_, '_> {
    /// The error is [`Stop::Yield`] alone.
    type Output = Result<Outcome, Stop>;

    fn visit_puzzle<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let Self { position, budget } = self;
        if position.is_solved() {
            return Ok(Outcome::Solved(Solution {
                moves: Vec::new(),
                optimal_solutions: Some(1),
            }));
        }
        let moves = match find(position, puzzle, budget)? {
            SearchResult::Failure => return Ok(Outcome::Unsolvable),
            SearchResult::Cutoff { at_least, limit } => {
                return Ok(Outcome::Unknown { at_least, limit });
            }
            SearchResult::Solution(moves) => moves,
        };
        #[expect(clippy::panic, reason = "better no answer than a wrong one")]
        if !solves(position, &moves) {
            panic!("a solution did not survive its replay by the rules");
        }
        let optimal_solutions = count_solutions(puzzle, moves.len(), budget)?;
        Ok(Outcome::Solved(Solution {
            moves,
            optimal_solutions,
        }))
    }

    fn visit_duel<D: Armies>(self, duel: &D) -> Self::Output {
        let Evaluation { verdict, line, .. } = evaluate_duel(self.position, duel, self.budget)?;
        Ok(Outcome::Evaluated { verdict, line })
    }
}

/// Searches `puzzle`, which is `position` as the search sees it, and names the
/// moves.
fn find<P: Puzzle>(
    position: &Position,
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<Move>>, Stop> {
    Ok(match puzzle.runners() {
        Some(puzzles) => set_astar::search(&puzzles, budget)?
            .map(|slides| position.name_slides(&slides).unwrap_or_default()),
        None => astar::search(puzzle, budget)?.map(|states| name_path(puzzle, position, &states)),
    })
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
