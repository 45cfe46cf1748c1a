//! `lunar-digits`: one card per line, 25 digits.
//!
//! `0` is empty, `1` a robot and `2` a human, row by row from the top. The number of moves,
//! `s4`, and the number of the card, `:7`, may follow.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, one_of};
use nom::combinator::{consumed, eof, map};
use nom::multi::{count, many_till};
use nom::sequence::preceded;

use super::card;
use crate::exchange::format::{Coverage, Format};
use crate::exchange::parse::{Expected, Parsed, all, expect, number};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal, lines};
use crate::games::Piece;
use crate::syntax::Key;
use crate::text::Span;

const CARD: &str = "Card ";

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "lunar-digits",
    about: "one card per line: 25 digits, then `sN` for the moves and `:N` for the card",
    game: Some(crate::games::Game::Lunar),
    extensions: &["txt"],
    between: Some(""),
    heading: None,
    companions: &[],
    coverage: Coverage {
        name: |name| name.strip_prefix(CARD).is_some_and(is_number),
        comments: true,
        keys: &[Key::Moves],
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// A parsed line.
#[derive(Debug, PartialEq, Eq)]
struct Card<'t> {
    /// The digit of each square.
    cells: Vec<char>,
    moves: Option<(&'t str, u32)>,
    number: Option<u32>,
    /// A suffix that occurs twice.
    again: Option<&'t str>,
}

fn recognises(text: &str) -> bool {
    let digits = lines::first(text).map(|line| line.chars().take_while(|c| matches!(c, '0'..='2')));
    digits.is_some_and(|digits| digits.count() >= 20)
}

fn is_number(text: &str) -> bool {
    text.parse::<u32>()
        .is_ok_and(|number| number.to_string() == text)
}

fn line(input: &str) -> Parsed<'_, Card<'_>> {
    enum End<'t> {
        Moves(&'t str, u32),
        Number(u32),
    }
    let cell = expect("25 digits 0, 1 or 2", one_of::<_, _, Expected<'_>>("012"));
    let moves = consumed(number("the number of moves"));
    let end = alt((
        map(preceded(char('s'), moves), |(text, n)| End::Moves(text, n)),
        map(
            preceded(char(':'), number("the number of the card")),
            End::Number,
        ),
    ));
    let end = expect("`sN` for the moves, `:N` for the card, or nothing", end);
    let (rest, (cells, (ends, _))) =
        (count(cell, 25), many_till(consumed(end), eof)).parse(input)?;
    let mut card = Card {
        cells,
        moves: None,
        number: None,
        again: None,
    };
    for (place, end) in ends {
        let is_said = match end {
            End::Moves(text, moves) => card.moves.replace((text, moves)).is_some(),
            End::Number(number) => card.number.replace(number).is_some(),
        };
        if is_said {
            card.again = card.again.or(Some(place));
        }
    }
    Ok((rest, card))
}

fn read(text: &str) -> Import {
    lines::read(text, |span, part| {
        let card = all(text, part, line).map_err(|fault| vec![fault])?;
        record(text, span, &card).map_err(|fault| vec![fault])
    })
}

fn record(text: &str, span: Span, card: &Card<'_>) -> Result<PuzzleRecord, Note> {
    if let Some(again) = card.again {
        let message = "duplicate value";
        return Err(Note::new(Span::of(text, again), message));
    }
    let mut humans = "@123456789".chars();
    let mut robots = 'A'..='Z';
    let mut pieces = Vec::new();
    let mut squares = Vec::new();
    for (at, (square, &cell)) in card::squares().zip(&card.cells).enumerate() {
        let place = Span::from_range(at..at + 1).shifted(span.start);
        squares.push((square, place));
        let name = match cell {
            '1' => robots.next(),
            '2' => match humans.next() {
                None => return Err(Note::new(place, "more than ten humans")),
                name => name,
            },
            _ => None,
        };
        pieces.extend(name.map(|name| Piece { name, square }));
    }
    let position = card::position(pieces);
    let position = position.ok_or_else(|| Note::new(span, "expected a human (digit 2)"))?;
    let mut record = PuzzleRecord::new(span, position);
    record.squares = squares;
    if let Some((digits, moves)) = card.moves {
        record.set_key(Key::Moves, moves.to_string(), Span::of(text, digits));
    }
    record.name = card.number.map(|number| format!("{CARD}{number}"));
    Ok(record)
}

/// Returns the line for a record.
fn line_of(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::on_card(&record.position)?;
    let humans = card::humans(position);
    let mut text: String = card::squares()
        .map(|square| match position.piece_on(square) {
            _ if humans.contains(square) => '2',
            None => '0',
            Some(_) => '1',
        })
        .collect();
    match record.key_value(Key::Moves).map(|said| said.value.as_str()) {
        Some(moves) if is_number(moves) => text += &format!("s{moves}"),
        Some(moves) => {
            let reason = format!("the format cannot express `moves: {moves}`");
            return Err(Refusal::new(reason));
        }
        None => {}
    }
    let number = record.name.as_deref().and_then(|name| {
        let number = name.strip_prefix(CARD)?;
        is_number(number).then_some(number)
    });
    if let Some(number) = number {
        text += &format!(":{number}");
    }
    Ok(text)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    Ok(lines::commented(record, &line_of(record)?))
}
