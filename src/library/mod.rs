//! For programs that have a board and want its answer: three calls, and a
//! search that can be limited, watched and stopped.
//!
//! [`solve`] takes the text of a puzzle, [`read`] that of a whole file, and a
//! [`Task`] answers a position that was made without any text.

mod read;
mod task;

pub use read::{Invalid, NamedPosition, Problem, read, read_one, solve};
pub use task::{Progress, Task};
