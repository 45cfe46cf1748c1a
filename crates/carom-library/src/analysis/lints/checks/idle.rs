//! Walls and pieces whose removal changes neither the optimum nor the number of optimal
//! solutions.

use crate::analysis::edits::removal::{name, place, removal};
use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::games::Removable;
use crate::solving::Extras;
use crate::text::Span;
use crate::words::join_list;

/// Returns one diagnostic for all idle walls of a puzzle, and one for each group of idle
/// pieces.
pub(super) fn idle(text: &str, puzzle: &Puzzle, extras: &Extras) -> Vec<Diagnostic> {
    let pieces = extras.idle_pieces.iter();
    let pieces = pieces.filter_map(|pieces| {
        let names = join_list(pieces.iter().map(|&one| name(one)), "and");
        let places = places(puzzle, pieces)?;
        let diagnostic = at_places(
            Lint::IdlePieces,
            &names,
            &places,
            "it can go only with this",
        )?;
        Some(with_removal(diagnostic, text, puzzle, pieces))
    });
    idle_walls(text, puzzle, &extras.idle_walls)
        .into_iter()
        .chain(pieces)
        .collect()
}

fn idle_walls(text: &str, puzzle: &Puzzle, walls: &[Removable]) -> Option<Diagnostic> {
    let mut walls: Vec<(Span, Removable)> = places(puzzle, walls)?
        .into_iter()
        .zip(walls.iter().copied())
        .collect();
    walls.sort_by_key(|(place, _)| place.start);
    let places: Vec<Span> = walls.iter().map(|&(place, _)| place).collect();
    let &(_, first) = walls.first()?;
    if walls.len() == 1 {
        let diagnostic = at_places(Lint::IdleWall, &name(first), &places, "")?;
        return Some(with_removal(diagnostic, text, puzzle, &[first]));
    }
    let walls = format!("any one of {} walls", walls.len());
    let diagnostic = at_places(Lint::IdleWall, &walls, &places, "and this one")?;
    let diagnostic = diagnostic.with_help("remove one at a time: another may then be needed");
    Some(with_removal(diagnostic, text, puzzle, &[first]))
}

fn places(puzzle: &Puzzle, idle: &[Removable]) -> Option<Vec<Span>> {
    idle.iter().map(|&one| place(puzzle, one)).collect()
}

/// Returns a diagnostic at the first place, which points at the others.
fn at_places(lint: Lint, names: &str, places: &[Span], others_are: &str) -> Option<Diagnostic> {
    let (&first, others) = places.split_first()?;
    let message =
        format!("without {names} the optimum and the number of optimal solutions are the same");
    let diagnostic = Diagnostic::new(lint, first, message);
    Some(others.iter().fold(diagnostic, |diagnostic, &other| {
        diagnostic.with_related(other, others_are)
    }))
}

fn with_removal(
    diagnostic: Diagnostic,
    text: &str,
    puzzle: &Puzzle,
    removed: &[Removable],
) -> Diagnostic {
    let names = join_list(removed.iter().map(|&one| name(one)), "and");
    match removal(text, puzzle, removed) {
        Some(edits) => diagnostic.with_unsafe_fix(format!("remove {names}"), edits),
        None => diagnostic,
    }
}
