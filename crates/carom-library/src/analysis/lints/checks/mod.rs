//! The checks, a file for each family of lints. The [module above](super) says which
//! stage calls each of them.

mod answer;
pub(crate) mod demands;
pub(crate) mod duplicates;
mod extras;
pub(crate) mod solution;
pub(crate) mod syntax;

pub use answer::check_answer;
pub use extras::check_extras;
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
