//! Squares, directions, sets of squares, and the board they lie on.
//!
//! Nothing here knows a game or a text. A [`Board`] is what stays put while a
//! puzzle is played: its size, its blocks and its walls.

mod axes;
mod bitboard;
mod direction;
mod fill;
mod square;
mod square_set;
mod stops;
mod symmetry;
mod terrain;

pub use axes::Axes;
pub use bitboard::{Bitboard, Squares};
pub use direction::{Axis, Direction, DirectionSet};
pub(crate) use fill::Fill;
pub use square::{MAX_SIDE, Square};
pub use square_set::{SquareSet, Word};
pub use stops::{Lines, Stops};
pub(crate) use stops::{each_place, each_slide, places, way};
pub use symmetry::Symmetry;
pub use terrain::{Board, Obstacle, SizeError};
