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

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, i32 as signed, multispace0};
use nom::combinator::{cut, map_opt, opt};
use nom::sequence::{delimited, preceded, terminated};

use super::items::{BoardItems, direct, place, square};
use super::walled::{is_in_solid_middle, with_walls};
use crate::analysis::nearest;
use crate::board::{Board, Direction, Square};
use crate::exchange::claims::moves;
use crate::exchange::format::{Coverage, Format, Refusal};
use crate::exchange::lines;
use crate::exchange::parse::{Expected, Parsed, expect, note, number, without_mark};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::games::Game;
use crate::text::Span;
use crate::words::count;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "asp",
    about: "facts of the ASP competition 2015",
    game: Some(Game::Ricochet),
    extensions: &["asp", "lp"],
    between: None,
    heading: None,
    companions: &[],
    coverage: Coverage {
        comments: true,
        own_keys: &[LENGTH],
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// The maximum length of a plan, which need not be the optimum.
const LENGTH: &str = "x-length";

/// Robots with names of colours. Other robots are small letters.
const COLOURS: [(&str, char); 5] = [
    ("red", 'R'),
    ("green", 'G'),
    ("blue", 'B'),
    ("yellow", 'Y'),
    ("silver", 'S'),
];

/// The names of the facts.
const FACTS: [&str; 7] = [
    "dim",
    "barrier",
    "pos",
    "initial_pos",
    "target",
    "available_target",
    "length",
];

const SIDES: [(&str, Direction); 4] = [
    ("north", Direction::Up),
    ("east", Direction::Right),
    ("south", Direction::Down),
    ("west", Direction::Left),
];

fn recognises(text: &str) -> bool {
    lines::content(text).any(|(_, line)| {
        ["dim(", "barrier(", "pos(", "initial_pos("]
            .iter()
            .any(|fact| line.starts_with(fact))
    })
}

enum Fact {
    Side(u32, u32),
    Barrier(u32, u32, Direction),
    Robot(char, u32, u32),
    Target(char, u32, u32),
    /// One of several targets: the robot, the shape and the coordinates.
    Available(char, String, u32, u32),
    Length(u32),
}

fn word(input: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_').parse(input)
}

fn robot(input: &str) -> Parsed<'_, char> {
    let name = |name: &str| {
        let colour = COLOURS.iter().find(|(colour, _)| *colour == name);
        let mut letters = name.chars();
        let letter = letters.next().filter(char::is_ascii_lowercase);
        let letter = letter.filter(|_| letters.next().is_none());
        colour
            .map(|(_, name)| *name)
            .or(letter.map(|letter| letter.to_ascii_uppercase()))
    };
    expect(
        "a robot: red, green, blue, yellow, silver, or a small letter",
        map_opt(word, name),
    )
    .parse(input)
}

fn side(input: &str) -> Parsed<'_, Direction> {
    let named = |name: &str| SIDES.iter().find(|(side, _)| *side == name);
    expect("a side: north, east, south or west", map_opt(word, named))
        .map(|(_, side)| *side)
        .parse(input)
}

fn comma(input: &str) -> Parsed<'_, ()> {
    expect("a comma", (multispace0, char(','), multispace0).map(|_| ())).parse(input)
}

/// Parses a fact of this name with its arguments.
fn of<'t, T>(
    name: &'static str,
    arguments: impl Parser<&'t str, Output = T, Error = Expected<'t>>,
) -> impl Parser<&'t str, Output = T, Error = Expected<'t>> {
    let end = expect(
        "a parenthesis and a full stop",
        (multispace0, char(')'), multispace0, char('.')),
    );
    preceded(
        (tag(name), multispace0, char('(')),
        cut(delimited(multispace0, arguments, end)),
    )
}

