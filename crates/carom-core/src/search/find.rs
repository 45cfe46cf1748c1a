//! The search for a shortest solution of a puzzle for one player, over single states or over sets.

use std::ops::ControlFlow;

use super::limits::Budget;
use super::result::SearchResult;
use super::{astar, set_astar};
use crate::games::{ActiveRobotPuzzle, Move, Position, Puzzle, SearchHints, Slide, SlideFrom};

/// The result of a search.
pub(super) struct SearchOutcome {
    pub(super) result: SearchResult<Vec<Move>>,
    /// The number of different states with f at most the optimum that the search is known to
    /// have expanded.
    pub(super) expanded_within_optimum: u64,
}

/// Searches `puzzle`, the search model of `position`, and names the moves. If the puzzle has
/// `active_robots`, searches over sets of states, and otherwise over single states.
pub(super) fn find<P: SearchHints>(
    position: &Position,
    puzzle: &P,
    active_robots: Option<&[ActiveRobotPuzzle]>,
    budget: &mut Budget<'_>,
) -> SearchOutcome {
    let Some(puzzles) = active_robots else {
        let found = astar::search(puzzle, budget);
        return SearchOutcome {
            result: found.map(|states| name_path(puzzle, position, &states)),
            expanded_within_optimum: 0,
        };
    };
    let before = budget.positions();
    let found = set_astar::search(puzzles, budget);
    let expanded_within_optimum = match puzzles {
        [_] => budget.positions() - before,
        // Two searches may have expanded the same state.
        _ => 0,
    };
    SearchOutcome {
        result: found.map(|slides| name_slides(puzzles, position, &slides)),
        expanded_within_optimum,
    }
}

/// Returns the slides as moves of named pieces. The slides are the search's own; the rules
/// check them later.
fn name_slides(
    puzzles: &[ActiveRobotPuzzle],
    position: &Position,
    slides: &[SlideFrom],
) -> Vec<Move> {
    // All puzzles have the same board.
    let stops = puzzles[0].stops();
    let mut pieces = position.pieces();
    let mut moves = Vec::with_capacity(slides.len());
    for &SlideFrom { square, direction } in slides {
        let squares = pieces.iter().map(|piece| piece.square);
        let stop = stops.slide(square, direction, squares);
        let piece = pieces
            .iter_mut()
            .find(|piece| piece.square == square)
            .expect("a slide of a solution begins on the square of a piece");
        let named = Slide { piece: position.game().mover(*piece), direction };
        moves.push(Move::Slide(named));
        piece.square = stop;
    }
    moves
}

/// Returns the moves that lead from state to state.
fn name_path<P: Puzzle>(puzzle: &P, position: &Position, states: &[P::State]) -> Vec<Move> {
    let steps = states.iter().zip(states.iter().skip(1));
    let played: Vec<P::Move> = steps
        .map(|(state, next)| {
            let found = puzzle.successors(state, |played, successor| {
                if successor == *next {
                    ControlFlow::Break(played)
                } else {
                    ControlFlow::Continue(())
                }
            });
            found.break_value().expect("each state of a path is a successor of the one before")
        })
        .collect();
    puzzle.name_moves(position, &played)
}
