//! Names and puzzles that occur twice. [`CheckRun`](crate::analysis::CheckRun) finds the
//! first occurrence within a file, [`Duplicates`](crate::analysis::Duplicates) in other files.

use crate::analysis::{Diagnostic, Lint, Location, Related, quoted};
use crate::text::Span;
use crate::words::join_list;

/// Reports a name that an earlier puzzle of the file has.
pub(in crate::analysis) fn duplicate_name(name: &str, span: Span, first: Location) -> Diagnostic {
    let message = format!("duplicate name {}", quoted(name));
    let mut diagnostic = Diagnostic::new(Lint::DuplicateName, span, message);
    let related = Related::elsewhere(first, "first used here");
    diagnostic.related.push(related);
    diagnostic
}

/// Reports a puzzle whose board occurs earlier.
pub(in crate::analysis) fn duplicate_puzzle(header: Span, first: Location) -> Diagnostic {
    let message = format!(
        "duplicate of the puzzle in {}:{}, perhaps mirrored, turned or with other letters",
        first.file,
        first.start.line + 1
    );
    let mut diagnostic = Diagnostic::new(Lint::DuplicatePuzzle, header, message);
    let related = Related::elsewhere(first, "first occurrence");
    diagnostic.related.push(related);
    diagnostic
}

/// Reports a puzzle whose board occurs later, too. There is at least one duplicate.
pub(in crate::analysis) fn duplicated_puzzle(
    header: Span,
    duplicates: Vec<Location>,
) -> Diagnostic {
    let places = duplicates.iter();
    let places = places.map(|place| format!("{}:{}", place.file, place.start.line + 1));
    let message = format!("the same board occurs in {}", join_list(places, "and"));
    let mut diagnostic = Diagnostic::new(Lint::DuplicatePuzzle, header, message);
    let related = duplicates.into_iter();
    let related = related.map(|place| Related::elsewhere(place, "duplicate"));
    diagnostic.related.extend(related);
    diagnostic
}
