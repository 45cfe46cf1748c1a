//! Puzzles and random boards made by the machine.

mod candidate;
mod options;
#[cfg(feature = "cli")]
mod puzzle;
mod random;

#[cfg(feature = "cli")]
pub(crate) use options::GeneratorOptions;
#[cfg(feature = "cli")]
pub(crate) use puzzle::Generated;
pub use random::RandomBoards;
