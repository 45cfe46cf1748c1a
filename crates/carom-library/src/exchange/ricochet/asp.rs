//! The facts of the ASP competition 2015.
//!
//! ```text
//! dim(1). dim(2).            the numbers of the columns and of the rows
//! barrier(1,2,south).        a wall on a side of a square, from either of the two
//! pos(red,1,1).              a robot; x from the left, y from the top, both from 1
//! target(red,2,2).           the square where it has to stop
//! length(5).                 the maximum length of a plan
//! ```
//!
//! The boards of clingo's examples write `barrier(1,2,0,1).` with a step, `initial_pos` for
//! `pos`, and `available_target(red,moon,2,2).` for each target, which becomes a puzzle of its
//! own. An encoding may follow the facts: its rules and directives are dropped.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::items::{BoardReader, COLOURS, SIDES, direct, place, robot_of};
use super::items::{Middle, solid_middle, with_walls};
use crate::analysis::nearest;
use crate::board::{Direction, Square};
use crate::exchange::format::{Format, Refusal};
use crate::exchange::lines;
use crate::exchange::parse::{Cursor, without_mark};
use crate::exchange::record::{Import, Note, PuzzleRecord, add_notes};
use crate::games::Game;
use crate::text::Span;
use crate::words::count;

pub(crate) const FORMAT: Format = Format {
    name: "asp",
    about: "facts of the ASP competition 2015",
    game: Some(Game::Ricochet),
    extensions: &["asp", "lp"],
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

/// The maximum length of a plan, which need not be the optimum.
const LENGTH: &str = "x-length";

/// The limit of the text of facts, more than the largest board needs. All of them are read for each
/// available target.
const MAX_FACTS: u32 = 32 << 10;

/// The names of the facts.
const FACTS: [&str; 7] =
    ["dim", "barrier", "pos", "initial_pos", "target", "available_target", "length"];

fn recognises(text: &str) -> bool {
    let facts = ["dim(", "barrier(", "pos(", "initial_pos("];
    let is_fact = |line: &str| facts.iter().any(|fact| line.starts_with(fact));
    lines::content(text).any(|(_, line)| is_fact(line)) && has_board(text)
}

/// Whether a text has a fact of a board, as its encoding has not.
fn has_board(text: &str) -> bool {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (first, after) = match rest.starts_with('%') {
            true => rest.split_at(rest.find(['\n', '\r']).unwrap_or(rest.len())),
            false => statement(rest),
        };
        if is_board_fact(first) {
            return true;
        }
        rest = after.trim_start();
    }
    false
}

/// Whether a statement is a fact of a board other than its size, which an encoding may give.
fn is_board_fact(statement: &str) -> bool {
    let is_variable = |word: &str| word.starts_with(|c: char| c == '_' || c.is_ascii_uppercase());
    statement.split_once('(').is_some_and(|(name, arguments)| {
        matches!(name, "barrier" | "pos" | "initial_pos")
            && !arguments.split(|c| !is_name(c)).any(is_variable)
            && !statement.contains(":-")
    })
}

enum Fact {
    Side(u32, u32),
    Barrier((u32, u32), Direction),
    Robot(char, (u32, u32)),
    Target(char, (u32, u32)),
    /// One of several targets: the robot, the shape and the coordinates.
    Available(char, String, (u32, u32)),
    Length(u32),
}

const fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn robot(cursor: &mut Cursor<'_>) -> Result<char, Note> {
    let what = "a robot: red, green, blue, yellow, silver, or a small letter";
    let robot = cursor.word(what, is_name, |name| {
        let colour = COLOURS.iter().find(|(colour, _)| *colour == name);
        let letter = match name.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(char::from(letter.to_ascii_uppercase())),
            _ => None,
        };
        colour.map(|(_, name)| *name).or(letter)
    })?;
    comma(cursor)?;
    Ok(robot)
}

fn comma(cursor: &mut Cursor<'_>) -> Result<(), Note> {
    cursor.mark(",", "a comma")
}

