//! Lunar Lockout: pieces slide until another piece stops them.
//!
//! ```text
//! . . . . A      A piece slides up, down, left or right until the square
//! . . B . .      before an obstacle: a block, a wall, a robot or a human.
//! . C + . .      The border stops nothing; what no obstacle stops cannot
//! . . . D .      move that way. A human must stop on a target.
//! . . . . @
//! ```

mod canonical;
mod position;
mod reach;
mod rules;
mod setup;
mod small;
mod small_board;
mod standable;
mod state;
mod stops;

pub use position::{Illegal, Position};
pub use rules::Lunar;
pub use setup::{Fault, Rule, Setup, is_human, is_robot};
