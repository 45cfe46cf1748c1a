//! Robots and blocks that could go without changing the optimum.

use crate::analysis::{Diagnostic, Puzzle, Rule};
use crate::games::Removable;
use crate::text::Edit;

/// The reports of what can go, at the places that put it on the board.
pub(super) fn redundant_pieces(puzzle: &Puzzle, redundant: &[Removable]) -> Vec<Diagnostic> {
    let Some(placed) = &puzzle.placed else {
        return Vec::new();
    };
    let reports = redundant.iter().filter_map(|&removable| {
        let (what, span) = match removable {
            Removable::Piece(mover) => {
                let mut pieces = placed.pieces.iter();
                let place = pieces.find(|(piece, _)| mover.is(*piece));
                (mover.in_words(), place.map(|(_, span)| *span))
            }
            Removable::Block(square) => (format!("the block on {square}"), placed.cell(square)),
        };
        // A block that no character draws, as those of a tiled board, stays.
        let span = span?;
        let message = format!("without {what} the optimum is the same");
        let diagnostic = Diagnostic::new(Rule::RedundantPiece, span, message);
        Some(if span.len() == 1 {
            let edits = vec![Edit::replace(span, ".")];
            diagnostic.with_unsafe_fix(format!("remove {what}"), edits)
        } else {
            diagnostic
        })
    });
    reports.collect()
}
