//! Documents: texts split into puzzles, and conversion of positions.
//!
//! A `document` is a `text` and its `section`s, one per puzzle. After an edit, the whole text is
//! split again, and sections whose text was there before are reused. `folders` finds duplicates
//! between files. `convert` converts edits and diagnostics to the protocol's types.
//!
//! - After any edits, a document equals one that is opened with the same text.
//! - This module does not use the client and waits for nothing.

pub(super) mod convert;
mod document;
mod folders;
mod section;
mod text;

pub(super) use convert::{DocumentEdit, workspace_edit};
pub(super) use document::Document;
pub(super) use folders::Folders;
pub(super) use section::{Read, Section, answer_state, view};
pub(super) use text::IndexedText;

#[cfg(fuzzing)]
pub use document::assert_edits_equal_reopening;
