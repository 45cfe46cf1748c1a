//! The checks, a file for each family of lints. The [module above](super) says which
//! stage calls each of them.

mod answer;
mod blunder;
pub(in crate::analysis) mod causes;
mod completing;
pub(in crate::analysis) mod demands;
pub(in crate::analysis) mod duplicates;
mod evaluation;
mod idle;
pub(in crate::analysis) mod moves;
mod redundant;
pub(in crate::analysis) mod solution;
pub(in crate::analysis) mod syntax;
mod unknown;
pub(in crate::analysis) mod unknown_rule;
mod unreachable;

pub use answer::check_answer;
pub use solution::PlayedSolution;

use crate::analysis::{Demands, Diagnostic, Puzzle};
use crate::solving::Extras;

/// The third stage: returns the diagnostics that follow from the extras besides the answer of a
/// puzzle with this `text`.
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
