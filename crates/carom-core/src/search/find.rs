//! The search for a shortest solution of a puzzle for one player, and the names of its moves.

use std::ops::ControlFlow;

use super::limits::Budget;
use super::result::SearchResult;
use super::{astar, set_astar};
use crate::games::{ActiveRobotPuzzle, Move, Position, SearchHints, SearchModel, Slide, SlideFrom};

/// Searches `puzzle`, the search model of `position`, over single states.
pub(super) fn find<P: SearchHints>(
    position: &Position,
    puzzle: &P,
    budget: &mut Budget<'_>,
) -> SearchResult<Vec<Move>> {
    let found = astar::search(puzzle, budget);
    found.map(|states| name_path(puzzle, position, &states))
}

/// Searches for a shortest solution of any of the `active_robots` of `position`, over sets of
/// states.
pub(super) fn find_over_sets(
    position: &Position,
    active_robots: &[ActiveRobotPuzzle],
    budget: &mut Budget<'_>,
) -> SearchResult<Vec<Move>> {
    let found = set_astar::search(active_robots, budget);
    found.map(|slides| name_slides(active_robots, position, &slides))
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
fn name_path<P: SearchModel>(puzzle: &P, position: &Position, states: &[P::State]) -> Vec<Move> {
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
