//! Names and puzzles that occur twice. [`CheckRun`](crate::analysis::CheckRun) finds the
//! first occurrence within a file, [`Duplicates`](crate::analysis::Duplicates) in other files.

use crate::analysis::{Diagnostic, Lint, Location, Related, quoted};
use crate::text::Span;
use crate::words::{count, join_list};

/// Reports a name that an earlier puzzle of the file has.
pub(crate) fn duplicate_name(name: &str, span: Span, first: Location) -> Diagnostic {
    let message = format!("duplicate name {}", quoted(name));
    let mut diagnostic = Diagnostic::new(Lint::DuplicateName, span, message);
    let related = Related::elsewhere(first, "first used here");
    diagnostic.related.push(related);
    diagnostic
}

/// Reports a puzzle whose board occurs earlier.
pub(crate) fn duplicate_puzzle(header: Span, first: Location) -> Diagnostic {
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

/// The largest number of duplicates that a diagnostic lists.
const MAX_PLACES: usize = 20;

/// Reports a puzzle whose board occurs later, too. There is at least one duplicate.
pub(crate) fn duplicated_puzzle(header: Span, duplicates: Vec<Location>) -> Diagnostic {
    let places = duplicates
        .iter()
        .take(MAX_PLACES)
        .map(|place| format!("{}:{}", place.file, place.start.line + 1));
    let more = duplicates.len().saturating_sub(MAX_PLACES);
    let others = (more > 0).then(|| count(more, "other place"));
    let list = join_list(places.chain(others), "and");
    let message = format!("the same board occurs in {list}");
    let mut diagnostic = Diagnostic::new(Lint::DuplicatePuzzle, header, message);
    let related =
        duplicates.into_iter().take(MAX_PLACES).map(|place| Related::elsewhere(place, "duplicate"));
    diagnostic.related.extend(related);
    diagnostic
}
