//! The diagnostics, a file for each family.

mod answer;
mod redundant;
pub(super) mod solution;
pub(super) mod syntax;

pub use answer::judge;
pub use redundant::redundant_pieces;
