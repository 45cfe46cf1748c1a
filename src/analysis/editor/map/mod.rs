//! What a puzzle would be with one thing on another square.

mod change;
mod spot;
mod start;
mod text;

pub use change::{Change, Changes, Wish};
pub use spot::Spot;
pub use start::{Elsewhere, Start};
pub use text::map_text;
