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
//! other pieces were wherever they help (`reach`).

mod families;
mod notation;
mod position;
mod reach;
mod setup;
mod slides;
mod small;
mod small_board;
mod state;

pub use position::{Illegal, Position, Rule, is_human, is_robot};
pub use setup::Setup;

/// The glyph of the targets.
const TARGET: char = '+';
