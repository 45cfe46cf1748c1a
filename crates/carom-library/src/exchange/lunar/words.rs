//! `lunar-words`: one board per line, as four words of 64 bits in hexadecimal.
//!
//! The words are the sets of targets, humans, robots and blocks. The bit of a square is
//! 8 * row + column, both from 0, so bit 0 is `a1`. A fifth word such as `6x7` gives the columns
//! and rows. Without it the board is 5×5 if all squares fit, and 8×8 otherwise.

use super::card::{self, Card};
use crate::board::{Board, Square};
use crate::exchange::format::Format;
use crate::exchange::parse::{Cursor, all};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal, lines};
use crate::games::{Game, GameRules};
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "lunar-words",
    about: "one board per line: four words of 64 bits for targets, humans, robots and blocks",
    game: Some(Game::Lunar),
    between: Some(""),
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

/// The largest number of columns and of rows.
const MAX_SIDE: u8 = 8;

const fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',')
}

fn recognises(text: &str) -> bool {
    let is_word = |word: &&str| word.starts_with("0x") || word.starts_with("0X");
    // A JSON object may contain any words.
    let first = lines::first(text).filter(|line| !line.starts_with('{'));
    first.is_some_and(|line| line.split(is_gap).filter(is_word).count() >= 3)
}

fn read(text: &str) -> Import {
    lines::read(text, |span, line| Ok(all(text, line, |cursor| record(cursor, span))?))
}

fn word(cursor: &mut Cursor<'_>) -> Result<(u64, Span), Note> {
    let what = "a word of 64 bits such as 0x1000: targets, humans, robots, blocks";
    let value = |word: &str| {
        let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"))?;
        u64::from_str_radix(digits, 16).ok()
    };
    cursor.spanned(|cursor| cursor.word(what, |c| c.is_ascii_alphanumeric(), value))
}

/// Reads the number of columns and of rows.
fn size(cursor: &mut Cursor<'_>) -> Result<(u8, u8), Note> {
    let start = *cursor;
    let fault = |_| start.expected("a size up to 8x8, or the end of the line");
    let sides = 1..=u32::from(MAX_SIDE);
    let columns = cursor.number_in("", sides.clone()).map_err(fault)?;
    cursor.expect("x", "").map_err(fault)?;
    let rows = cursor.number_in("", sides).map_err(fault)?;
    let side = |side: u32| u8::try_from(side).unwrap_or(MAX_SIDE);
    Ok((side(columns), side(rows)))
}

/// Returns the squares of a set, from the lowest bit.
fn squares(word: u64) -> impl Iterator<Item = Square> {
    let bits = (0..64_u8).filter(move |bit| word >> bit & 1 != 0);
    bits.map(|bit| Square::new(bit % MAX_SIDE, bit / MAX_SIDE))
}

fn word_of(squares: impl Iterator<Item = Square>) -> u64 {
    squares.fold(0, |word, square| word | 1 << (MAX_SIDE * square.row() + square.column()))
}

/// Returns the default size of a board with these squares.
fn usual_size(all: u64) -> (u8, u8) {
    let is_small =
        squares(all).all(|square| square.column() < card::SIDE && square.row() < card::SIDE);
    match is_small {
        true => (card::SIDE, card::SIDE),
        false => (MAX_SIDE, MAX_SIDE),
    }
}

fn record(cursor: &mut Cursor<'_>, span: Span) -> Result<PuzzleRecord, Note> {
    let mut words = [word(cursor)?; 4];
    for next in words.iter_mut().skip(1) {
        if cursor.take_while(is_gap).is_empty() {
            return Err(cursor.expected("a blank or a comma"));
        }
        *next = word(cursor)?;
    }
    cursor.take_while(is_gap);
    let [targets, humans, robots, blocks] = words;
    for (one, other) in [(humans, robots), (humans, blocks), (robots, blocks), (targets, blocks)] {
        if let Some(square) = squares(one.0 & other.0).next() {
            let message = format!("{square} is in two words that exclude each other");
            return Err(Note::new(other.1, message));
        }
    }
    let (columns, rows) = match cursor.rest() {
        "" => usual_size(words.iter().fold(0, |all, (word, _)| all | word)),
        _ => size(cursor)?,
    };
    let unsupported = |_| Note::new(span, "unsupported board size");
    let mut board = Board::new(columns.into(), rows.into()).map_err(unsupported)?;
    for (word, place) in words {
        if let Some(square) = squares(word).find(|&square| !board.contains(square)) {
            let message = format!("{square} is outside the board of {columns}x{rows}");
            return Err(Note::new(place, message));
        }
    }
    squares(blocks.0).for_each(|square| board.add_block(square));
    if targets.0 == 0 {
        return Err(Note::new(targets.1, "expected a target"));
    }
    let placed = |(word, place)| squares(word).map(|square| (square, place)).collect();
    let card = Card {
        board,
        is_grouped: false,
        targets: squares(targets.0).collect(),
        humans: placed(humans),
        robots: placed(robots),
    };
    let mut record = card.record(span, Note::new(humans.1, "expected a human"))?;
    record.squares = words.into_iter().flat_map(|word| -> Vec<_> { placed(word) }).collect();
    Ok(record)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::without_walls(&record.position)?;
    let board = position.board();
    let (columns, rows) = (board.columns(), board.rows());
    if columns > MAX_SIDE || rows > MAX_SIDE {
        let corner = Square::new(columns - 1, rows - 1);
        let reason = "expected a board of at most 8×8 squares";
        return Err(Refusal::at(corner, reason));
    }
    let (humans, robots) = (card::humans(position), position.robots());
    let words = [position.targets(), humans, robots, board.blocks()].map(|set| word_of(set.iter()));
    let mut line = words.map(|word| format!("{word:#x}")).join(" ");
    if usual_size(words.into_iter().fold(0, |all, word| all | word)) != (columns, rows) {
        line += &format!(" {columns}x{rows}");
    }
    Ok(lines::commented(record, &line))
}
