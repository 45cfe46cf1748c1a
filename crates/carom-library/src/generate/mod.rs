//! Generated puzzles and random boards.

mod candidate;
pub mod census;
mod options;
mod puzzle;
mod random;

pub use options::GeneratorOptions;
pub use puzzle::{Generated, Generator};
pub use random::RandomBoards;
