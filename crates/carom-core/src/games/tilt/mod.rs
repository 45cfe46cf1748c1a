//! Tilt: the whole board is tilted until all green pieces have fallen into holes.
//!
//! ```text
//! G . # . .      A tilt moves every piece at once, up, right, down or left,
//! . . . B .      until the border, a block, a wall or a piece at rest stops
//! . . + . #      it. A piece that comes over a hole is gone. All green
//! . B . . .      pieces have to fall; no blue piece may.
//! # . . . G
//! ```
//!
//! A state of the search is the squares of both colours (`state`). Its heuristic is the tilts that
//! the farthest green piece needs if it can stop wherever that helps.

mod notation;
mod position;
mod setup;
mod state;

pub use position::{Illegal, Position, Tilt};
pub use setup::Setup;

/// The glyph of the green pieces.
pub const GREEN: char = 'G';
/// The glyph of the blue pieces.
pub const BLUE: char = 'B';
/// The glyph of the holes.
pub const HOLE: char = '+';
