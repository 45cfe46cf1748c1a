//! `melbourne`: the side of the board, then its rows.
//!
//! Cells are `H`, `V`, `B` for a block and `+` for floor, with or without blanks between
//! them. H is to move.

use nom::Parser;
use nom::character::complete::{one_of, space0};
use nom::combinator::{consumed, eof, verify};
use nom::multi::many_till;
use nom::sequence::preceded;

use crate::board::{Board, MAX_SIDE, Square};
use crate::exchange::format::{Coverage, Format};
use crate::exchange::parse::{Parsed, all, expect, number};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal, lines};
use crate::games::slider::{Man, SMALLEST_SIDE, Setup, Side};
use crate::games::{Game, Position};
use crate::text::Span;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "melbourne",
    about: "the side of the board, then rows of `H`, `V`, `B` and `+`",
    game: Some(Game::Slider),
    extensions: &["txt"],
    between: None,
    heading: None,
    companions: &[],
    coverage: Coverage::NOTHING,
    recognises,
    read: Some(read),
    write: Some(write),
};

fn recognises(text: &str) -> bool {
    let mut lines = lines::content(text);
    let is_number = |(_, line): (Span, &str)| line.chars().all(|c| c.is_ascii_digit());
    let is_cell = |c: char| matches!(c, 'H' | 'V' | 'B' | '+');
    lines.next().is_some_and(is_number)
        && lines.next().is_some_and(|(_, row)| {
            let mut cells = row.chars().filter(|c| !c.is_whitespace());
            cells.next().is_some_and(is_cell) && cells.next().is_some_and(is_cell)
        })
}

fn side(input: &str) -> Parsed<'_, u32> {
    let sides = u32::from(SMALLEST_SIDE)..=u32::from(MAX_SIDE);
    let what = "the side of the board, from 4 to 16";
    expect(what, verify(number(what), move |side| sides.contains(side)))(input)
}

/// Parses the cells of a row.
fn row(input: &str) -> Parsed<'_, Vec<(&str, char)>> {
    let cell = || consumed(expect("`H`, `V`, `B` or `+`", one_of("HVB+")));
    let (rest, (cells, _)) = many_till(preceded(space0, cell()), eof).parse(input)?;
    Ok((rest, cells))
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    match puzzle(text) {
        Ok(record) => import.records.push(record),
        Err(fault) => import.faults.push(fault),
    }
    import
}

fn puzzle(text: &str) -> Result<PuzzleRecord, Note> {
    let mut lines = lines::content(text);
    let Some((head, first)) = lines.next() else {
        return Err(Note::new(Span::empty(0), "expected the side of the board"));
    };
    let files = all(text, first, side)?;
    let ranks = u8::try_from(files).unwrap_or(MAX_SIDE);
    let mut board = Board::new(usize::from(ranks), usize::from(ranks))
        .map_err(|_| Note::new(head, "unsupported board size"))?;
    let mut men = Vec::new();
    let mut squares = Vec::new();
    let mut end = head;
    for rank in (0..ranks).rev() {
        let Some((span, part)) = lines.next() else {
            let message = format!("expected {ranks} rows, found {}", ranks - 1 - rank);
            return Err(Note::new(head, message));
        };
        let cells = all(text, part, row)?;
        if cells.len() != usize::from(ranks) {
            let message = format!("expected {ranks} squares in a row, found {}", cells.len());
            return Err(Note::new(span, message));
        }
        for (file, (place, cell)) in (0..ranks).zip(cells) {
            let square = Square::new(file, rank);
            squares.push((square, Span::of(text, place)));
            if cell == 'B' {
                board.add_block(square);
            }
            men.extend(Side::from_glyph(cell).map(|side| Man { side, square }));
        }
        end = span;
    }
    if let Some((span, _)) = lines.next() {
        return Err(Note::new(
            span,
            format!("unexpected text after {ranks} rows"),
        ));
    }
    let setup = Setup {
        board,
        to_move: Side::H,
        men,
    };
    let position = setup.position();
    let position = position.map_err(|_| Note::new(head, "expected pieces of both sides"))?;
    let mut record = PuzzleRecord::new(head.cover(end), position.into());
    record.head = head;
    record.squares = squares;
    Ok(record)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let Position::Slider(position) = &record.position else {
        return Err(Refusal::new("expected a puzzle of Slider"));
    };
    let board = position.board();
    let mut squares = board.squares();
    if let Some(square) = squares.find(|&square| !board.walls(square).is_empty()) {
        return Err(Refusal::at(square, "the format has no walls"));
    }
    if position.to_move() != Side::H {
        return Err(Refusal::new(
            "in this format H moves first, but here it is V",
        ));
    }
    let side = board.columns();
    let mut text = format!("{side}\n");
    for rank in (0..side).rev() {
        let cell = |file| {
            let square = Square::new(file, rank);
            match position.side_on(square) {
                Some(side) => side.glyph(),
                None if board.blocks().contains(square) => 'B',
                None => '+',
            }
        };
        let cells: Vec<String> = (0..side).map(|file| cell(file).to_string()).collect();
        text.push_str(&cells.join(" "));
        text.push('\n');
    }
    Ok(text)
}