fn fact(input: &str) -> Parsed<'_, Fact> {
    let from = || number("a number");
    let items = || (terminated(robot, comma), terminated(from(), comma), from());
    let step = || signed::<_, Expected<'_>>;
    let step = map_opt((terminated(step(), comma), step()), |(x, y)| match (x, y) {
        (0, -1) => Some(Direction::Up),
        (1, 0) => Some(Direction::Right),
        (0, 1) => Some(Direction::Down),
        (-1, 0) => Some(Direction::Left),
        _ => None,
    });
    let side = alt((step, side));
    let barrier = (terminated(from(), comma), terminated(from(), comma), side);
    let shaped = (
        terminated(robot, comma),
        terminated(word, comma),
        terminated(from(), comma),
        from(),
    );
    expect(
        "a fact, such as `barrier(1,2,south).`",
        alt((
            of("dim", (from(), opt(preceded(tag(".."), from()))))
                .map(|(first, last)| Fact::Side(first, last.unwrap_or(first))),
            of("barrier", barrier).map(|(x, y, side)| Fact::Barrier(x, y, side)),
            of("pos", items()).map(|(robot, x, y)| Fact::Robot(robot, x, y)),
            of("target", items()).map(|(robot, x, y)| Fact::Target(robot, x, y)),
            of("initial_pos", items()).map(|(robot, x, y)| Fact::Robot(robot, x, y)),
            of("available_target", shaped)
                .map(|(robot, shape, x, y)| Fact::Available(robot, shape.to_owned(), x, y)),
            of("length", from()).map(Fact::Length),
        )),
    )
    .parse(input)
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    let mut facts = Vec::new();
    let mut comments = Vec::new();
    let mut dropped = Vec::new();
    let mut rest = without_mark(text).trim_start();
    while !rest.is_empty() {
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        rest = if let Some(comment) = line.strip_prefix('%') {
            comments.push(comment.trim().to_owned());
            rest.get(line.len()..).unwrap_or_default()
        } else if let Some((part, after)) = encoding(rest) {
            dropped.push(Span::of(text, part));
            after
        } else {
            match fact(rest) {
                Ok((after, fact)) => {
                    let part = rest.get(..rest.len() - after.len()).unwrap_or_default();
                    facts.push((fact, Span::of(text, part)));
                    after
                }
                Err(error) => {
                    import.faults.push(note(text, error));
                    rest.get(line.len()..).unwrap_or_default()
                }
            }
        }
        .trim_start();
    }
    if let Some(&first) = dropped.first() {
        let statements = count(dropped.len(), "statement");
        let message = format!("{statements} of an encoding dropped: a puzzle has facts only");
        import.warnings.push(Note::new(first, message));
    }
    if import.faults.is_empty() {
        let whole = Span::of(text, text.trim());
        let chosen = facts
            .iter()
            .any(|(fact, _)| matches!(fact, Fact::Target(..)));
        let available = facts
            .iter()
            .enumerate()
            .filter_map(|(number, (fact, span))| {
                let Fact::Available(robot, shape, ..) = fact else {
                    return None;
                };
                let colour = COLOURS.iter().find(|(_, name)| name == robot);
                let robot =
                    colour.map_or_else(|| robot.to_string(), |(name, _)| (*name).to_owned());
                Some((number, *span, format!("{robot} {shape}")))
            });
        let available: Vec<_> = available.filter(|_| !chosen).collect();
        let puzzles = match available.is_empty() {
            true => vec![puzzle(&facts, None, whole)],
            false => available
                .into_iter()
                .map(|(number, span, name)| {
                    let mut record = puzzle(&facts, Some(number), span)?;
                    record.head = span;
                    record.name = Some(name);
                    Ok(record)
                })
                .collect(),
        };
        for puzzle in puzzles {
            match puzzle {
                Ok(mut record) => {
                    record.comments.append(&mut comments);
                    import.records.push(record);
                }
                Err(faults) => {
                    import.records.clear();
                    import.faults = faults;
                    break;
                }
            }
        }
    }
    import
}

/// Splits a rule, a directive or another fact of an encoding off a text. A malformed or misspelt
/// fact of a board is not split off.
fn encoding(text: &str) -> Option<(&str, &str)> {
    let (statement, rest) = text.split_at(end_of_statement(text));
    let first = statement.lines().next().unwrap_or_default();
    let name = first.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = name.into_iter().next().unwrap_or_default();
    let is_rule = first.starts_with(|c: char| matches!(c, '#' | '{' | ':') || c.is_ascii_digit());
    let is_other =
        !name.is_empty() && (name == "dir" || nearest(name, FACTS.into_iter()).is_none());
    (is_rule || is_other || first.contains(":-")).then_some((statement, rest))
}

