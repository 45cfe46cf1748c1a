//! The diagnostics, a file for each family.

mod answer;
mod blunder;
pub(super) mod causes;
pub(super) mod demands;
mod evaluation;
pub(super) mod moves;
mod redundant;
pub(super) mod solution;
pub(super) mod syntax;
mod unknown;

pub use answer::judge;
pub use solution::Played;

use crate::analysis::{Demands, Diagnostic, Puzzle};
use crate::solving::Extras;

/// What is shown by what is known beside an answer, and whether it is what is
/// demanded.
pub fn judge_extras(puzzle: &Puzzle, extras: &Extras, demands: &Demands) -> Vec<Diagnostic> {
    let mut diagnostics = blunder::blunders(puzzle, &extras.nodes);
    diagnostics.extend(redundant::redundant_pieces(puzzle, &extras.redundant));
    if let Some(optima) = &extras.optima {
        diagnostics.extend(demands::of_optima(puzzle, optima, demands));
    }
    diagnostics
}
