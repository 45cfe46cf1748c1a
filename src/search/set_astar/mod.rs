//! `SetA*`: A* with sets of states.
//!
//! In a [`ActiveRobotPuzzle`](crate::games::ActiveRobotPuzzle) the helpers stand still
//! while the runner runs, so the states of one placement of the helpers are kept
//! as a set of the runner's squares, 256 bits, and all of them are expanded at
//! once; and a slide of a helper carries the whole set over to another
//! placement, but for the few squares of the runner that lie in the helper's
//! way. The idea is that of Jensen, Bryant and Veloso: *`SetA*`: An Efficient
//! BDD-Based Heuristic Search Algorithm* (2002), with bitboards for its decision
//! diagrams.
//!
//! The heuristic *h* is that of the runner's square, the
//! [`ActiveRobotHeuristic`](crate::games::ActiveRobotHeuristic), so an *f*-layer holds states of
//! different depths, told apart by their squares. Within a layer only those
//! slides of the runner stay that bring it one move nearer: they are followed
//! first, placement by placement, and if the goal is among them the layer need
//! not be expanded. Slides that bring it no nearer, and those of helpers, lead to
//! the next layer, and slides away from the goal to the one after it.
//!
//! In the order of a layer:
//!
//! - `any_runner`: one search for each runner, layer by layer in step.
//! - `search`: a layer is opened and expanded, as its `layer_mode` says. Where layers
//!   are large, placements are dealt out to shards, so that several threads can work;
//!   `rounds` sees to it that they all come to the same end.
//! - `shard`: what is open in one shard is expanded.
//! - `lists`: the open and the closed list, made of `placements` (which states
//!   of a placement are open and which are closed, as `runner_sets` with a `cross`,
//!   and keys of `helpers`), of an open list of placements, and of the
//!   `closed_log` of each layer, in which there are `packed_sets`.
//! - `expand`: all slides of the runner in one placement.
//! - `generator`, `successors`: the slides of helpers, in batches.
//! - `look_ahead`: from a placement just expanded to a goal one move beyond the
//!   layer, by the moves that `helpful` lets pass, and then by the `changed_slides`.
//! - `retrace`: from the goal back to the start.
//! - `count`: how many shortest solutions there are, where they are few.
//!
//! Where its tables fill the memory, `delayed` takes over.

mod any_runner;
mod changed_slides;
mod closed_log;
mod count;
mod cross;
mod delayed;
mod expand;
mod generator;
mod helpers;
mod helpful;
mod layer_mode;
mod lists;
mod look_ahead;
mod packed_sets;
mod placements;
mod retrace;
mod rounds;
mod runner_sets;
#[cfg(test)]
mod samples;
mod search;
mod shard;
mod state;
mod successors;
#[cfg(test)]
mod tests;

pub(in crate::search) use any_runner::search;
pub(in crate::search) use count::count_solutions;
pub(in crate::search) use delayed::search as search_delayed;
