//! The diagnostic of a reached limit.

use crate::analysis::model::words::{limit_clause, limit_name};
use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::search::Limit;

/// Returns a diagnostic that a limit was reached, with what was proved. Returns `None` for a
/// cancelled search.
pub(super) fn unknown_answer(puzzle: &Puzzle, limit: Limit, proved: &str) -> Option<Diagnostic> {
    unknown(puzzle, limit, &format!("the answer was known; {proved}"))
}

/// Returns a diagnostic that a limit was reached before `before`, a clause.
pub(super) fn unknown(puzzle: &Puzzle, limit: Limit, before: &str) -> Option<Diagnostic> {
    let raise = match limit_name(limit)? {
        "time" => "--time-limit".to_owned(),
        "memory" => "--max-memory 4GiB".to_owned(),
        name => format!("--max-{name}"),
    };
    let reached = limit_clause(limit);
    let message = format!("{reached} before {before}");
    let diagnostic = Diagnostic::new(Lint::UnknownAnswer, puzzle.header_span(), message);
    Some(diagnostic.with_help(format!("raise the limit with `{raise}`")))
}
