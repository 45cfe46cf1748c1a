//! The library interface for programs that have a board and want its answer.
//!
//! [`solve`] takes the text of a puzzle, [`read`] the text of a whole file, and [`Task`] a
//! position that was made without text, for a search that can be limited, watched and cancelled.
//! [`to_carom`] writes a position as a puzzle, and [`to_json`] and [`from_json`] convert puzzles to
//! objects.

mod json;
mod read;
mod task;
mod write;

pub use crate::analysis::Unwritable;
pub use json::{from_json, to_json};
pub use read::{Invalid, NamedPosition, Problem, read, read_one, solve};
pub use task::{Progress, Task};
pub use write::to_carom;
