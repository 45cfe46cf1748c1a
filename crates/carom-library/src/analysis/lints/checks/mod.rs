//! The checks, a file for each family of lints. The [module above](super) says which
//! stage calls each of them.

mod answer;
mod blunder;
pub(crate) mod causes;
mod completing;
pub(crate) mod demands;
pub(crate) mod duplicates;
mod evaluation;
mod idle;
pub(crate) mod moves;
mod redundant;
pub(crate) mod solution;
pub(crate) mod syntax;
mod unknown;
pub(crate) mod unknown_rule;
mod unreachable;

pub use answer::check_answer;
pub use solution::PlayedSolution;

use crate::analysis::{Demands, Diagnostic, Puzzle};
use crate::solving::{Answer, Extras};

/// The second and the third stage together: the diagnostics that follow from the answer of a
/// puzzle, and from its extras as far as they are known.
///
/// The flag says whether no search reached a limit.
pub fn check_answered(
    text: &str,
    puzzle: &Puzzle,
    answer: &Answer,
    extras: Option<&Extras>,
    demands: &Demands,
) -> (Vec<Diagnostic>, bool) {
    let mut diagnostics = check_answer(text, puzzle, answer, demands);
    if let Some(extras) = extras {
        diagnostics.extend(check_extras(text, puzzle, extras, demands));
    }
    let is_settled = answer.outcome.is_settled() && extras.is_none_or(Extras::is_settled);
    (diagnostics, is_settled)
}

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
        diagnostics.extend(demands::check_optima(puzzle, optima, demands));
    }
    diagnostics
}