/// Reads a side, or a step to it.
fn side(cursor: &mut Cursor<'_>) -> Result<Direction, Note> {
    let what = "a side: north, east, south or west";
    let start = *cursor;
    let is_part = |c: char| is_name(c) || c == '-';
    let word = cursor.word(what, is_part, Some)?;
    if let Some((_, side)) = SIDES.iter().find(|(name, _)| *name == word) {
        return Ok(*side);
    }
    let step = match comma(cursor) {
        Ok(()) => cursor.word(what, is_part, Some)?,
        Err(_) => "",
    };
    match (word, step) {
        ("0", "-1") => Ok(Direction::Up),
        ("1", "0") => Ok(Direction::Right),
        ("0", "1") => Ok(Direction::Down),
        ("-1", "0") => Ok(Direction::Left),
        _ => Err(start.expected(what)),
    }
}

fn fact(cursor: &mut Cursor<'_>) -> Result<Fact, Note> {
    let start = *cursor;
    let name = cursor.take_while(is_name);
    if !FACTS.contains(&name) || cursor.mark("(", "").is_err() {
        return Err(start.expected("a fact, such as `barrier(1,2,south).`"));
    }
    let fact = match name {
        "dim" => {
            let first = cursor.number("a number")?;
            let last = match cursor.take("..") {
                true => cursor.number("a number")?,
                false => first,
            };
            Fact::Side(first, last)
        }
        "barrier" => {
            let at = cursor.comma_pair()?;
            comma(cursor)?;
            Fact::Barrier(at, side(cursor)?)
        }
        "target" => Fact::Target(robot(cursor)?, cursor.comma_pair()?),
        "available_target" => {
            let robot = robot(cursor)?;
            let shape = cursor.take_while(is_name).to_owned();
            comma(cursor)?;
            Fact::Available(robot, shape, cursor.comma_pair()?)
        }
        "length" => Fact::Length(cursor.number("a number")?),
        _ => Fact::Robot(robot(cursor)?, cursor.comma_pair()?),
    };
    let what = "a parenthesis and a full stop";
    cursor.mark(")", what)?;
    cursor.expect(".", what)?;
    Ok(fact)
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    let mut facts = Vec::new();
    let mut comments = Vec::new();
    let mut dropped = Vec::new();
    let mut cursor = Cursor::new(text, without_mark(text));
    cursor.skip_space();
    while !cursor.rest().is_empty() {
        let start = cursor;
        let is_on_line = |c| !matches!(c, '\n' | '\r');
        if cursor.take("%") {
            comments.push(cursor.take_while(is_on_line).trim().to_owned());
        } else {
            match fact(&mut cursor) {
                Ok(fact) => facts.push((fact, cursor.since(&start))),
                Err(fault) => {
                    cursor = start;
                    if let Some(length) = encoding(start.rest()) {
                        cursor = start.skipped(length);
                        dropped.push(cursor.since(&start));
                    } else {
                        cursor.take_while(is_on_line);
                        add_notes(&mut import.faults, [fault]);
                    }
                }
            }
        }
        cursor.skip_space();
    }
    let is_size = |(fact, _): &(Fact, Span)| matches!(fact, Fact::Side(..));
    if let Some(&first) = dropped.first() {
        if import.faults.is_empty() && facts.iter().all(is_size) {
            let note = Note::new(first, "expected facts of a board, found only an encoding");
            let help = "read the file with facts such as `pos(red,1,1).`";
            return Import::from(Err(vec![note.with_help(help)]));
        }
        let statements = count(dropped.len(), "statement");
        let message = format!("{statements} of an encoding dropped: a puzzle has facts only");
        import.warnings.push(Note::new(first, message));
    }
    let length: u32 = facts.iter().map(|(_, span)| span.len()).sum();
    if length > MAX_FACTS {
        let message = "expected at most 32 KiB of facts of a board";
        let last = facts.last().map_or(Span::empty(0), |(_, span)| *span);
        add_notes(&mut import.faults, [Note::new(last, message)]);
    }
    if !import.faults.is_empty() {
        return import;
    }
    match puzzles(&facts, Span::of(text, text.trim())) {
        Ok(records) => import.records = records,
        Err(faults) => import.faults = faults,
    }
    if let Some(first) = import.records.first_mut() {
        first.comments = comments;
    }
    import
}

