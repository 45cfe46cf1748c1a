//! The library interface for programs that have a board and want its answer: three functions,
//! and a search that can be limited, watched and cancelled.
//!
//! [`solve`] takes the text of a puzzle, [`read`] the text of a whole file, and [`Task`] a
//! position that was made without text.

mod read;
mod task;

pub use read::{Invalid, NamedPosition, Problem, read, read_one, solve};
pub use task::{Progress, Task};
