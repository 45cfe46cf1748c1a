//! Writes a card in rows.

use super::glyphs::Glyphs;
use super::heading::heading;
use crate::exchange::lunar::card;
use crate::exchange::{PuzzleRecord, Refusal};
use crate::games::lunar::is_human;

pub(super) fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::on_card(&record.position)?;
    let glyphs = Glyphs::default();
    let mut humans = position.pieces().iter().filter(|p| is_human(p.name));
    if let Some(second) = humans.nth(1) {
        return Err(Refusal::at(
            second.square,
            "the format holds one human, and this is a second",
        ));
    }
    let mut text = heading(record);
    let mut row = String::new();
    for square in card::squares() {
        row.push(match position.piece_on(square) {
            None => glyphs.empty,
            Some(piece) => glyphs.glyph(piece.name).ok_or_else(|| {
                let reason = format!(
                    "robot {} cannot be written: `{}` is the human",
                    piece.name, glyphs.human
                );
                Refusal::at(square, reason)
            })?,
        });
        if square.column() + 1 == card::SIDE {
            text.push_str(row.trim_end());
            text.push('\n');
            row.clear();
        }
    }
    Ok(text)
}
