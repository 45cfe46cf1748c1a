//! `lunar-rows`: a card drawn in five rows, with a heading or without.
//!
//! Robots are letters and the human is `x` among dots; among hyphens, where
//! colours are meant, it is `r` unless there is an `x`. Or pieces are digits
//! among blanks or hyphens, with `1` for the human: such a drawing alone makes
//! up a file, as its empty rows are blank lines.
//!
//! The last line above the rows is the heading, and those above that are
//! comments. Where all of them begin with `;` they are comments, and there is no
//! heading.

mod drawing;
mod glyphs;
mod heading;
mod paragraphs;
mod write;

use super::card;
use crate::exchange::form::{Form, Keeps, Lost};
use crate::exchange::{Draft, Note, Reading};
use crate::games::{Game, Position};
use crate::syntax::Key;
use drawing::drawing;
use heading::headed;
use paragraphs::{Row, blank_drawing, paragraphs, parted, rows};

pub(in crate::exchange) const FORM: Form = Form {
    name: "lunar-rows",
    about: "a card in five rows: letters with `x` for the human, or digits with `1`",
    game: Some(Game::Lunar),
    extensions: &["txt"],
    between: Some("\n"),
    companions: &[],
    keeps: Keeps {
        name: |_| true,
        comments: true,
        keys: &[Key::Difficulty],
        but: departed,
        ..Keeps::NOTHING
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
    // Comments and a heading stand above the first card.
    let mut drawn = paragraphs(&rows).filter(|paragraph| !parted(paragraph).1.is_empty());
    blank_drawing(&rows).is_some() || drawn.next().is_some_and(is_card)
}

fn read(text: &str) -> Reading {
    let rows = rows(text);
    let mut reading = Reading::default();
    let mut add = |draft: Result<Draft, Note>| match draft {
        Ok(draft) => reading.drafts.push(draft),
        Err(fault) => reading.faults.push(fault),
    };
    if let Some(drawn) = blank_drawing(&rows) {
        add(drawing(text, drawn));
        return reading;
    }
    let mut heading: Vec<Row<'_>> = Vec::new();
    for paragraph in paragraphs(&rows) {
        let (above, drawn) = parted(paragraph);
        heading.extend(above);
        if drawn.is_empty() {
            continue;
        }
        add(drawing(text, drawn).map(|draft| headed(draft, &heading)));
        heading.clear();
    }
    if let Some((span, _)) = heading.first() {
        add(Err(Note::new(
            *span,
            "expected five rows of a card after this",
        )));
    }
    reading
}

/// Humans that are home before the first move: rows have no place for a second.
fn departed(draft: &Draft) -> Vec<Lost> {
    let Position::Lunar(position) = &draft.position else {
        return Vec::new();
    };
    let departed = position.departed().iter();
    departed
        .map(|human| Lost::Departed(human.name, human.square))
        .collect()
}
