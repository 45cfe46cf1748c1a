//! Lunar Lockout: pieces slide until another piece stops them.
//!
//! ```text
//! . . . . A      A piece slides up, down, left or right until the square
//! . . B . .      before an obstacle: a block, a wall, a robot or a human.
//! . C + . .      The border stops nothing; what no obstacle stops cannot
//! . . . D .      move that way. A human must stop on a target.
//! . . . . @
//! ```
//! The search model is a `state` of as few bytes as possible, or a `small` one on a `small_board`.
//! Its heuristic is the distance of the humans to a target if they could stop on every square
//! (`reach`). For a single human among many robots, a stronger bound takes into account what can
//! stop it, and what can stop that (`relaxed`, `relaxed_plan`). `selection` selects successors by
//! this bound.
//! selects successors by it.

mod families;
mod position;
mod reach;
mod relaxed;
mod relaxed_plan;
mod rules;
#[cfg(test)]
mod samples;
mod selection;
mod setup;
mod slides;
mod small;
mod small_board;
mod state;

pub use position::{Illegal, Position, Rule, is_human, is_robot};
pub use rules::Lunar;
pub use setup::{Fault, Setup};
