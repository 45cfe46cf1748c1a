//! The forms in which such puzzles exist elsewhere, in and out.
//!
//! A [`Form`] reads a text into [`Draft`]s, and writes a draft as a text; what
//! `carom` itself writes is one of them. Each has a file in the folder of its
//! game, and a row in [`FORMS`]. Reading never fails as a whole: what cannot be
//! read is a [`Note`] with its place in the text as it was given, and so is what
//! a puzzle file has no place for. The readers are nom parsers, and nom is
//! known in this room only as in `syntax`.

mod carom;
mod clipboard;
mod deck;
mod draft;
mod form;
mod jsonl;
mod kept;
mod lines;
mod lunar;
mod parse;
mod ricochet;
mod rush;
mod slider;
mod table;

pub use clipboard::{pasted, puzzles_of, written_as};
pub use deck::{Deck, Section};
pub use draft::{Draft, Note, Reading, Said};
pub use form::{Form, Keeps, Lost, Read, Refusal, Write, Written};
pub use table::{FORMS, form, recognise};
