//! Positions as they are shown.

mod text;

pub use text::{board, rows};
