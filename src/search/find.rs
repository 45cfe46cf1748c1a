//! A puzzle given to the search that suits it.

use std::ops::ControlFlow;

use super::limits::{Budget, Limit, Stop};
use super::result::SearchResult;
use super::{astar, set_astar};
use crate::games::{Move, Position, Puzzle};

/// Searches `puzzle`, which is `position` as the search sees it, and names the
/// moves.
pub(super) fn find<P: Puzzle>(
    position: &Position,
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> Result<SearchResult<Vec<Move>>, Stop> {
    Ok(match puzzle.runners() {
        Some(puzzles) => {
            let found = match set_astar::search(&puzzles, budget)? {
                // What its tables held has been given back.
                SearchResult::Cutoff {
                    at_least,
                    limit: Limit::Memory,
                } => set_astar::search_delayed(&puzzles, at_least, budget)?,
                found => found,
            };
            found.map(|slides| position.name_slides(&slides).unwrap_or_default())
        }
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
