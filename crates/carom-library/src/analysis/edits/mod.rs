//! Changes of the text: fixes, formatting, transformations, and the board editor.

pub(super) mod actions;
pub(super) mod board_editor;
pub(super) mod claims;
pub(super) mod fixes;
pub(super) mod formatting;
pub(super) mod removal;
pub(super) mod restart;
pub(super) mod template;
pub(super) mod transform;