/// Returns the end of the statement that a text begins with: a full stop that is not part of
/// an interval such as `1..16`, outside of comments and strings.
fn end_of_statement(text: &str) -> usize {
    if text.starts_with("#script") {
        let end = "#end.";
        return text.find(end).map_or(text.len(), |at| at + end.len());
    }
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '%' => while characters.next_if(|(_, c)| *c != '\n').is_some() {},
            '"' => while characters.next().is_some_and(|(_, c)| c != '"') {},
            '.' if characters.next_if(|(_, c)| *c == '.').is_none() => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Builds a puzzle from the facts, with the `chosen` one of the available targets.
fn puzzle(
    facts: &[(Fact, Span)],
    chosen: Option<usize>,
    whole: Span,
) -> Result<PuzzleRecord, Vec<Note>> {
    let head = facts.first().map_or(Span::empty(0), |(_, span)| *span);
    let empty = board(facts, head).map_err(|fault| vec![fault])?;
    let mut board = empty.clone();
    let mut items = BoardItems::default();
    let mut faults = Vec::new();
    let mut length = None;
    for (number, (fact, span)) in facts.iter().enumerate() {
        let mut on_board = |x: u32, y: u32| {
            let found = x.checked_sub(1).zip(y.checked_sub(1));
            let found = found.and_then(|(x, y)| square(&empty, x, y));
            if found.is_none() {
                let side = empty.columns();
                let note =
                    format!("{x},{y} is outside the board: expected numbers from 1 to {side}");
                faults.push(Note::new(*span, note));
            }
            found
        };
        match *fact {
            Fact::Side(..) => {}
            Fact::Barrier(x, y, side) => {
                if let Some(square) = on_board(x, y) {
                    board.add_wall(square, side);
                    items.wall(square, side, *span);
                }
            }
            Fact::Robot(name, x, y) => {
                if let Some(square) = on_board(x, y) {
                    items.robot(name, square, *span);
                }
            }
            Fact::Target(name, x, y) => {
                if let Some(square) = on_board(x, y) {
                    items.target(Some(name), square, *span);
                }
            }
            Fact::Available(name, _, x, y) => {
                if let Some(square) = on_board(x, y).filter(|_| chosen == Some(number)) {
                    items.target(Some(name), square, *span);
                }
            }
            Fact::Length(moves) => {
                if length.replace((moves, *span)).is_some() {
                    faults.push(Note::new(*span, "duplicate `length`"));
                }
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut record = items.record(&board, true, whole, head)?;
    if let Some((moves, span)) = length {
        record.set_own_key(LENGTH, moves.to_string(), span);
    }
    Ok(record)
}

/// Returns the empty board whose side is the largest `dim`.
fn board(facts: &[(Fact, Span)], head: Span) -> Result<Board, Note> {
    let mut numbers = BTreeSet::new();
    let mut last = head;
    for (fact, span) in facts {
        if let Fact::Side(from, to) = *fact {
            // A longer side is rejected below.
            numbers.extend((from..=to).take(64));
            last = *span;
        }
    }
    let is_gapless = (1..)
        .zip(&numbers)
        .all(|(expected, number)| expected == *number);
    if !is_gapless {
        let message = "expected `dim` facts for all numbers from 1";
        return Err(Note::new(last, message));
    }
    let side = numbers.len();
    Board::new(side, side).map_err(|_| {
        let message = format!("unsupported board size {side}×{side}");
        Note::new(last, message).with_help("write `dim(1).` up to at most `dim(16).`")
    })
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    if board.columns() != board.rows() {
        return Err(Refusal::new(format!(
            "expected a square board, found {}×{}",
            board.columns(),
            board.rows()
        )));
    }
    let at = |square: Square| {
        let (x, y) = place(board, square);
        format!("{},{}", x + 1, y + 1)
    };
    let mut barriers = Vec::new();
    let walled = with_walls(board, true);
    for square in board.squares() {
        for (towards, from_there) in [
            (("south", Direction::Down), "north"),
            (("east", Direction::Right), "west"),
        ] {
            let (name, side) = towards;
            if !walled.walls(square).contains(side) {
                continue;
            }
            // The walls in the middle of the printed board are listed from outside.
            barriers.push(match square.step(side) {
                Some(beyond) if is_in_solid_middle(board, square) => {
                    format!("barrier({},{from_there}).", at(beyond))
                }
                _ => format!("barrier({},{name}).", at(square)),
            });
        }
    }
    let mut sides: Vec<String> = (1..=board.columns())
        .map(|side| format!("dim({side})."))
        .collect();
    let mut robots = Vec::new();
    for robot in &setup.robots {
        let name = name(robot.name, robot.square)?;
        robots.push(format!("pos({name},{}).", at(robot.square)));
    }
    let mut targets = Vec::new();
    for target in &setup.targets {
        let Some(robot) = target.robot else {
            let reason = "the format has no target for any robot";
            return Err(Refusal::at(target.square, reason));
        };
        let name = name(robot, target.square)?;
        targets.push(format!("target({name},{}).", at(target.square)));
    }
    let mut text = String::new();
    for comment in &record.comments {
        let _ = writeln!(text, "% {comment}");
    }
    for facts in [&mut barriers, &mut sides, &mut robots, &mut targets] {
        facts.sort_unstable();
        for fact in facts {
            let _ = writeln!(text, "{fact}");
        }
    }
    let length = record
        .own_value(LENGTH)
        .and_then(|length| length.parse().ok());
    if let Some(moves) = length.or(moves(record)?) {
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
