//! Slider: two sides race their pieces off the board, one to the right and
//! one over the top.
//!
//! ```text
//! H . . .      One step to an empty square: H goes right, up or down, V goes
//! H . . .      up, left or right. From the right-most column H may leave to the
//! H . . .      right, from the top row V may leave upward; leaving is a move
//! . V V V      as any other. Whoever has no piece left wins at once.
//! ```
//!
//! With a legal move, passing is illegal; with none, the side must pass. If
//! neither side can move it is a draw, at once.

mod army;
mod moves;
mod notation;
mod position;
mod setup;
mod side;
mod state;

pub use army::Army;
pub use moves::{End, Illegal, Move, ParseMoveError};
pub use position::{Mobility, Position};
pub use setup::{Man, SMALLEST_SIDE, Setup};
pub use side::Side;
pub use state::{Duel, DuelState};
