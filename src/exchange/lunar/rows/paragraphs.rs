//! The lines of a text, split into rows and the lines above them.

use crate::exchange::lunar::card;
use crate::text::{Span, lines};

/// Whether a character is a square of a row in a drawing without blanks.
pub(super) const fn is_cell(glyph: char) -> bool {
    glyph.is_ascii_alphanumeric() || matches!(glyph, '.' | '-')
}

/// A line without trailing blanks, and its span.
pub(super) type Row<'t> = (Span, &'t str);

pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    let lines = lines(text).map(|line| line.span.slice(text));
    let lines = lines.map(|line| line.trim_start_matches('\u{feff}').trim_end());
    lines.map(|line| (Span::of(text, line), line)).collect()
}

/// Returns the rows of a drawing in digits and blanks, if the text is one.
pub(super) fn blank_drawing<'r, 't>(rows: &'r [Row<'t>]) -> Option<&'r [Row<'t>]> {
    let last = rows.iter().rposition(|(_, row)| !row.is_empty())?;
    let drawn = rows.get(..=last)?;
    let is_row = |row: &str| {
        let is_cell = |c| matches!(c, '1'..='9' | ' ' | '-');
        row.chars().count() <= usize::from(card::SIDE) && row.chars().all(is_cell)
    };
    let has_human = drawn.iter().any(|(_, row)| row.contains('1'));
    let is_short = drawn.len() <= usize::from(card::SIDE) && drawn.len() > 1;
    (is_short && has_human && drawn.iter().all(|(_, row)| is_row(row))).then_some(drawn)
}

/// Returns the groups of lines between blank lines.
pub(super) fn paragraphs<'r, 't>(rows: &'r [Row<'t>]) -> impl Iterator<Item = &'r [Row<'t>]> {
    let paragraphs = rows.split(|(_, row)| row.is_empty());
    paragraphs.filter(|paragraph| !paragraph.is_empty())
}

fn is_row(row: &str) -> bool {
    row.chars().all(is_cell)
}

/// Splits a paragraph into the lines above its rows, and the rows.
pub(super) fn parted<'r, 't>(paragraph: &'r [Row<'t>]) -> (&'r [Row<'t>], &'r [Row<'t>]) {
    let above = paragraph.iter().rposition(|(_, row)| !is_row(row));
    let (heading, rows) = paragraph.split_at(above.map_or(0, |above| above + 1));
    // A single word is a heading.
    if rows.len() < 2 {
        (paragraph, &[])
    } else {
        (heading, rows)
    }
}
