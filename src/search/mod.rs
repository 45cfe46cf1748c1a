//! Exact answers: the fewest moves, with proof, within a budget.

mod budget;
mod outcome;

pub use budget::{Budget, CancelFlag, Limit, MemoryPool, Stop};
pub use outcome::{Answer, Outcome, Solution};
