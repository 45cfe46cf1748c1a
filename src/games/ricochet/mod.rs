//! Ricochet Robots: robots slide until a wall or another robot stops them.
//!
//! ```text
//! . . . .|. . . .      A robot slides until a wall, the border, a block or
//!       -              another robot stops it. A diagonal turns it as it
//! . R . . . \ . .      enters, without costing a move. The robot of the
//! . . . # # . . r      target must come to rest on the target.
//! ```

mod canonical;
mod position;
mod relaxed;
mod runner;
mod setup;
mod slides;
mod state;
mod tiles;

pub use position::{Illegal, Position};
pub(super) use runner::runner_puzzles;
pub use setup::{Diagonal, DiagonalKind, Fault, MAX_ROBOTS, Rules, Setup, Target};
pub(super) use state::visit_puzzle;
pub use tiles::{Face, Symbol, faces_of, standard_board};
