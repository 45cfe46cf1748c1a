//! Exact answers: the fewest moves, with proof, within a budget.
//!
//! [`solve`] takes a position of any game. Each game shows itself to the
//! search as a [`Puzzle`](crate::games::Puzzle), and the search is A* in
//! layers of equal bound over a table of nodes.
//!
//! A *position* of the budget is a node that was expanded, or a part of the
//! work on a node as large as that. Equal runs expand equal nodes in equal
//! order, so the count is the same on every machine.

mod ahead;
mod astar;
mod budget;
mod closed_log;
mod count;
mod evaluate;
mod frontier;
mod index;
mod nodes;
mod outcome;
mod placements;
mod proof;
mod retrace;
mod retrograde;
mod runners;
mod setastar;
mod solve;
mod transposition;
mod value;

pub use budget::{Budget, CancelFlag, Limit, MemoryPool, Stop, Watch};
pub use evaluate::{Blunder, Evaluation, LineNode, evaluate, evaluate_line};
pub use outcome::{Answer, Outcome, Solution};
pub use retrograde::{Census, Tablebase};
pub use solve::{Yielded, solve};
pub use value::{Horizon, Value, Verdict};
