//! `json`: a puzzle as an object, for programs that write puzzles.
//!
//! A text is one object, an array of them, or one object after another, such as one a line. The
//! schema is `docs/schemas/puzzle.json`. A fault names its place as a JSON pointer (RFC 6901).
//! Each game reads and writes its part of an object, in `json.rs` of its folder.

mod object;
mod read;
mod setup;
mod write;

pub(super) use object::{Diagonal, ItemPlace};
pub(super) use read::{FORMAT, read};
pub(super) use setup::{Notation, Reader};
pub(super) use write::write;
pub(super) use write::{Members, name};
