//! Exact answers within a budget: the fewest moves, or the value of a game for two sides.
//!
//! [`solve`] takes a position of any game to an [`Answer`]. A game shows its positions to the
//! search through a trait, so no search knows a game:
//!
//! | model of a position | search | module |
//! |---|---|---|
//! | [`SearchModel`](crate::games::SearchModel), one player | A* over single states | `astar` |
//! | [`ActiveRobotPuzzle`](crate::games::ActiveRobotPuzzle), one robot must reach the target and the others can stop it | A* over sets of states | `set_astar` |
//! | [`GroupedPuzzle`](crate::games::GroupedPuzzle), consecutive slides of a piece are one move | A* with costs that are pairs | `grouped` |
//! | [`Duel`](crate::games::Duel), two sides | retrograde analysis, or proof search if that does not fit into memory; see [`evaluate`] | `retrograde`, `proof` |
//! | [`SlidingPuzzle`](crate::games::SlidingPuzzle), all starts of a board | breadth-first search backwards from all solved states | `backward` |
//!
//! The way of a position: the visitor in `solve` chooses the search by the model, `find` runs it
//! and names the moves, and `count` counts the optimal solutions if that is cheap. Each solution is
//! replayed by the rules of the position (`result`). `no_solution` finds the reason why there is
//! none. [`optima`] lists all optimal solutions, and `difficulty` measures them.
//!
//! The limits of a search are its [`Budget`] (`limits`). A *position* is an expanded node, or a
//! part of the work on a node that takes as long. The same search expands the same nodes in the
//! same order, so the number of positions is the same on every machine and on any number of
//! threads. `tables` has the tables of states. `threads` starts threads for `retrograde` and
//! `backward`; other searches use one.
//!
//! `docs/search.md` says which search each game uses, where its heuristics are, and what to do
//! after a change. `docs/experiments.md` records the experiments.

/// The version of the searches. Raise it after every change that may alter an answer, a move of a
/// solution, a number of positions or the memory that a search needs: stored answers are used only
/// by the version that found them. A test compares the answers of fixed puzzles with this version.
pub const VERSION: u32 = 21;

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
pub use difficulty::{MAX_STATES, PathFacts, path_facts};
pub use evaluate::{Blunder, Evaluation, LineNode, evaluate, evaluate_line};
pub use limits::{Budget, CancelFlag, Limit, Permit, Permits, Scope, Watch};
pub use no_solution::NoSolution;
pub use optima::optima;
pub use outcome::{Answer, Outcome, Solution};
pub use result::{Optima, solves};
pub use retrograde::{Census, Tablebase};
pub use solve::solve;
pub use value::{Horizon, Value, Verdict};
