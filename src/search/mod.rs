//! Exact answers: the fewest moves, with proof, within a budget.

mod budget;
mod evaluate;
mod outcome;
mod proof;
mod retrograde;
mod transposition;
mod value;

pub use budget::{Budget, CancelFlag, Limit, MemoryPool, Stop};
pub use evaluate::{Blunder, Evaluation, LineNode, evaluate, evaluate_line};
pub use outcome::{Answer, Outcome, Solution};
pub use retrograde::{Census, Tablebase};
pub use value::{Horizon, Value, Verdict};
