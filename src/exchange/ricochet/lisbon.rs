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

use nom::Parser;
use nom::character::complete::{one_of, satisfy, space1};
use nom::sequence::terminated;

use super::items::{BoardItems, direct, empty, only_target, place, square};
use super::walled::with_walls;
use crate::board::{Direction, Square};
use crate::exchange::format::{Coverage, Format, Refusal};
use crate::exchange::parse::{Expected, Parsed, all, expect, number};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::exchange::{lines, parse};
use crate::games::Game;
use crate::text::Span;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "lisbon",
    about: "instances of the AI course of IST Lisbon 2020/21",
    game: Some(Game::Ricochet),
    extensions: &["txt"],
    between: None,
    heading: None,
    companions: &[],
    coverage: Coverage::NOTHING,
    recognises,
    read: Some(read),
    write: Some(write),
};

const SIDES: [(char, Direction); 4] = [
    ('u', Direction::Up),
    ('r', Direction::Right),
    ('d', Direction::Down),
    ('l', Direction::Left),
];

fn recognises(text: &str) -> bool {
    let mut lines = lines::content(parse::without_mark(text)).map(|(_, line)| line);
    let is_number = |line: &str| line.chars().all(|c| c.is_ascii_digit());
    lines.next().is_some_and(is_number)
        && lines
            .next()
            .is_some_and(|line| all(line, line, item).is_ok())
}

fn blank<'t>() -> impl Parser<&'t str, Output = &'t str, Error = Expected<'t>> {
    expect("a blank", space1)
}

/// Parses a row and a column.
fn coordinates(input: &str) -> Parsed<'_, (u32, u32)> {
    let (rest, row) = terminated(number("a row"), blank()).parse(input)?;
    let (rest, column) = number("a column").parse(rest)?;
    Ok((rest, (row, column)))
}

/// Parses a robot or the target.
fn item(input: &str) -> Parsed<'_, (char, (u32, u32))> {
    let name = expect("the letter of a robot", satisfy(|c| c.is_ascii_uppercase()));
    (terminated(name, blank()), coordinates).parse(input)
}

fn wall(input: &str) -> Parsed<'_, ((u32, u32), Direction)> {
    let (rest, at) = terminated(coordinates, blank()).parse(input)?;
    let (rest, letter) = expect("a side: u, d, l or r", one_of("udlr")).parse(rest)?;
    let side = SIDES.iter().find(|(side, _)| *side == letter);
    Ok((rest, (at, side.map_or(Direction::Up, |(_, side)| *side))))
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    match puzzle(text) {
        Ok(record) => import.records.push(record),
        Err(faults) => import.faults = faults,
    }
    import
}

fn puzzle(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    let one = |note: Note| vec![note];
    let mut rest = lines::content(text).peekable();
    let Some((head, first)) = rest.next() else {
        return Err(one(Note::new(
            Span::empty(0),
            "expected the side of the board",
        )));
    };
    let side = all(text, first, number("the side of the board")).map_err(one)?;
    let mut board = empty(side, side, head).map_err(one)?;
    let start = board.clone();
    let on_board = |(row, column): (u32, u32), span: Span| {
        let found = row.checked_sub(1).zip(column.checked_sub(1));
        let found = found.and_then(|(y, x)| square(&start, x, y));
        found.ok_or_else(|| {
            let message = format!("{row} {column} is outside the board: expected 1 to {side}");
            vec![Note::new(span, message)]
        })
    };
    let mut placed = Vec::new();
    let is_item = |line: &str| line.starts_with(|c: char| !c.is_ascii_digit());
    while let Some((span, line)) = rest.next_if(|(_, line)| is_item(line)) {
        let (name, at) = all(text, line, item).map_err(one)?;
        placed.push((name, on_board(at, span)?, span));
    }
    let Some((target, at, target_span)) = placed.pop() else {
        return Err(one(Note::new(head, "expected robots and a target")));
    };
    let mut items = BoardItems::default();
    for (name, square, span) in placed {
        items.robot(name, square, span);
    }
    items.target(Some(target), at, target_span);
    let count = match rest.next() {
        Some((_, line)) => all(text, line, number("the number of walls")).map_err(one)?,
        None => 0,
    };
    for _ in 0..count {
        let Some((span, line)) = rest.next() else {
            let note = Note::new(head, format!("expected {count} walls"));
            return Err(one(note));
        };
        let (at, side) = all(text, line, wall).map_err(one)?;
        let square = on_board(at, span)?;
        board.add_wall(square, side);
        items.wall(square, side, span);
    }
    if let Some((span, _)) = rest.next() {
        return Err(one(Note::new(span, "unexpected text after the walls")));
    }
    items.record(&board, true, Span::of(text, text.trim()), head)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    if board.columns() != board.rows() {
        let (columns, rows) = (board.columns(), board.rows());
        let reason = format!("expected a square board, found {columns}×{rows}");
        return Err(Refusal::new(reason));
    }
    let target = only_target(&setup, "the format has only one target")?;
    let Some(active) = target.robot else {
        let reason = "the format has no target for any robot";
        return Err(Refusal::at(target.square, reason));
    };
    let mut text = format!("{}\n", board.columns());
    let mut item = |name: char, square: Square| {
        if !name.is_ascii_uppercase() {
            return Err(Refusal::at(
                square,
                "the format has no robots without a name",
            ));
        }
        let (x, y) = place(board, square);
        let _ = writeln!(text, "{name} {} {}", y + 1, x + 1);
        Ok(())
    };
    for robot in &setup.robots {
        item(robot.name, robot.square)?;
    }
    item(active, target.square)?;
    let walled = with_walls(board, true);
    let mut walls = Vec::new();
    for square in board.squares() {
        for (letter, side) in [('r', Direction::Right), ('d', Direction::Down)] {
            let is_inside = walled.beyond(square, side).is_some();
            if is_inside && walled.walls(square).contains(side) {
                let (x, y) = place(board, square);
                walls.push((y + 1, x + 1, letter));
            }
        }
    }
    walls.sort_unstable();
    let _ = writeln!(text, "{}", walls.len());
    for (row, column, letter) in walls {
        let _ = writeln!(text, "{row} {column} {letter}");
    }
    Ok(text)
}
