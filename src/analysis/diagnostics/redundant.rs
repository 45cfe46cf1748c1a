//! Robots and blocks that could go without changing the optimum.

use crate::analysis::{Diagnostic, Puzzle, Rule};
use crate::games::{Position, Removable};
use crate::search::{Answer, Outcome};
use crate::text::Edit;

/// Answers that cost more positions than this are not asked for again with a
/// piece less: a hint must cost little.
const CHEAP: u64 = 20_000;

/// The pieces of a solved puzzle that can go. `solve` answers a position, or
/// says nothing where it was stopped.
pub fn redundant_pieces(
    puzzle: &Puzzle,
    answer: &Answer,
    mut solve: impl FnMut(&Position) -> Option<Answer>,
) -> Vec<Diagnostic> {
    let (Some(placed), Outcome::Solved(solution)) = (&puzzle.placed, &answer.outcome) else {
        return Vec::new();
    };
    if answer.positions > CHEAP || solution.moves.is_empty() {
        return Vec::new();
    }
    let mut diagnostics = Vec::new();
    for removable in placed.position.removable() {
        let Some(without) = placed.position.without(removable) else {
            continue;
        };
        let same = solve(&without).is_some_and(|answer| match answer.outcome {
            Outcome::Solved(other) => other.moves.len() == solution.moves.len(),
            _ => false,
        });
        if !same {
            continue;
        }
        let (what, span) = match removable {
            Removable::Piece(name) => {
                let mut pieces = placed.pieces.iter();
                let place = pieces.find(|(other, _)| *other == name);
                (name.to_string(), place.map(|(_, span)| *span))
            }
            Removable::Block(square) => (format!("the block on {square}"), placed.cell(square)),
        };
        // A block that no character draws, as those of a tiled board, stays.
        let Some(span) = span else {
            continue;
        };
        let mut diagnostic = Diagnostic::new(
            Rule::RedundantPiece,
            span,
            format!("without {what} the optimum is the same"),
        );
        if span.len() == 1 {
            diagnostic = diagnostic
                .with_unsafe_fix(format!("remove {what}"), vec![Edit::replace(span, ".")]);
        }
        diagnostics.push(diagnostic);
    }
    diagnostics
}
