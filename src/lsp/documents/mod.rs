//! Documents: texts split into puzzles, and conversion of positions.
//!
//! A `document` is a rope and its `section`s, one per puzzle. An edit parses only the sections that
//! it touches. Parts of responses about a whole document are cached in each section, with lines
//! relative to its first (`ranges`, `token_list`). Duplicates are counted incrementally, in a
//! document (`duplicates`) and between files (`folders`). `convert`, `ranges` and `edits` convert
//! byte offsets to the protocol's positions.
//!
//! - After any edits, a document equals one that is opened with the same text.
//! - This module does not use the client and waits for nothing.

pub(super) mod convert;
mod document;
mod duplicates;
mod edits;
mod folders;
mod ranges;
mod section;
mod token_list;
mod typed_text;

pub(super) use document::{Document, DocumentId};
pub(super) use edits::workspace_edit;
#[cfg(feature = "preview")]
pub(super) use edits::{applied, edited_document};
pub(super) use folders::Folders;
pub(super) use ranges::{Ranges, ShiftLines};
pub(super) use section::{
    ConvertedDiagnostics, Read, Section, TextCache, answer_state, line_ends, view,
};
pub(super) use token_list::{Tokens, difference, joined};

#[cfg(fuzzing)]
pub use document::assert_edits_equal_reopening;
