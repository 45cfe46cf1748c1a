//! Exact answers: the fewest moves, or the value of a game for two sides, with
//! proof, within a budget.
//!
//! [`solve`] takes a position of any game to an [`Answer`]. Each game shows
//! itself to the search by a trait, and no search knows a game:
//!
//! - a [`Puzzle`](crate::games::Puzzle) is searched by A* over single states
//!   (`astar`), by partial expansion where it selects successors;
//! - a [`ActiveRobotPuzzle`](crate::games::ActiveRobotPuzzle), in which one piece runs and
//!   the others only help, by A* over sets of states (`set_astar`), which
//!   restarts with sorted runs where its tables fill the memory;
//! - [`Armies`](crate::games::Armies), two sides that play against each other,
//!   by retrograde analysis (`retrograde`), and where that does not fit by proof
//!   search (`proof`): see [`evaluate`].
//!
//! Each solution is replayed by the rules of the position.
//!
//! The limits of a search are its [`Budget`] (`limits`). A *position* of it is a
//! node that was expanded, or a part of the work on a node as large as that.
//! Equal runs expand equal nodes in equal order, so the count is the same on
//! every machine. The tables in which states are kept are in `tables`, and what starts
//! threads for parts of one search is in `threads`.
//!
//! Failed experiments are recorded in `docs/search.md`.

/// The version of the searches. It goes up with every change after which a
/// search within the same limits may find, count or be refused something else,
/// be it one move of a solution: answers that are kept are those of one version
/// alone. A test holds it to the answers of a fixed suite.
pub const VERSION: u32 = 17;

mod astar;
mod backward;
mod count;
mod difficulty;
mod evaluate;
mod find;
mod grouped;
mod limits;
mod no_solution;
mod optima;
mod outcome;
mod proof;
mod result;
mod retrograde;
mod set_astar;
mod solve;
mod tables;
mod threads;
mod value;

pub use backward::{BackwardSearch, LayerSize, Start, StartFilter, TooLarge};
pub use difficulty::{PathFacts, path_facts};
pub use evaluate::{Blunder, Evaluation, LineNode, evaluate, evaluate_line};
pub use limits::{Budget, CancelFlag, Limit, MemoryPool, Scope, Spill, Stop, Watch};
pub use no_solution::NoSolution;
pub use optima::optima;
pub use outcome::{Answer, Outcome, Solution};
pub use result::{Optima, solves};
pub use retrograde::{Census, Tablebase};
pub use solve::{Yielded, solve};
pub use value::{Horizon, Value, Verdict};
