//! Documents: texts that are cut into puzzles, and where in them things are.
//!
//! A `document` is a rope and its `section`s, a puzzle each, of which an edit reads
//! those alone that it meets. Answers about a whole document are cached with
//! each section as typed values, with lines that count from the section's first
//! (`ranges`, `token_list`); what depends on several puzzles is counted as they come and
//! go, in a document (`repeated`) and between files (`folders`). `convert`, `ranges`
//! and `edits` put byte offsets into the protocol's positions.
//!
//! - What is kept of a document after any edits is what would be kept of it had it
//!   been opened so.
//! - Nothing here knows the client or waits for anything.

pub(super) mod convert;
mod document;
mod edits;
mod folders;
mod ranges;
mod repeated;
mod section;
mod token_list;
mod typed;

pub(super) use document::Document;
pub(super) use edits::workspace_edit;
pub(super) use folders::Folders;
pub(super) use ranges::{Ranges, ShiftLines};
pub(super) use section::{ConvertedDiagnostics, Read, Section, TextCache, known, line_ends, view};
pub(super) use token_list::{Tokens, difference, joined};

#[cfg(fuzzing)]
pub use document::assert_edits_equal_reopening;
