//! Ricochet Robots: robots slide until a wall or another robot stops them.
//!
//! ```text
//! . . . .|. . . .      A robot slides until a wall, the border, a block or
//!       -              another robot stops it. A diagonal turns it as it
//! . R . . . \ . .      enters, without costing a move. The robot of the
//! . . . # # . . r      target must come to rest on the target; of several
//!                      targets, all of them at the same time.
//! ```

mod canonical;
mod faces;
mod families;
mod notation;
mod position;
mod relaxed;
mod setup;
mod slides;
mod state;
mod tiles;
mod together;

pub use faces::Face;
pub use position::{Illegal, Position, Rules, Target};
pub use setup::Setup;
pub use tiles::{Symbol, faces_of, printed_diagonals, standard_board};
