//! Squares, directions, sets of squares, and boards.
//!
//! This module knows neither games nor text. A [`Board`] has the parts of a
//! puzzle that never move: its size, its blocks and its walls.

mod bitboard;
mod direction;
mod fill;
mod square;
mod square_set;
mod stops;
mod symmetry;
mod terrain;

pub use bitboard::{Bitboard, Squares};
pub use direction::{Axes, Axis, Direction, DirectionSet};
pub use square::{MAX_SIDE, Square};
pub use square_set::{SmallBitboard, SquareSet};
pub use stops::{OccupiedLines, SlideTable};
pub use stops::{each_bit, each_slide, line_bits, path_bits};
pub use symmetry::Symmetry;
pub use terrain::{Board, Obstacle, SizeError};
