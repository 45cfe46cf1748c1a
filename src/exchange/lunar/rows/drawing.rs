//! Reads the rows of a card.

use nom::Parser;
use nom::character::complete::satisfy;
use nom::combinator::eof;
use nom::multi::many_m_n;
use nom::sequence::terminated;

use super::glyphs::{Glyphs, is_empty};
use super::paragraphs::{Row, blank_drawing, is_cell};
use crate::board::Square;
use crate::exchange::lunar::card;
use crate::exchange::parse::{Parsed, all, expect};
use crate::exchange::{Note, PuzzleRecord};
use crate::games::Piece;
use crate::text::Span;

fn row(input: &str) -> Parsed<'_, Vec<char>> {
    let cell = satisfy(|c| is_cell(c) || c == ' ');
    let cells = many_m_n(0, usize::from(card::SIDE), cell);
    let end = expect("the end of a row of five squares", eof);
    terminated(cells, end).parse(input)
}

/// Reads the five rows of a card. A short row of a drawing with blanks continues empty.
pub(super) fn drawing(text: &str, drawn: &[Row<'_>]) -> Result<PuzzleRecord, Note> {
    let (Some((first, _)), Some((last, _))) = (drawn.first(), drawn.last()) else {
        return Err(Note::new(Span::empty(0), "expected five rows of a card"));
    };
    let is_blank = blank_drawing(drawn).is_some();
    if drawn.len() > usize::from(card::SIDE) || (drawn.len() < usize::from(card::SIDE) && !is_blank)
    {
        let message = format!("expected five rows of a card, found {}", drawn.len());
        return Err(Note::new(first.cover(*last), message));
    }
    let mut cells = Vec::new();
    for (rank, (span, part)) in (0..card::SIDE).rev().zip(drawn) {
        let glyphs = all(text, part, row)?;
        if glyphs.len() < usize::from(card::SIDE) && !is_blank {
            let message = format!("expected five squares in a row, found {}", glyphs.len());
            return Err(Note::new(*span, message));
        }
        for (file, glyph) in (0..card::SIDE).zip(glyphs) {
            let at = span.start + u32::from(file);
            cells.push((Square::new(file, rank), glyph, Span::new(at, at + 1)));
        }
    }
    let glyphs = Glyphs::of(&cells);
    let pieces = pieces(glyphs, &cells)?;
    let expected = || {
        let message = format!("expected `{}`, the human, in these rows", glyphs.human);
        Note::new(first.cover(*last), message)
    };
    let position = card::position(pieces).ok_or_else(expected)?;
    let mut record = PuzzleRecord::new(first.cover(*last), position);
    record.head = *first;
    record.squares = cells
        .iter()
        .map(|&(square, _, span)| (square, span))
        .collect();
    Ok(record)
}

fn pieces(glyphs: Glyphs, cells: &[(Square, char, Span)]) -> Result<Vec<Piece>, Note> {
    let mut pieces: Vec<Piece> = Vec::new();
    for &(square, glyph, span) in cells {
        if is_empty(glyph) {
            continue;
        }
        let name = if glyph == glyphs.human {
            '@'
        } else if let Some(robot) = glyphs.robot(glyph) {
            robot
        } else {
            let kind = match glyphs.human {
                '1' => "digits from 2",
                human if human.is_ascii_uppercase() => "capitals",
                _ => "small letters",
            };
            let message = format!("expected {kind} for robots, found `{glyph}`");
            return Err(Note::new(span, message));
        };
        if pieces.iter().any(|piece| piece.name == name) {
            return Err(Note::new(span, format!("duplicate piece `{glyph}`")));
        }
        pieces.push(Piece { name, square });
    }
    Ok(pieces)
}
