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
mod clipboard;
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
mod section;
mod slider;
mod source_file;
mod tilt;

pub use clipboard::{pasted, puzzles_of, written_as};
pub use format::{Export, Format, Loss, Read, Refusal, Write};
pub use record::{Import, KeyValue, Note, PuzzleRecord};
pub use section::{read_head, read_puzzle};
pub use source_file::{PuzzleSource, SourceFile};

use std::iter;

use crate::exchange::parse::without_mark;
use crate::games::Game;
use crate::text::Span;

/// All formats. Detection takes the first that recognises a text.
pub const FORMATS: &[Format] = &[
    carom::FORMAT,
    ricochet::DRIFTING_ID,
    ricochet::DRIFTING_DUMP,
    ricochet::ROBOYARD,
    ricochet::SKUB,
    ricochet::ASP,
    ricochet::ROBOTS,
    ricochet::LISBON,
    ricochet::RPI,
    ricochet::PDDL,
    lunar::DIGITS,
    lunar::ROWS,
    lunar::WORDS,
    lunar::TORONTO,
    lunar::LLP,
    rush::CODINGAME,
    slider::MELBOURNE,
    jsonl::FORMAT,
    JSON,
];

const JSON: Format = Format {
    read: Some(|text| json::read(text, json_notation)),
    write: Some(|record| json::write(record, json_notation)),
    ..json::FORMAT
};

/// The format of each text, detected by its content.
pub const AUTO: Format = Format {
    name: "auto",
    about: "the format of each file, detected by its content",
    extensions: &[
        "carom", "asp", "json", "jsonl", "llp", "lp", "md", "ndjson", "pddl", "py", "txt",
    ],
    recognises: |text| recognise(text).is_some(),
    read: Some(read_any),
    ..Format::TEXT
};

/// Reads a text in the format that it is in.
fn read_any(text: &str) -> Import {
    match recognise(text).and_then(|format| format.read) {
        Some(read) => read(text),
        None => {
            let first = text.lines().next().unwrap_or_default();
            let message = "cannot detect the format: name it with `--from`";
            Import::from(Err(Note::new(Span::of(text, first), message).into()))
        }
    }
}

/// Returns the format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Detects the format of a text by its content.
pub fn recognise(text: &str) -> Option<&'static Format> {
    let text = without_mark(text);
    // A Markdown document may quote puzzles of other formats, so it is tried first.
    let mut formats = iter::once(&ricochet::SKUB).chain(FORMATS);
    formats.find(|format| format.read.is_some() && (format.recognises)(text))
}

/// Returns the part of `json` that a game has.
const fn json_notation(game: Game) -> json::Notation {
    match game {
        Game::Lunar => lunar::JSON,
        Game::Ricochet => ricochet::JSON,
        Game::Slider => slider::JSON,
        Game::Rush => rush::JSON,
        Game::Tilt => tilt::JSON,
    }
}
