//! The diagnostics, a file for each family.

mod answer;
mod blunder;
pub(super) mod causes;
mod evaluation;
pub(super) mod moves;
mod redundant;
pub(super) mod solution;
pub(super) mod syntax;
mod unknown;

pub use answer::judge;
pub use blunder::blunders;
pub(super) use redundant::find_redundant;
pub use redundant::{redundant_pieces, report_redundant};
pub use solution::Played;
