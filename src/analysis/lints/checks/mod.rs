//! The diagnostics, a file for each family.

mod answer;
mod blunder;
pub(in crate::analysis) mod causes;
mod completing;
pub(in crate::analysis) mod demands;
mod evaluation;
mod idle;
pub(in crate::analysis) mod moves;
mod redundant;
pub(in crate::analysis) mod solution;
pub(in crate::analysis) mod syntax;
mod unknown;
mod unreachable;

pub use answer::check_answer;
pub use solution::PlayedSolution;

use crate::analysis::{Demands, Diagnostic, Puzzle};
use crate::solving::Extras;

/// What is shown about a puzzle, read from `text`, by what is known beside its
/// answer, and whether it is what is demanded.
pub fn check_extras(
    text: &str,
    puzzle: &Puzzle,
    extras: &Extras,
    demands: &Demands,
) -> Vec<Diagnostic> {
    let mut diagnostics = blunder::blunders(puzzle, &extras.nodes);
    diagnostics.extend(redundant::redundant_pieces(text, puzzle, &extras.redundant));
    diagnostics.extend(idle::idle(text, puzzle, extras));
    diagnostics.extend(unreachable::unreachable_area(puzzle, extras.unreachable));
    if let Some(optima) = &extras.optima {
        diagnostics.extend(demands::of_optima(puzzle, optima, demands));
    }
    diagnostics
}
