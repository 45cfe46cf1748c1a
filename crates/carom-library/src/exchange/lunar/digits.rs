//! `lunar-digits`: one card per line, 25 digits.
//!
//! `0` is empty, `1` a robot and `2` a human, row by row from the top. The number of moves,
//! `s4`, and the number of the card, `:7`, may follow.

use super::card::{self, Card};
use crate::exchange::format::Format;
use crate::exchange::parse::{Cursor, all, is_number};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal, lines};
use crate::games::Game;
use crate::syntax::Key;
use crate::text::Span;

const CARD: &str = "Card ";

pub(crate) const FORMAT: Format = Format {
    name: "lunar-digits",
    about: "one card per line: 25 digits, then `sN` for the moves and `:N` for the card",
    game: Some(Game::Lunar),
    between: Some(""),
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

fn recognises(text: &str) -> bool {
    let digits = lines::first(text).map(|line| line.chars().take_while(|c| matches!(c, '0'..='2')));
    digits.is_some_and(|digits| digits.count() >= 20)
}

/// Returns the number of the card that a name gives.
fn number_of(name: &str) -> Option<&str> {
    let number = name.strip_prefix(CARD)?;
    is_number(number).then_some(number)
}

fn read(text: &str) -> Import {
    lines::read(text, |span, line| Ok(all(text, line, |cursor| card(cursor, span))?))
}

fn card(cursor: &mut Cursor<'_>, span: Span) -> Result<PuzzleRecord, Note> {
    let no_human = Note::new(span, "expected a human (digit 2)");
    let mut card = Card::new(card::SIDE.into()).ok_or_else(|| no_human.clone())?;
    let mut squares = Vec::new();
    for square in card::squares() {
        let what = "25 digits 0, 1 or 2";
        let digit = |c: char| c.to_digit(3);
        let (digit, place) = cursor.spanned(|cursor| cursor.one(what, digit))?;
        squares.push((square, place));
        match digit {
            1 => card.robots.push((square, place)),
            2 => card.humans.push((square, place)),
            _ => {}
        }
    }
    let (mut moves, mut number) = (None, None);
    while !cursor.rest().is_empty() {
        let start = *cursor;
        let (value, what) = if cursor.take("s") {
            (&mut moves, "the number of moves")
        } else if cursor.take(":") {
            (&mut number, "the number of the card")
        } else {
            let what = "`sN` for the moves, `:N` for the card, or nothing";
            return Err(cursor.expected(what));
        };
        let read = cursor.spanned(|cursor| cursor.number(what))?;
        if value.replace(read).is_some() {
            return Err(Note::new(cursor.since(&start), "duplicate value"));
        }
    }
    let mut record = card.record(span, no_human)?;
    record.squares = squares;
    if let Some((moves, place)) = moves {
        record.set_key(Key::Moves, moves.to_string(), place);
    }
    record.name = number.map(|(number, _)| format!("{CARD}{number}"));
    Ok(record)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::on_card(&record.position)?;
    let humans = card::humans(position);
    let mut line: String = card::squares()
        .map(|square| match position.piece_on(square) {
            _ if humans.contains(square) => '2',
            None => '0',
            Some(_) => '1',
        })
        .collect();
    if let Some(moves) = record.claimed_moves()? {
        line += &format!("s{moves}");
    }
    if let Some(number) = record.name.as_deref().and_then(number_of) {
        line += &format!(":{number}");
    }
    Ok(lines::commented(record, &line))
}
