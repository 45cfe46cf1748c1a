//! Generated puzzles and random boards.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "what cannot happen stops the search with a sentence"
)]

mod candidate;
pub mod census;
mod exhaustion;
mod names;
mod options;
mod pack;
mod pattern;
mod puzzle;
mod random;
mod selection;

pub use options::{GeneratorOptions, Uniqueness};
pub use pack::Pack;
pub use pattern::SymmetryKind;
pub use puzzle::{Attempt, FAILED, Generated, Generator, TOTAL_POSITIONS};
pub use random::RandomBoards;
pub use selection::Selection;
