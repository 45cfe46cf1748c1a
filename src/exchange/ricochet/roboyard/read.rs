//! Reads a level of Roboyard.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{consumed, cut, fail, opt};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use super::words::{COLOURS, Pair, pair};
use crate::board::Direction;
use crate::exchange::parse::{Expected, Parsed, all, expect, number, without_mark};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::exchange::ricochet::items::{BoardItems, empty, square};
use crate::syntax::Key;
use crate::text::{Span, lines};

enum Statement<'t> {
    Board(Pair),
    /// A wall above, or else left of a square.
    Wall(bool, Pair),
    Robot(char, Pair),
    Target(Option<char>, Pair),
    /// Each slide, with its text.
    Solution(Vec<(&'t str, String)>),
    /// The digits, and the number.
    Moves(&'t str, u32),
}

fn robot(input: &str) -> Parsed<'_, char> {
    let (input, letter) = expect("a robot: r, g, b, y or s", one_of("rgbys")).parse(input)?;
    Ok((input, letter.to_ascii_uppercase()))
}

/// Parses the name of a colour.
fn colour(input: &str) -> Parsed<'_, char> {
    let named = COLOURS.iter().find(|(name, _)| input.starts_with(name));
    match named.and_then(|(name, robot)| Some((input.strip_prefix(name)?, *robot))) {
        Some(read) => Ok(read),
        None => expect("a colour: red, green, blue, yellow or silver", fail()).parse(input),
    }
}

fn slide(input: &str) -> Parsed<'_, String> {
    let (input, robot) = robot(input)?;
    let (input, side) = expect("a direction: N, E, S or W", one_of("NESW")).parse(input)?;
    let direction = match side {
        'N' => Direction::Up,
        'E' => Direction::Right,
        'S' => Direction::Down,
        _ => Direction::Left,
    };
    Ok((input, format!("{robot}{}", direction.symbol())))
}

/// Parses a statement that begins with a keyword.
fn after<'t, T>(
    keyword: &'static str,
    value: impl Parser<&'t str, Output = T, Error = Expected<'t>>,
    end: impl Parser<&'t str, Output = (), Error = Expected<'t>>,
) -> impl Parser<&'t str, Output = T, Error = Expected<'t>> {
    preceded((tag(keyword), space0), cut(terminated(value, end)))
}

fn semicolon(input: &str) -> Parsed<'_, ()> {
    expect("a semicolon", (space0, char(';')).map(|_| ())).parse(input)
}

fn statement(input: &str) -> Parsed<'_, Statement<'_>> {
    let target = alt((char('m').map(|_| None), robot.map(Some)));
    let target = expect(
        "the robot of the target: r, g, b, y or s, or m for any",
        target,
    );
    let coloured = alt((tag("multi").map(|_| None), colour.map(Some)));
    let or_none = || opt(semicolon).map(|_| ());
    let count = consumed(number("the number of moves"));
    let slides = separated_list1(space1, consumed(slide));
    expect(
        "a statement, such as `h3,2;` or `rb3,8;`",
        alt((
            after("board:", pair, semicolon).map(Statement::Board),
            after("solution:", slides, or_none()).map(Statement::Solution),
            after("num_moves:", count, or_none())
                .map(|(digits, moves)| Statement::Moves(digits, moves)),
            after("robot_", (colour, pair), semicolon).map(|(name, at)| Statement::Robot(name, at)),
            after("target_", (coloured, pair), semicolon).map(|(of, at)| Statement::Target(of, at)),
            alt((after("h", pair, semicolon), after("mh", pair, semicolon)))
                .map(|at| Statement::Wall(true, at)),
            alt((after("v", pair, semicolon), after("mv", pair, semicolon)))
                .map(|at| Statement::Wall(false, at)),
            after("r", (robot, pair), semicolon).map(|(name, at)| Statement::Robot(name, at)),
            after("t", (target, pair), semicolon).map(|(of, at)| Statement::Target(of, at)),
        )),
    )
    .parse(input)
}

