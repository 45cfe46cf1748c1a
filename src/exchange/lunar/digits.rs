//! `lunar-digits`: a card a line, 25 digits.
//!
//! `0` is empty, `1` a robot and `2` a human, row by row from the top. What may
//! follow are the number of moves, `s4`, and the number of the card, `:7`.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, one_of};
use nom::combinator::{consumed, eof, map};
use nom::multi::{count, many_till};
use nom::sequence::preceded;

use super::card;
use crate::exchange::form::{Form, Keeps};
use crate::exchange::parse::{Expected, Parsed, all, expect, number};
use crate::exchange::{Draft, Note, Reading, Refusal, lines};
use crate::games::Piece;
use crate::syntax::Key;
use crate::text::Span;

const CARD: &str = "Card ";

pub(in crate::exchange) const FORM: Form = Form {
    name: "lunar-digits",
    about: "a card a line: 25 digits, then `sN` for the moves and `:N` for the card",
    game: Some(crate::games::Game::Lunar),
    extensions: &["txt"],
    between: Some(""),
    companions: &[],
    keeps: Keeps {
        name: |name| name.strip_prefix(CARD).is_some_and(is_number),
        comments: true,
        keys: &[Key::Moves],
        ..Keeps::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// A line of the form.
#[derive(Debug, PartialEq, Eq)]
struct Card<'t> {
    /// The digit of each square.
    cells: Vec<char>,
    moves: Option<(&'t str, u32)>,
    number: Option<u32>,
    /// What is said a second time.
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
    let cell = expect(
        "a digit 0, 1 or 2, of which a card has 25",
        one_of::<_, _, Expected<'_>>("012"),
    );
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

fn read(text: &str) -> Reading {
    lines::read(text, |span, part| {
        let card = all(text, part, line).map_err(|fault| vec![fault])?;
        draft(text, span, &card).map_err(|fault| vec![fault])
    })
}

fn draft(text: &str, span: Span, card: &Card<'_>) -> Result<Draft, Note> {
    if let Some(again) = card.again {
        let message = "this is said a second time";
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
                None => return Err(Note::new(place, "ten humans are the most")),
                name => name,
            },
            _ => None,
        };
        pieces.extend(name.map(|name| Piece { name, square }));
    }
    let position = card::position(pieces);
    let position = position.ok_or_else(|| Note::new(span, "no digit is 2, so no human is here"))?;
    let mut draft = Draft::new(span, position);
    draft.squares = squares;
    if let Some((digits, moves)) = card.moves {
        draft.say(Key::Moves, moves.to_string(), Span::of(text, digits));
    }
    draft.name = card.number.map(|number| format!("{CARD}{number}"));
    Ok(draft)
}

/// The line that says what the draft says.
fn line_of(draft: &Draft) -> Result<String, Refusal> {
    let position = card::on_card(&draft.position)?;
    let humans = card::humans(position);
    let mut text: String = card::squares()
        .map(|square| match position.piece_on(square) {
            _ if humans.contains(square) => '2',
            None => '0',
            Some(_) => '1',
        })
        .collect();
    match draft.said(Key::Moves).map(|said| said.value.as_str()) {
        Some(moves) if is_number(moves) => text += &format!("s{moves}"),
        Some(moves) => {
            let reason = format!("a card cannot say `moves: {moves}`");
            return Err(Refusal::new(reason));
        }
        None => {}
    }
    let number = draft.name.as_deref().and_then(|name| {
        let number = name.strip_prefix(CARD)?;
        is_number(number).then_some(number)
    });
    if let Some(number) = number {
        text += &format!(":{number}");
    }
    Ok(text)
}

fn write(draft: &Draft) -> Result<String, Refusal> {
    Ok(lines::commented(draft, &line_of(draft)?))
}
