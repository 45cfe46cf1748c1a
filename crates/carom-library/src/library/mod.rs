//! The library interface for programs that have a board and want its answer.
//!
//! [`solve`] takes the text of a puzzle, [`read`] the text of a whole file, and [`Task`] a
//! position that was made without text, for a search that can be limited, watched and cancelled.
//! [`to_carom`] writes a position as a puzzle, and [`to_json`] and [`from_json`] convert puzzles to
//! objects.

mod json;
mod read;
mod task;

pub use crate::analysis::Unwritable;
pub use json::{from_json, to_json};
pub use read::{Invalid, NamedPosition, Problem, read, read_one, solve};
pub use task::{Progress, Task};

use crate::analysis::{WritablePuzzle, setup_of, write_puzzle};
use crate::games::Position;

/// Returns a position as a puzzle in the standard layout, as it is in a file.
///
/// Reading the text gives a position with the same board. What a position remembers of the moves
/// before it has no place in the format: the axes a robot moved along, pieces that left the
/// board, collected items, and the steps of an unfinished turn.
///
/// ```
/// let named = carom::read("puzzle lunar\n  board:\n  @ . . + A\n")?;
/// let text = carom::to_carom(&named[0].position, Some("One slide"))?;
/// assert_eq!(text, "puzzle lunar \"One slide\"\n  board:\n    @ . . + A\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The reason why the format cannot express the position, such as a robot and a target that
/// share a square and have no key of their own.
pub fn to_carom(position: &Position, name: Option<&str>) -> Result<String, Unwritable> {
    let setup = setup_of(position);
    write_puzzle(&WritablePuzzle { name, ..WritablePuzzle::new(&*setup) })
}

impl NamedPosition {
    /// Returns the puzzle in the standard layout; see [`to_carom`].
    ///
    /// # Errors
    ///
    /// The reason why the format cannot express the position.
    pub fn to_carom(&self) -> Result<String, Unwritable> {
        to_carom(&self.position, self.name.as_deref())
    }
}
