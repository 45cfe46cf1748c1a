//! Robots and blocks that can be removed without changing the optimum.

use crate::analysis::edits::removal::{name, place, removal};
use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::games::Removable;

/// Returns a diagnostic for each redundant object, at the text that places it.
pub(super) fn redundant_pieces(
    text: &str,
    puzzle: &Puzzle,
    redundant: &[Removable],
) -> Vec<Diagnostic> {
    let diagnostics = redundant.iter().filter_map(|&removable| {
        let what = name(removable);
        let span = place(puzzle, removable)?;
        let message = format!("without {what} the optimum is the same");
        let diagnostic = Diagnostic::new(Lint::RedundantPiece, span, message);
        Some(match removal(text, puzzle, &[removable]) {
            Some(edits) => diagnostic.with_unsafe_fix(format!("remove {what}"), edits),
            None => diagnostic,
        })
    });
    diagnostics.collect()
}
