//! Walls and pieces that could go without changing the optimum or the number
//! of optimal solutions.

use crate::analysis::edits::removal::{name, place, removal};
use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::games::Removable;
use crate::solving::Extras;
use crate::words::join_list;

/// The reports of what is idle, at the places that put it on the board.
pub(super) fn idle(text: &str, puzzle: &Puzzle, extras: &Extras) -> Vec<Diagnostic> {
    let walls = extras.idle_walls.iter();
    let walls = walls.filter_map(|&wall| report(text, puzzle, Lint::IdleWall, &[wall]));
    let pieces = extras.idle_pieces.iter();
    let pieces = pieces.filter_map(|pieces| report(text, puzzle, Lint::IdlePieces, pieces));
    walls.chain(pieces).collect()
}

/// The report at the first of several things, which points at the others.
fn report(text: &str, puzzle: &Puzzle, lint: Lint, idle: &[Removable]) -> Option<Diagnostic> {
    let names = join_list(idle.iter().map(|&one| name(one)), "and");
    let places: Option<Vec<_>> = idle.iter().map(|&one| place(puzzle, one)).collect();
    let places = places?;
    let (&first, others) = places.split_first()?;
    let message =
        format!("without {names} the optimum and the number of optimal solutions are the same");
    let diagnostic = Diagnostic::new(lint, first, message);
    let diagnostic = others.iter().fold(diagnostic, |diagnostic, &other| {
        diagnostic.with_related(other, "it can go only with this")
    });
    Some(match removal(text, puzzle, idle) {
        Some(edits) => diagnostic.with_unsafe_fix(format!("remove {names}"), edits),
        None => diagnostic,
    })
}
