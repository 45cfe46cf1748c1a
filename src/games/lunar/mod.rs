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
//! There are two search models. On up to 32 squares, without `rules: grouped`, it is `small`, on a
//! `small_board` whose squares fit into a word; otherwise it is `state`. Their heuristic is the distance of each human to a target if
//! other pieces were wherever they help (`reach`). A lone human among more than eight pieces on a
//! board that is not crowded has a stronger bound: it takes into account what can stop the human,
//! and what can stop that (`relaxed`). `relaxed_plan` finds the robots that a solution of this
//! relaxed puzzle needs, and `selection` selects successors by the bound.

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
