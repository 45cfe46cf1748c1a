//! Instances of the course "Inteligência Artificial" of IST Lisbon, 2020/21.
//!
//! ```text
//! 4              the side of the board
//! R 1 1          robots: name, row and column, both from 1 at the top left
//! G 1 3
//! R 3 2          the last one is the target
//! 1              the number of walls
//! 1 2 d          a wall: row, column, side (u, d, l or r)
//! ```

use std::fmt::Write as _;

use super::items::{BoardReader, Middle, direct, only_target, place, robot_of, with_walls};
use crate::board::{Direction, Square};
use crate::exchange::format::{Format, Refusal};
use crate::exchange::lines;
use crate::exchange::parse::{Cursor, all};
use crate::exchange::record::{Note, PuzzleRecord};
use crate::games::Game;
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "lisbon",
    about: "instances of the AI course of IST Lisbon 2020/21",
    game: Some(Game::Ricochet),
    recognises,
    read: Some(|text| puzzle(text).into()),
    write: Some(write),
    ..Format::TEXT
};

const SIDES: [(char, Direction); 4] =
    [('u', Direction::Up), ('r', Direction::Right), ('d', Direction::Down), ('l', Direction::Left)];

fn recognises(text: &str) -> bool {
    let mut lines = lines::content(text).map(|(_, line)| line);
    let is_number = |line: &str| line.chars().all(|c| c.is_ascii_digit());
    let is_item = |line: &str| all(line, line, item).is_ok();
    lines.next().is_some_and(is_number) && lines.next().is_some_and(is_item)
}

/// Reads a row and a column, and returns the column and the row.
fn coordinates(cursor: &mut Cursor<'_>) -> Result<(u32, u32), Note> {
    let (row, column) = cursor.pair(["a row", "a column"])?;
    Ok((column, row))
}

/// Reads a robot or the target.
fn item(cursor: &mut Cursor<'_>) -> Result<(char, (u32, u32)), Note> {
    let name = |c: char| c.is_ascii_uppercase().then_some(c);
    let name = cursor.one("the letter of a robot", name)?;
    cursor.blank()?;
    Ok((name, coordinates(cursor)?))
}

fn wall(cursor: &mut Cursor<'_>) -> Result<((u32, u32), Direction), Note> {
    let at = coordinates(cursor)?;
    cursor.blank()?;
    let side = |c| SIDES.iter().find(|(letter, _)| *letter == c);
    let (_, side) = cursor.one("a side: u, d, l or r", side)?;
    Ok((at, *side))
}

fn puzzle(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    let mut rest = lines::content(text).peekable();
    let Some((head, first)) = rest.next() else {
        return Err(Note::new(Span::empty(0), "expected the side of the board").into());
    };
    let side = all(text, first, |cursor| cursor.number("the side of the board"))?;
    let mut reader = BoardReader::with_rows(side, side, head)?;
    let mut placed = Vec::new();
    let is_item = |line: &str| line.starts_with(|c: char| !c.is_ascii_digit());
    while let Some((span, line)) = rest.next_if(|(_, line)| is_item(line)) {
        let (name, at) = all(text, line, item)?;
        placed.push((name, at, span));
    }
    let Some((target, at, span)) = placed.pop() else {
        return Err(Note::new(head, "expected robots and a target").into());
    };
    for (name, at, span) in placed {
        reader.robot(name, at, span);
    }
    reader.target(Some(target), at, span);
    let count = match rest.next() {
        Some((_, line)) => all(text, line, |cursor| cursor.number("the number of walls"))?,
        None => 0,
    };
    for _ in 0..count {
        let Some((span, line)) = rest.next() else {
            return Err(Note::new(head, format!("expected {count} walls")).into());
        };
        let (at, side) = all(text, line, wall)?;
        if let Some(square) = reader.square(at, span) {
            reader.wall(square, side, span);
        }
    }
    if let Some((span, _)) = rest.next() {
        return Err(Note::new(span, "unexpected text after the walls").into());
    }
    reader.record(Middle::Open, Span::of(text, text.trim()), head)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    if board.columns() != board.rows() {
        return Err(Refusal::size("a square board", board));
    }
    let target = only_target(&setup, "the format has only one target")?;
    let active = robot_of(target)?;
    let mut text = format!("{}\n", board.columns());
    let robots = setup.robots.iter().map(|robot| (robot.name, robot.square));
    for (name, square) in robots.chain([(active, target.square)]) {
        if !name.is_ascii_uppercase() {
            let reason = "the format has no robots without a name";
            return Err(Refusal::at(square, reason));
        }
        let (x, y) = place(board, square);
        let _ = writeln!(text, "{name} {} {}", y + 1, x + 1);
    }
    let walled = with_walls(board, Middle::Open);
    let mut walls: Vec<(u8, u8, char)> = board
        .squares()
        .flat_map(|square: Square| {
            let sides = [('r', Direction::Right), ('d', Direction::Down)];
            let (x, y) = place(board, square);
            sides
                .into_iter()
                .filter(|(_, side)| walled.walls(square).contains(*side))
                .filter(|(_, side)| walled.beyond(square, *side).is_some())
                .map(|(letter, _)| (y + 1, x + 1, letter))
                .collect::<Vec<_>>()
        })
        .collect();
    walls.sort_unstable();
    let _ = writeln!(text, "{}", walls.len());
    for (row, column, letter) in walls {
        let _ = writeln!(text, "{row} {column} {letter}");
    }
    Ok(text)
}
