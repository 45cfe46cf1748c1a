//! Generated puzzles and random boards.

mod candidate;
#[cfg(feature = "cli")]
pub(crate) mod census;
mod options;
#[cfg(feature = "cli")]
mod puzzle;
mod random;

#[cfg(feature = "cli")]
pub(crate) use options::GeneratorOptions;
#[cfg(feature = "cli")]
pub(crate) use puzzle::{Generated, Generator};
pub use random::RandomBoards;
