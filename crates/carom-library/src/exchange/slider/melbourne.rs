//! `melbourne`: the side of the board, then its rows.
//!
//! Cells are `H`, `V`, `B` for a block and `+` for floor, with or without blanks between
//! them. H is to move.

use crate::board::{Board, Square};
use crate::exchange::format::Format;
use crate::exchange::parse::all;
use crate::exchange::{Note, PuzzleRecord, Refusal, lines};
use crate::games::slider::{Man, Setup, Side};
use crate::games::{Game, GameRules, Position};
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "melbourne",
    about: "the side of the board, then rows of `H`, `V`, `B` and `+`",
    game: Some(Game::Slider),
    recognises,
    read: Some(|text| puzzle(text).map_err(Into::into).into()),
    write: Some(write),
    ..Format::TEXT
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

fn puzzle(text: &str) -> Result<PuzzleRecord, Note> {
    let mut lines = lines::content(text);
    let Some((head, first)) = lines.next() else {
        return Err(Note::new(Span::empty(0), "expected the side of the board"));
    };
    let what = "the side of the board, from 4 to 16";
    let side = all(text, first, |cursor| cursor.number_in(what, 4..=16))?;
    let unsupported = || Note::new(head, "unsupported board size");
    let side = u8::try_from(side).map_err(|_| unsupported())?;
    let mut board = Board::new(side.into(), side.into()).map_err(|_| unsupported())?;
    let mut men = Vec::new();
    let mut squares = Vec::new();
    let mut end = head;
    for rank in (0..side).rev() {
        let Some((span, line)) = lines.next() else {
            let message = format!("expected {side} rows, found {}", side - 1 - rank);
            return Err(Note::new(head, message));
        };
        let cells = all(text, line, |cursor| {
            let mut cells = Vec::new();
            while !cursor.rest().is_empty() {
                let cell = |c| matches!(c, 'H' | 'V' | 'B' | '+').then_some(c);
                let what = "`H`, `V`, `B` or `+`";
                cells.push(cursor.spanned(|cursor| cursor.one(what, cell))?);
                cursor.skip_space();
            }
            Ok(cells)
        })?;
        if cells.len() != usize::from(side) {
            let message = format!("expected {side} squares in a row, found {}", cells.len());
            return Err(Note::new(span, message));
        }
        for (file, (cell, place)) in (0..side).zip(cells) {
            let square = Square::new(file, rank);
            squares.push((square, place));
            if cell == 'B' {
                board.add_block(square);
            }
            men.extend(Side::from_glyph(cell).map(|side| Man { side, square }));
        }
        end = span;
    }
    if let Some((span, _)) = lines.next() {
        let message = format!("unexpected text after {side} rows");
        return Err(Note::new(span, message));
    }
    let setup = Setup { board, to_move: Side::H, men };
    let position =
        setup.position().map_err(|_| Note::new(head, "expected pieces of both sides"))?;
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
    Refusal::of_walls(board)?;
    if position.to_move() != Side::H {
        let reason = "in this format H moves first, but here it is V";
        return Err(Refusal::new(reason));
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
