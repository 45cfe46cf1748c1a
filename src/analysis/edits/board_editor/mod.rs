//! The board editor: operations on a drawn board, such as dragging a robot, as
//! edits of the puzzle's text.
//!
//! The text is the only state. An operation changes as few characters as
//! possible, and the result is parsed again: an operation that would make the
//! puzzle malformed is refused.

mod apply;
mod objects;
mod palette;
mod rewrite;
mod state;
mod tiles;
mod walls;

pub(in crate::analysis) use apply::apply_and_read;
pub use apply::{BoardEdit, EditOperation, apply_operation, error};
pub use palette::PaletteEntry;
pub use state::{BoardEditor, Handle, board_editor, handle_at, handles};
