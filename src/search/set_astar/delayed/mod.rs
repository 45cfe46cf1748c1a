//! `SetA*` with delayed duplicate detection, for when memory is full.
//!
//! The tables of the search take some hundred and fifty bytes a placement, since
//! each may be looked up at any time. Here a layer that is closed is a *run*:
//! its placements in the order of their keys, each as the difference to the one
//! before, in a few bytes, and never changed again. Whether a state was closed
//! before is not asked of each as it comes, but of a whole layer at once, which
//! is sorted and read side by side with all runs (Korf: *Best-First Frontier
//! Search with Delayed Duplicate Detection*, 2004). Layers are those of the
//! search with tables, and so are the moves within them and the look ahead; what
//! is searched again is searched breadth first by *f* (Zhou and Hansen:
//! *Breadth-First Heuristic Search*, 2006).
//!
//! Nothing open is kept. Slides of the runner leave the helpers where they
//! stand, so what they lead to comes in the order of the runs that are read
//! anyway. What slides of helpers lead to is generated when its layer is
//! expanded: where it does not fit, for a part of the placements after the
//! other, and the layer before is read once for each part.
//!
//! Where the run of a layer finds no room, the layer is expanded all the same,
//! and not kept: its look ahead proves one move more than is kept, and one more
//! where no slide away from the goal leads to it.
//!
//! - `any_runner`: one search for each runner, layer by layer in step.
//! - `search`: how a layer is expanded.
//! - `layer`: what is open in it, placement by placement.
//! - `successors`, `gathered`: the slides of helpers, and what they lead to, sorted.
//! - `placement`: the helpers of a placement.
//! - `run`, `merge`, `record`: runs, several of them read as one, and what they
//!   are made of.
//! - `retrace`: from the goal back to the start.

mod any_runner;
mod gathered;
mod layer;
mod merge;
mod placement;
mod record;
mod retrace;
mod run;
mod search;
mod successors;
#[cfg(test)]
mod tests;

pub(in crate::search) use any_runner::search;
