//! Foreign formats: import and export.
//!
//! A [`Format`] reads a text into [`PuzzleRecord`]s and writes a record as text. Carom's own
//! puzzle files are one of the formats. Each format has a file in the folder of its game and a
//! row in [`FORMATS`]. Reading never fails as a whole: a [`Note`] reports each part that cannot
//! be read or that a puzzle file cannot hold, with its span in the original text.
//!
//! Readers use the cursor of `parse`, and share the lines of `lines`, the cards of `lunar::card`
//! and the boards of `ricochet::items`.

mod carom;
mod claims;
mod clipboard;
mod embedded;
mod export;
mod format;
mod json;
mod jsonl;
mod lines;
mod lunar;
mod parse;
mod record;
mod ricochet;
mod rush;
mod slider;
mod source_file;
mod table;

pub use clipboard::{pasted, puzzles_of, written_as};
pub use embedded::{read_head, read_puzzle};
pub use format::{Coverage, Export, Format, Loss, Read, Refusal, Write};
pub use record::{Import, KeyValue, Note, PuzzleRecord};
pub use source_file::{PuzzleSource, SourceFile};
pub use table::{AUTO, FORMATS, format, recognise};
