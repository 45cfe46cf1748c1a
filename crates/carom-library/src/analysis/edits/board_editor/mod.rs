//! The board editor: operations on a drawn board, such as dragging a robot, as
//! edits of the puzzle's text.
//!
//! The text is the only state. An operation changes as few characters as
//! possible, and the result is parsed again: an operation that would make the
//! puzzle malformed is refused. A malformed puzzle with faults on single squares can be edited, too:
//! an operation must not add errors.

mod apply;
mod faults;
mod palette;
mod rewrite;
mod state;
mod tiles;
mod walls;

pub use apply::{BoardEdit, EditOperation, apply_and_read, apply_operation, error};
pub use faults::{SquareFault, square_faults, stand_in};
pub use palette::PaletteEntry;
pub use state::{BoardEditor, Handle, board_editor, handle_at, handles, moved_objects};
