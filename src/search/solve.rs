//! From a position to its answer.

use std::ops::ControlFlow;

use super::astar::{self, Found};
use super::count::count_solutions;
use super::{Answer, Budget, Outcome, Solution, Stop};
use crate::games::{Move, Position, Puzzle, PuzzleVisitor};

/// The search has given way to that of an earlier puzzle; run it again, with a
/// new budget, after [`MemoryPool::wait_for_turn`](super::MemoryPool::wait_for_turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yielded;

/// The fewest moves that solve `position`, with proof, as far as `budget`
/// allows.
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
    let outcome = if position.is_solved() {
        Outcome::Solved(Solution {
            moves: Vec::new(),
            optimal_solutions: Some(1),
        })
    } else {
        position.visit_puzzle(Solve { position, budget })?
    };
    Ok(Answer {
        outcome,
        positions: budget.positions(),
    })
}

struct Solve<'a, 'b, 'pool> {
    position: &'a Position,
    budget: &'b mut Budget<'pool>,
}

impl PuzzleVisitor for Solve<'_, '_, '_> {
    type Output = Result<Outcome, Yielded>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let Self { position, budget } = self;
        let found = match astar::search(puzzle, budget) {
            Ok(found) => found,
            Err(Stop::Yield) => return Err(Yielded),
            Err(Stop::Limit(limit)) => Found::AtLeast(0, limit),
        };
        Ok(match found {
            Found::Nothing => Outcome::Unsolvable,
            Found::AtLeast(at_least, limit) => Outcome::Unknown { at_least, limit },
            Found::Path(states) => {
                let Some(moves) = replay(puzzle, position, &states) else {
                    #[expect(clippy::panic)]
                    {
                        panic!("a solution did not survive its replay by the rules");
                    }
                };
                let Ok(optimal_solutions) = count_solutions(puzzle, moves.len(), budget) else {
                    return Err(Yielded);
                };
                Outcome::Solved(Solution {
                    moves,
                    optimal_solutions,
                })
            }
        })
    }
}

/// The named moves that lead from state to state, each checked by the rules of
/// the position; `None` where they forbid one, or the puzzle is not solved by
/// them, or is solved before the last.
fn replay<P: Puzzle>(puzzle: &P, position: &Position, states: &[P::State]) -> Option<Vec<Move>> {
    let mut played = Vec::new();
    for (state, next) in states.iter().zip(states.iter().skip(1)) {
        let found = puzzle.successors(state, |played, successor| {
            if successor == *next {
                ControlFlow::Break(played)
            } else {
                ControlFlow::Continue(())
            }
        });
        played.push(found.break_value()?);
    }
    let moves = puzzle.name_moves(position, &played)?;
    let mut position = position.clone();
    for &played in &moves {
        if position.is_solved() {
            return None;
        }
        position = position.play(played).ok()?;
    }
    (moves.len() == played.len() && position.is_solved()).then_some(moves)
}
