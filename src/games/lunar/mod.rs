//! Lunar Lockout: pieces slide until another piece stops them.
//!
//! ```text
//! . . . . A      A piece slides up, down, left or right until the square
//! . . B . .      before an obstacle: a block, a wall, a robot or a human.
//! . C + . .      The border stops nothing; what no obstacle stops cannot
//! . . . D .      move that way. A human must stop on a target.
//! . . . . @
//! ```
//!
//! To the search a puzzle is a `state` of as few bytes as hold it, or a `small` one on a
//! `small_board`. Its bound is how far the humans are from home where something stops them
//! everywhere (`reach`). A lone human among many robots is bounded by what can stop it, and
//! by what can stop that (`relaxed`, `relaxed_plan`), and its successors are selected by
//! that bound (`selection`).

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
