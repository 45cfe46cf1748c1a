//! `lunar-rows`: a card drawn in five rows, with a heading or without.
//!
//! Empty squares are dots, robots are letters, and the human is `x`. With hyphens for empty
//! squares, letters are colours, and the human is `r` unless there is an `x`. Pieces may also be
//! digits among blanks or hyphens, with `1` for the human. Such a drawing is the only one in its
//! file, because its empty rows are blank lines. Carom writes dots and letters.
//!
//! The last line above the rows is the heading; the lines above it are comments. If all of them
//! begin with `;`, they are comments, and there is no heading.

mod drawing;
mod glyphs;
mod heading;
mod paragraphs;
mod write;

use super::card;
use crate::exchange::format::{Coverage, Format, Loss};
use crate::exchange::{Import, Note, PuzzleRecord};
use crate::games::{Game, Position};
use crate::syntax::Key;
use drawing::drawing;
use heading::headed;
use paragraphs::{Row, blank_drawing, paragraphs, parted, rows};

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "lunar-rows",
    about: "five rows of a card: letters with `x` for the human, or digits with `1`",
    game: Some(Game::Lunar),
    extensions: &["txt"],
    between: Some("\n"),
    heading: None,
    companions: &[],
    coverage: Coverage {
        name: |_| true,
        comments: true,
        keys: &[Key::Difficulty],
        but: departed,
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write::write),
};

fn recognises(text: &str) -> bool {
    let rows = rows(text);
    let is_card = |paragraph: &[Row<'_>]| {
        let (_, rows) = parted(paragraph);
        let full = rows
            .iter()
            .filter(|(_, row)| row.chars().count() == usize::from(card::SIDE));
        (4..=6).contains(&rows.len()) && full.count() >= 4
    };
    // Comments and a heading may precede the first card.
    let mut drawn = paragraphs(&rows).filter(|paragraph| !parted(paragraph).1.is_empty());
    blank_drawing(&rows).is_some() || drawn.next().is_some_and(is_card)
}

fn read(text: &str) -> Import {
    let rows = rows(text);
    let mut import = Import::default();
    let mut add = |record: Result<PuzzleRecord, Note>| match record {
        Ok(record) => import.records.push(record),
        Err(fault) => import.faults.push(fault),
    };
    if let Some(drawn) = blank_drawing(&rows) {
        add(drawing(text, drawn));
        return import;
    }
    let mut heading: Vec<Row<'_>> = Vec::new();
    for paragraph in paragraphs(&rows) {
        let (above, drawn) = parted(paragraph);
        heading.extend(above);
        if drawn.is_empty() {
            continue;
        }
        add(drawing(text, drawn).map(|record| headed(record, &heading)));
        heading.clear();
    }
    if let Some((span, _)) = heading.first() {
        add(Err(Note::new(
            *span,
            "expected five rows of a card after this",
        )));
    }
    import
}

/// Returns the humans that leave before the first move. The format has only one human.
fn departed(record: &PuzzleRecord) -> Vec<Loss> {
    let Position::Lunar(position) = &record.position else {
        return Vec::new();
    };
    let departed = position.departed().iter();
    departed
        .map(|human| Loss::Departed(human.name, human.square))
        .collect()
}
