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
    solve: impl FnMut(&Position) -> Option<Answer>,
) -> Vec<Diagnostic> {
    match &puzzle.placed {
        Some(placed) => report_redundant(puzzle, &find_redundant(&placed.position, answer, solve)),
        None => Vec::new(),
    }
}

/// What of a solved position can go, whatever text describes it.
pub(in crate::analysis) fn find_redundant(
    position: &Position,
    answer: &Answer,
    mut solve: impl FnMut(&Position) -> Option<Answer>,
) -> Vec<Removable> {
    let Outcome::Solved(solution) = &answer.outcome else {
        return Vec::new();
    };
    if answer.positions > CHEAP || solution.moves.is_empty() {
        return Vec::new();
    }
    let mut redundant = Vec::new();
    for removable in position.removable() {
        let without = position.without(removable);
        let answer = without.and_then(|without| solve(&without));
        if let Some(Outcome::Solved(other)) = answer.map(|answer| answer.outcome)
            && other.moves.len() == solution.moves.len()
        {
            redundant.push(removable);
        }
    }
    redundant
}

/// The reports of what can go, at the places that put it on the board.
pub fn report_redundant(puzzle: &Puzzle, redundant: &[Removable]) -> Vec<Diagnostic> {
    let Some(placed) = &puzzle.placed else {
        return Vec::new();
    };
    let reports = redundant.iter().filter_map(|&removable| {
        let (what, span) = match removable {
            Removable::Piece(name) => {
                let mut pieces = placed.pieces.iter();
                let place = pieces.find(|(other, _)| *other == name);
                (name.to_string(), place.map(|(_, span)| *span))
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