/// Returns the length of the rule, directive or other fact of an encoding at the start of a text.
/// A malformed or misspelt fact of a board is none.
fn encoding(text: &str) -> Option<usize> {
    // What cannot be read is skipped up to the end of the line, so no more is examined to find out.
    let line = text.char_indices().take_while(|(_, c)| *c != '\n');
    let on_line = end_of_statement(line);
    let first = match on_line {
        Some(end) => text.get(..end),
        None => text.lines().next(),
    };
    let first = first.unwrap_or_default();
    let name = first.split(|c| !is_name(c)).next().unwrap_or_default();
    let is_rule = first.starts_with(|c: char| matches!(c, '#' | '{' | ':') || c.is_ascii_digit());
    let is_other =
        !name.is_empty() && (name == "dir" || nearest(name, FACTS.into_iter()).is_none());
    if !is_rule && !is_other && !first.contains(":-") {
        return None;
    }
    Some(statement(text).0.len())
}

/// Splits a text after its first statement or script.
fn statement(text: &str) -> (&str, &str) {
    let script_end = "#end.";
    let end = match text.starts_with("#script") {
        true => text.find(script_end).map(|at| at + script_end.len()),
        false => end_of_statement(text.char_indices()),
    };
    text.split_at(end.unwrap_or(text.len()))
}

