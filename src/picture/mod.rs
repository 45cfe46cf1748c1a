//! Positions as they are shown.

mod map;
mod text;

pub use map::scene;
pub use text::{board, rows};
