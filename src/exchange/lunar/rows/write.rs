//! Writing a card in rows.

use super::glyphs::Glyphs;
use super::heading::heading;
use crate::exchange::lunar::card;
use crate::exchange::{Draft, Refusal};
use crate::games::lunar::is_human;

pub(super) fn write(draft: &Draft) -> Result<String, Refusal> {
    let position = card::on_card(&draft.position)?;
    let glyphs = Glyphs::default();
    let mut humans = position.pieces().iter().filter(|p| is_human(p.name));
    if let Some(second) = humans.nth(1) {
        return Err(Refusal::at(
            second.square,
            "rows have one human, and this is another",
        ));
    }
    let mut text = heading(draft);
    let mut row = String::new();
    for square in card::squares() {
        row.push(match position.piece_on(square) {
            None => glyphs.empty,
            Some(piece) => glyphs.glyph(piece.name).ok_or_else(|| {
                let reason = format!(
                    "no row has a robot {}, as `{}` is the human",
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
