//! The table of formats.

use std::iter;

use super::format::Format;
use super::parse::without_mark;
use super::{carom, jsonl, lunar, ricochet, rush, slider};

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
    ricochet::PDDL,
    lunar::DIGITS,
    lunar::ROWS,
    lunar::WORDS,
    lunar::TORONTO,
    lunar::LLP,
    rush::CODINGAME,
    slider::MELBOURNE,
    jsonl::FORMAT,
];

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
