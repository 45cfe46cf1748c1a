//! `SetA*`: A* over sets of states, the search for Ricochet Robots.
//!
//! Only the *active robot* of an [`ActiveRobotPuzzle`](crate::games::ActiveRobotPuzzle) has
//! to reach the goal; the other robots are its *blockers*. A *placement* is the squares of
//! all blockers. The search keeps the states of one placement as a set of 256 bits, one for
//! each square of the active robot, and expands all of them at once. A slide of a blocker
//! carries the whole set to another placement, except for the squares that lie in the
//! blocker's way.
//!
//! The idea is from Jensen, Bryant and Veloso: *`SetA*`: An Efficient BDD-Based Heuristic
//! Search Algorithm* (2002). Here bitboards replace the decision diagrams.
//!
//! The heuristic *h* depends on the active robot's square and axes alone: see
//! [`ActiveRobotHeuristic`](crate::games::ActiveRobotHeuristic). It is consistent, and every
//! move costs 1, so a move adds 0, 1 or 2 to *f* = *g* + *h*:
//!
//! | move | Δh | Δf | where its successors go |
//! |---|---|---|---|
//! | slide of the active robot, nearer to the goal | −1 | 0 | the same layer, expanded at once |
//! | slide of the active robot, *sideways* | 0 | 1 | the next layer |
//! | slide of a blocker | 0 | 1 | the next layer |
//! | slide of the active robot, *away* from the goal | +1 | 2 | the layer after the next |
//!
//! A layer holds the states of one *f*. The `driver` expands layer by layer, with one `search`
//! for each robot that may be the active one:
//!
//! ```text
//! f = h(start); open the start in layer f
//! while layer f or a later one has states:
//!     open the states that no look-ahead has seen: those behind slides away from layer f - 2
//!     if layer f - 1 looked ahead: return the goal if slides nearer to it reach it from them
//!     for each placement with open states in layer f:
//!         expanded = open states, and all that slides nearer to the goal reach from them
//!         close them; return the goal if it is among them
//!         if the layer looks ahead: search for a solution of f + 1 moves through
//!             this placement, and keep the first one as the incumbent
//!     return the incumbent, if there is one
//!     f += 1
//! ```
//!
//! From a position to its answer:
//!
//! 1. `driver`: opens a storage with the start and goes from layer to layer.
//! 2. `search`: chooses how a layer is expanded, from what is proved about it and how fast
//!    layers grow.
//! 3. `storage`: the states, and the interface to them.
//! 4. `layer`: the expansion of one placement. It calls `expand` (the slides of the active robot)
//!    and `look_ahead` (the search for a goal one move beyond the layer).
//! 5. `retrace`: the way from the goal back to the start.
//!
//! A `placement` has a key. A `state_set` (with a `cross`) holds its states, and a `packed_set`
//! the same states in few bytes. `count` counts the shortest solutions, if they are few.

mod count;
mod cross;
mod driver;
mod expand;
mod layer;
mod look_ahead;
mod packed_set;
mod placement;
mod retrace;
#[cfg(test)]
mod samples;
mod search;
mod state;
mod state_set;
mod storage;
#[cfg(test)]
mod tests;

pub(in crate::search) use count::count_solutions;
pub(in crate::search) use driver::search;
