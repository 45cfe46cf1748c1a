//! `SetA*` with delayed duplicate detection, for puzzles whose tables do not fit into memory.
//!
//! The tables of the parent search take about 150 bytes for each placement. Here a closed
//! layer is a *run*: its placements in the order of their keys, each stored in a few bytes as
//! the difference to the one before, and never changed again. Duplicates are not looked up
//! one by one. A whole layer is sorted and merged with all runs (Korf: *Best-First Frontier
//! Search with Delayed Duplicate Detection*, 2004). The search restarts from the start, with
//! the layers, slides and look-ahead of the parent, breadth first by *f* (Zhou and Hansen:
//! *Breadth-First Heuristic Search*, 2006).
//!
//! Open states are not stored. Slides of the active robot stay in its placement, so their
//! successors come in the order of the runs that are read anyway. Slides of blockers are
//! generated when their layer is expanded. Where their successors do not fit into memory, the
//! layer is expanded in ranges of keys, and the layer before is read once for each range.
//!
//! A layer whose run does not fit is expanded without being stored. Its look-ahead proves one
//! more move, and another one where no slide away from the goal leads to the goal.
//!
//! - `driver`: the loop over layers, over one search for each active robot.
//! - `search`: expands a layer.
//! - `layer_scan`: the open states of a layer, placement by placement.
//! - `sort_buffer`, `successor_runs`: the successors by slides of blockers, sorted.
//! - `blockers`: the blockers of a placement.
//! - `run`, `merge`, `record`: runs, several runs read as one, and their records.
//! - `retrace`: from the goal back to the start.

mod blockers;
mod driver;
mod layer_scan;
mod merge;
mod record;
mod retrace;
mod run;
mod search;
mod sort_buffer;
mod successor_runs;
#[cfg(test)]
mod tests;

pub(in crate::search) use driver::search;
