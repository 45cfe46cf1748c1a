//! `lunar-words`: one board per line, as four words of 64 bits in hexadecimal.
//!
//! The words are the sets of targets, humans, robots and blocks. The bit of a square is
//! 8 * row + column, both from 0, so bit 0 is `a1`. A fifth word such as `6x7` gives the columns
//! and rows. Without it the board is 5×5 if all squares fit, and 8×8 otherwise.

use std::iter;

use nom::Parser;
use nom::bytes::complete::{tag_no_case, take_while_m_n};
use nom::character::complete::{char, one_of};
use nom::combinator::{consumed, map_opt, opt, verify};
use nom::multi::{count, many0_count, many1_count};
use nom::sequence::{preceded, separated_pair};

use super::card;
use crate::board::{Board, Square};
use crate::exchange::format::{Coverage, Format};
use crate::exchange::parse::{Expected, Parsed, all, expect, number};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal, lines};
use crate::games::lunar::{Position, Rule, Setup};
use crate::games::{Game, Piece};
use crate::text::Span;

/// The names of the pieces of a word, from its lowest bit.
const HUMANS: &str = "@123456789";
const ROBOTS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "lunar-words",
    about: "one board per line: four words of 64 bits for targets, humans, robots and blocks",
    game: Some(Game::Lunar),
    extensions: &["txt"],
    between: Some(""),
    heading: None,
    companions: &[],
    coverage: Coverage {
        comments: true,
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// A parsed line: four words with their texts, and the size.
struct Words<'t> {
    words: Vec<(&'t str, u64)>,
    size: Option<(u32, u32)>,
}

fn recognises(text: &str) -> bool {
    let is_word = |word: &&str| word.starts_with("0x") || word.starts_with("0X");
    // A JSON object may contain any words.
    let first = lines::first(text).filter(|line| !line.starts_with('{'));
    first.is_some_and(|line| line.split([' ', '\t', ',']).filter(is_word).count() >= 3)
}

fn word(input: &str) -> Parsed<'_, u64> {
    let digits = take_while_m_n(1, 16, |c: char| c.is_ascii_hexdigit());
    let value = map_opt(digits, |digits| u64::from_str_radix(digits, 16).ok());
    expect(
        "a word of 64 bits such as 0x1000: targets, humans, robots, blocks",
        preceded(tag_no_case("0x"), value),
    )(input)
}

fn gap(input: &str) -> Parsed<'_, usize> {
    expect("a blank or a comma", many1_count(one_of(" \t,"))).parse(input)
}

