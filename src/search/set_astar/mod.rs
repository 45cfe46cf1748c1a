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
//! The heuristic *h* depends on the active robot's square alone: see
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
//! A layer holds the states of one *f*. The driver expands layer by layer:
//!
//! ```text
//! f = h(start); open the start in layer f
//! while layer f or a later one has states:
//!     open the slides away from layer f - 2, if they were postponed
//!     expand the layer, if the look-ahead from f - 1 left only these states with a goal
//!     generate the slides of blockers from layer f - 1
//!     for each placement with open states in layer f:
//!         expanded = open states, and all that slides nearer to the goal reach from them
//!         close them; return the goal if it is among them
//!         if the layer looks ahead: search for a solution of f + 1 moves through
//!             this placement, and keep the first one as the incumbent
//!         open the sideways slides in layer f + 1
//!     return the incumbent, if there is one
//!     f += 1
//! ```
//!
//! - `driver`: the loop, over one search for each robot that may be the active one.
//! - `search`: opens and expands the layers of one active robot, as `layer_mode` says. Large
//!   layers are distributed to shards, so that several threads can work. `rounds` makes the
//!   result the same for any number of threads.
//! - `shard`: expands the open states of one shard; `expand`: the active robot's slides
//!   from all states of one placement.
//! - `generator`, `successors`: the slides of blockers, in batches.
//! - `lists`: the open and the closed list. `placements` holds the open and the closed
//!   states of each placement as a `state_set` (with a `cross`), found by its
//!   `placement_key`. `closed_log` lists the states closed in each layer, as a `packed_set`.
//! - `look_ahead`: from a placement just expanded to a goal one move beyond the layer.
//! - `retrace`: from the goal back to the start.
//! - `count`: the number of shortest solutions, where they are few.
//! - `delayed`: where these tables fill the memory, the search restarts with sorted runs.

mod closed_log;
mod count;
mod cross;
mod delayed;
mod driver;
mod expand;
mod generator;
mod layer_mode;
mod lists;
mod look_ahead;
mod packed_set;
mod placement_key;
mod placements;
mod retrace;
mod rounds;
#[cfg(test)]
mod samples;
mod search;
mod shard;
mod state;
mod state_set;
mod successors;
#[cfg(test)]
mod tests;

pub(in crate::search) use count::count_solutions;
pub(in crate::search) use delayed::search as search_delayed;
pub(in crate::search) use driver::search;