pub(super) fn read(text: &str) -> Import {
    let mut import = Import::default();
    let mut statements = Vec::new();
    let mut comments = Vec::new();
    for line in lines(without_mark(text)) {
        let line = line.span.slice(without_mark(text)).trim();
        if let Some(comment) = line.strip_prefix('#') {
            comments.push(comment.trim().to_owned());
            continue;
        }
        // A line may hold several statements.
        for part in line.split_inclusive(';').map(str::trim) {
            if part.is_empty() {
                continue;
            }
            match all(text, part, terminated(statement, space0)) {
                Ok(statement) => statements.push((statement, Span::of(text, part))),
                Err(fault) => import.faults.push(fault),
            }
        }
    }
    let head = statements.first().map_or(Span::empty(0), |(_, span)| *span);
    if import.faults.is_empty() {
        match level(text, &statements, head) {
            Ok(mut record) => {
                record.comments = comments;
                import.records.push(record);
            }
            Err(faults) => import.faults = faults,
        }
    }
    import
}

/// Builds the puzzle from the statements.
fn level(
    text: &str,
    statements: &[(Statement<'_>, Span)],
    head: Span,
) -> Result<PuzzleRecord, Vec<Note>> {
    let mut sizes = statements
        .iter()
        .filter_map(|(statement, span)| match statement {
            Statement::Board(size) => Some((*size, *span)),
            _ => None,
        });
    let Some(((width, height), board_span)) = sizes.next() else {
        let note = Note::new(head, "missing size of the board");
        return Err(vec![
            note.with_help("begin with the size, as in `board:12,14;`"),
        ]);
    };
    let empty = empty(width, height, board_span).map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    if let Some((_, span)) = sizes.next() {
        faults.push(Note::new(span, "duplicate size of the board"));
    }
    let mut board = empty.clone();
    let mut items = BoardItems::default();
    let mut said: Vec<(Key, String, Span)> = Vec::new();
    let mut slides = Vec::new();
    for (statement, span) in statements {
        let mut on_board = |(x, y): Pair| {
            let found = square(&empty, x, y);
            if found.is_none() {
                let note = format!("{x},{y} is outside the board of {width}×{height}");
                faults.push(Note::new(*span, note));
            }
            found
        };
        match statement {
            Statement::Board(_) => {}
            &Statement::Wall(above, (x, y)) => {
                // Nothing is beyond the border.
                let is_border = if above {
                    y == height && x < width
                } else {
                    x == width && y < height
                };
                let side = if above {
                    Direction::Up
                } else {
                    Direction::Left
                };
                if !is_border && let Some(square) = on_board((x, y)) {
                    board.add_wall(square, side);
                    items.wall(square, side, *span);
                }
            }
            &Statement::Robot(name, at) => {
                if let Some(square) = on_board(at) {
                    items.robot(name, square, *span);
                }
            }
            &Statement::Target(robot, at) => {
                if let Some(square) = on_board(at) {
                    items.target(robot, square, *span);
                }
            }
            Statement::Solution(_) if said.iter().any(|(key, ..)| *key == Key::Solution) => {
                faults.push(Note::new(*span, "duplicate solution"));
            }
            Statement::Moves(..) if said.iter().any(|(key, ..)| *key == Key::Moves) => {
                let message = "duplicate number of moves";
                faults.push(Note::new(*span, message));
            }
            Statement::Solution(played) => {
                let words: Vec<&str> = played.iter().map(|(_, word)| word.as_str()).collect();
                slides = played
                    .iter()
                    .map(|(there, _)| Span::of(text, there))
                    .collect();
                let place = slides.iter().copied().reduce(Span::cover);
                said.push((Key::Solution, words.join(" "), place.unwrap_or(*span)));
            }
            Statement::Moves(digits, moves) => {
                said.push((Key::Moves, moves.to_string(), Span::of(text, digits)));
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let whole = Span::of(text, text.trim());
    let mut record = items.record(&board, true, whole, head)?;
    record.moves = slides;
    for (key, value, span) in said {
        record.set_key(key, value, span);
    }
    Ok(record)
}