/// Returns the end of the statement that characters begin with: a full stop that is not part of
/// an interval such as `1..16`, outside of comments and strings.
fn end_of_statement(characters: impl Iterator<Item = (usize, char)>) -> Option<usize> {
    let mut characters = characters.peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '%' => while characters.next_if(|(_, c)| !matches!(c, '\n' | '\r')).is_some() {},
            '"' => while characters.next().is_some_and(|(_, c)| c != '"') {},
            '.' if characters.next_if(|(_, c)| *c == '.').is_none() => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the puzzle of a board, or one for each of its available targets.
fn puzzles(facts: &[(Fact, Span)], whole: Span) -> Result<Vec<PuzzleRecord>, Vec<Note>> {
    let is_chosen = |(fact, _): &(Fact, Span)| matches!(fact, Fact::Target(..));
    let available: Vec<_> = facts
        .iter()
        .filter_map(|(fact, span)| match fact {
            Fact::Available(robot, shape, at) => Some((*robot, shape, *at, *span)),
            _ => None,
        })
        .collect();
    if available.is_empty() || facts.iter().any(is_chosen) {
        return Ok(vec![puzzle(facts, None, whole)?]);
    }
    let records = available.into_iter().map(|(robot, shape, at, span)| {
        let mut record = puzzle(facts, Some((robot, at, span)), span)?;
        let colour = COLOURS.iter().find(|(_, name)| *name == robot);
        let robot = colour.map_or(robot.to_string(), |(name, _)| (*name).to_owned());
        record.head = span;
        record.name = Some(format!("{robot} {shape}"));
        Ok(record)
    });
    records.collect()
}

/// Builds a puzzle from the facts, with an additional target.
fn puzzle(
    facts: &[(Fact, Span)],
    chosen: Option<(char, (u32, u32), Span)>,
    whole: Span,
) -> Result<PuzzleRecord, Vec<Note>> {
    let head = facts.first().map_or(Span::empty(0), |(_, span)| *span);
    let mut reader = board(facts, head)?;
    let mut length = None;
    for (fact, span) in facts {
        match *fact {
            Fact::Side(..) | Fact::Available(..) => {}
            Fact::Barrier(at, side) => {
                if let Some(square) = reader.square(at, *span) {
                    reader.wall(square, side, *span);
                }
            }
            Fact::Robot(name, at) => reader.robot(name, at, *span),
            Fact::Target(name, at) => reader.target(Some(name), at, *span),
            Fact::Length(moves) => {
                if length.replace((moves, *span)).is_some() {
                    let fault = Note::new(*span, "duplicate `length`");
                    reader.fault(fault);
                }
            }
        }
    }
    if let Some((name, at, span)) = chosen {
        reader.target(Some(name), at, span);
    }
    let mut record = reader.record(Middle::Open, whole, head)?;
    if let Some((moves, span)) = length {
        record.set_own_key(LENGTH, moves.to_string(), span);
    }
    Ok(record)
}

/// Returns the empty board whose side is the largest `dim`.
fn board(facts: &[(Fact, Span)], head: Span) -> Result<BoardReader, Note> {
    let mut numbers = BTreeSet::new();
    let mut last = head;
    for (fact, span) in facts {
        if let Fact::Side(from, to) = *fact {
            // A longer side is rejected below.
            numbers.extend((from..=to).take(64));
            last = *span;
        }
    }
    if !(1..).zip(&numbers).all(|(expected, number)| expected == *number) {
        let message = "expected `dim` facts for all numbers from 1";
        return Err(Note::new(last, message));
    }
    let side = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    let reader = BoardReader::new(side, side, 1, last);
    reader.map_err(|note| note.with_help("write `dim(1).` up to at most `dim(16).`"))
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    if board.columns() != board.rows() {
        return Err(Refusal::size("a square board", board));
    }
    let at = |square: Square| {
        let (x, y) = place(board, square);
        format!("{},{}", x + 1, y + 1)
    };
    let mut barriers = Vec::new();
    let walled = with_walls(board, Middle::Open);
    for square in board.squares() {
        for (name, side, opposite) in
            [("south", Direction::Down, "north"), ("east", Direction::Right, "west")]
        {
            if !walled.walls(square).contains(side) {
                continue;
            }
            // The walls in the middle of the printed board are listed from outside.
            barriers.push(match square.step(side) {
                Some(beyond) if solid_middle(board).contains(square) => {
                    format!("barrier({},{opposite}).", at(beyond))
                }
                _ => format!("barrier({},{name}).", at(square)),
            });
        }
    }
    let sides = (1..=board.columns()).map(|side| format!("dim({side})."));
    let robots = setup.robots.iter().map(|robot| {
        let name = name(robot.name, robot.square)?;
        Ok(format!("pos({name},{}).", at(robot.square)))
    });
    let targets = setup.targets.iter().map(|target| {
        let name = name(robot_of(target)?, target.square)?;
        Ok(format!("target({name},{}).", at(target.square)))
    });
    let mut text = String::new();
    for comment in &record.comments {
        let _ = writeln!(text, "% {comment}");
    }
    for mut facts in [
        barriers,
        sides.collect(),
        robots.collect::<Result<_, Refusal>>()?,
        targets.collect::<Result<_, Refusal>>()?,
    ] {
        facts.sort_unstable();
        for fact in facts {
            let _ = writeln!(text, "{fact}");
        }
    }
    let length = record.own_value(LENGTH).and_then(|length| length.parse().ok());
    if let Some(moves) = length.or(record.claimed_moves()?) {
        let _ = writeln!(text, "length({moves}).");
    }
    Ok(text)
}

/// Returns the name of a robot that is on a square, or has its target there.
fn name(robot: char, square: Square) -> Result<String, Refusal> {
    if !robot.is_ascii_uppercase() {
        let reason = "the format has no robots without a name";
        return Err(Refusal::at(square, reason));
    }
    let colour = COLOURS.iter().find(|(_, name)| *name == robot);
    Ok(match colour {
        Some((colour, _)) => (*colour).to_owned(),
        None => robot.to_ascii_lowercase().to_string(),
    })
}