fn line(input: &str) -> Parsed<'_, Words<'_>> {
    let side = || {
        verify(number("columns and rows such as 6x7"), |side| {
            (1..=8).contains(side)
        })
    };
    let size = separated_pair(side(), char::<_, Expected<'_>>('x'), side());
    let size = expect("a size up to 8x8, or the end of the line", size);
    let (rest, first) = consumed(word).parse(input)?;
    let (rest, mut words) = count(preceded(gap, consumed(word)), 3).parse(rest)?;
    words.insert(0, first);
    let (rest, _) = many0_count(one_of(" \t,")).parse(rest)?;
    let (rest, size) = if rest.is_empty() {
        (rest, None)
    } else {
        opt(size).parse(rest)?
    };
    Ok((rest, Words { words, size }))
}

fn read(text: &str) -> Import {
    lines::read(text, |span, part| {
        let words = all(text, part, line).map_err(|fault| vec![fault])?;
        record(text, span, &words).map_err(|fault| vec![fault])
    })
}

/// Returns the squares of a set, from the lowest bit.
fn squares(word: u64) -> impl Iterator<Item = Square> {
    let bits = (0..64_u8).filter(move |bit| word >> bit & 1 != 0);
    bits.map(|bit| Square::new(bit % 8, bit / 8))
}

fn word_of(squares: impl Iterator<Item = Square>) -> u64 {
    squares.fold(0, |word, square| {
        word | 1 << (8 * square.row() + square.column())
    })
}

/// Returns the default size of a board with these squares.
fn usual_size(all: u64) -> (u8, u8) {
    let is_small =
        squares(all).all(|square| square.column() < card::SIDE && square.row() < card::SIDE);
    if is_small {
        (card::SIDE, card::SIDE)
    } else {
        (8, 8)
    }
}

fn record(text: &str, span: Span, read: &Words<'_>) -> Result<PuzzleRecord, Note> {
    let [targets, humans, robots, blocks] = read.words.as_slice() else {
        return Err(Note::new(span, "expected four words"));
    };
    let place = |(word, _): &(&str, u64)| Span::of(text, word);
    for (one, other) in [
        (humans, robots),
        (humans, blocks),
        (robots, blocks),
        (targets, blocks),
    ] {
        if let Some(square) = squares(one.1 & other.1).next() {
            let message = format!("{square} is in two words that exclude each other");
            return Err(Note::new(place(other), message));
        }
    }
    let every = targets.1 | humans.1 | robots.1 | blocks.1;
    let side = |side: u32| u8::try_from(side).unwrap_or(u8::MAX);
    let size = read.size.map(|(files, ranks)| (side(files), side(ranks)));
    let (files, ranks) = size.unwrap_or(usual_size(every));
    for word in &read.words {
        let outside =
            squares(word.1).find(|square| square.column() >= files || square.row() >= ranks);
        if let Some(square) = outside {
            let message = format!("{square} is outside the board of {files}x{ranks}");
            return Err(Note::new(place(word), message));
        }
    }
    let mut board = Board::new(usize::from(files), usize::from(ranks))
        .map_err(|_| Note::new(span, "unsupported board size"))?;
    squares(blocks.1).for_each(|square| board.add_block(square));
    let mut pieces = Vec::new();
    if squares(humans.1).count() > HUMANS.len() {
        return Err(Note::new(place(humans), "more than ten humans"));
    }
    // If there are more robots than letters, none of them is named.
    let are_named = squares(robots.1).count() <= ROBOTS.len();
    let letters = ROBOTS.chars().filter(|_| are_named);
    let robot_names = letters.chain(iter::repeat(Piece::NAMELESS));
    let humans_named = HUMANS.chars().zip(squares(humans.1));
    let robots_named = robot_names.zip(squares(robots.1));
    pieces.extend(
        humans_named
            .chain(robots_named)
            .map(|(name, square)| Piece { name, square }),
    );
    if targets.1 == 0 {
        return Err(Note::new(place(targets), "expected a target"));
    }
    let setup = Setup {
        board,
        rule: Rule::Exit,
        is_grouped: false,
        pieces,
        targets: squares(targets.1).collect(),
    };
    let position = setup.position();
    let position = position.map_err(|_| Note::new(place(humans), "expected a human"))?;
    let mut record = PuzzleRecord::new(span, position.into());
    let words = read.words.iter();
    record.squares = words
        .flat_map(|word| squares(word.1).map(move |square| (square, place(word))))
        .collect();
    Ok(record)
}

/// Returns the line for a record.
fn line_of(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::without_walls(&record.position)?;
    let board = position.board();
    let (files, ranks) = (board.columns(), board.rows());
    if files > 8 || ranks > 8 {
        let square = Square::new(files - 1, ranks - 1);
        return Err(Refusal::at(
            square,
            "expected a board of at most 8×8 squares",
        ));
    }
    let words = words_of(position);
    let mut text = words.map(|word| format!("{word:#x}")).join(" ");
    if usual_size(words.into_iter().fold(0, |all, word| all | word)) != (files, ranks) {
        text += &format!(" {files}x{ranks}");
    }
    Ok(text)
}

/// Returns the words of targets, humans, robots and blocks.
fn words_of(position: &Position) -> [u64; 4] {
    let humans = card::humans(position);
    [
        position.targets(),
        humans,
        position.robots(),
        position.board().blocks(),
    ]
    .map(|set| word_of(set.iter()))
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    Ok(lines::commented(record, &line_of(record)?))
}
