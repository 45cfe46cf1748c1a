//! Reads a game of the crate `ricochetrobots`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{consumed, map_opt};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use super::words::{Pair, ROBOTS, pair, stands};
use crate::board::{Board, Direction};
use crate::exchange::parse::{Expected, Parsed, all, expect, number, without_mark};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::exchange::ricochet::items::{BoardItems, empty, square};
use crate::exchange::ricochet::walled::{is_middle, is_open};
use crate::games::{Diagonal, DiagonalKind};
use crate::syntax::Key;
use crate::text::{Span, lines};

/// Parses a word and the value after it.
fn after<'t, T>(
    word: &'static str,
    value: impl Parser<&'t str, Output = T, Error = Expected<'t>>,
) -> impl Parser<&'t str, Output = T, Error = Expected<'t>> {
    preceded((expect(word, tag(word)), space1), value)
}

/// Parses the squares of a row.
fn cells(input: &str) -> Parsed<'_, Vec<(&str, char)>> {
    let cell = expect("a square: B, N, W or C", one_of("BNWCbnwc"));
    let cell = consumed(cell.map(|cell: char| cell.to_ascii_uppercase()));
    separated_list1(space1, cell).parse(input)
}

fn robot(input: &str) -> Parsed<'_, char> {
    let named = |number| ROBOTS.get(usize::try_from(number).ok()?).copied();
    let what = "the index of a robot, 0 to 4";
    expect(what, map_opt(number(what), named)).parse(input)
}

fn mirror(input: &str) -> Parsed<'_, (Pair, DiagonalKind, char)> {
    let kind = alt((
        char('/').map(|_| DiagonalKind::Slash),
        char('\\').map(|_| DiagonalKind::Backslash),
    ));
    let kind = expect("a diagonal, `/` or `\\`", kind);
    (terminated(pair, space1), terminated(kind, space1), robot).parse(input)
}

fn target(input: &str) -> Parsed<'_, (Pair, Option<char>)> {
    let any = tag("-1").map(|_| None);
    let of = expect(
        "the index of a robot, or -1 for any",
        alt((any, robot.map(Some))),
    );
    let value = (terminated(pair, space1), of);
    after(
        "target",
        preceded((expect("a 0", char('0')), space1), value),
    )
    .parse(input)
}

fn step(input: &str) -> Parsed<'_, (char, Pair)> {
    after("move", (terminated(robot, space1), pair)).parse(input)
}

/// The remaining lines.
struct Lines<'t> {
    text: &'t str,
    rest: std::vec::IntoIter<&'t str>,
}

impl<'t> Lines<'t> {
    /// Parses the next line, and returns its value and span.
    fn next<T>(
        &mut self,
        parser: impl Parser<&'t str, Output = T, Error = Expected<'t>>,
    ) -> Result<(T, Span), Note> {
        let end = self.text.get(self.text.len()..).unwrap_or_default();
        let line = self.rest.next().unwrap_or(end);
        let value = all(self.text, line, terminated(parser, space0))?;
        Ok((value, Span::of(self.text, line)))
    }

    fn starts(&self, word: &str) -> bool {
        let next = self.rest.as_slice().first();
        next.is_some_and(|line| line.starts_with(word))
    }
}

pub(super) fn read(text: &str) -> Import {
    let mut import = Import::default();
    let unmarked = without_mark(text);
    let trimmed = lines(unmarked).map(|line| line.span.slice(unmarked).trim());
    let filled: Vec<&str> = trimmed.filter(|line| !line.is_empty()).collect();
    let lines = Lines {
        text,
        rest: filled.into_iter(),
    };
    match game(lines) {
        Ok(record) => import.records.push(record),
        Err(faults) => import.faults = faults,
    }
    import
}

fn game(mut lines: Lines<'_>) -> Result<PuzzleRecord, Vec<Note>> {
    let one = |note: Note| vec![note];
    let text = lines.text;
    let ((width, height), head) = lines.next(after("board", pair)).map_err(one)?;
    let mut items = BoardItems::default();
    let board = board((width, height), head, &mut lines, &mut items).map_err(one)?;
    let mut faults = Vec::new();
    let empty = board.clone();
    let mut on_board = |(x, y): Pair, span| {
        let found = square(&empty, x, y);
        if found.is_none() {
            faults.push(Note::new(span, format!("{x},{y} is outside the board")));
        }
        found
    };
    if lines.starts("mirrors") {
        let (amount, _) = lines
            .next(after("mirrors", number("a number")))
            .map_err(one)?;
        for _ in 0..amount {
            let ((at, kind, robot), span) = lines.next(mirror).map_err(one)?;
            if let Some(square) = on_board(at, span) {
                let robot = Some(robot);
                items.diagonal(
                    Diagonal {
                        square,
                        kind,
                        robot,
                    },
                    span,
                );
            }
        }
    }
    let five = expect("5, the number of robots", tag("5"));
    lines.next(after("robots", five)).map_err(one)?;
    for name in ROBOTS {
        let (at, span) = lines.next(pair).map_err(one)?;
        match on_board(at, span) {
            // An absent robot.
            Some(square) if is_middle(&board, square) => {}
            Some(square) => items.robot(name, square, span),
            None => {}
        }
    }
    let ((at, robot), span) = lines.next(target).map_err(one)?;
    if let Some(square) = on_board(at, span) {
        items.target(robot, square, span);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let whole = Span::of(text, text.trim());
    let mut record = items.record(&board, is_open(&board), whole, head)?;
    solution(&mut lines, &mut record).map_err(one)?;
    Ok(record)
}

/// Reads the rows of the board.
fn board(
    (width, height): Pair,
    head: Span,
    lines: &mut Lines<'_>,
    items: &mut BoardItems,
) -> Result<Board, Note> {
    let mut board = empty(width, height, head)?;
    for y in 0..height {
        let (cells, span) = lines.next(cells)?;
        if cells.len() != usize::from(board.columns()) {
            let message = format!("expected {width} squares in a row, found {}", cells.len());
            return Err(Note::new(span, message));
        }
        for (x, (drawn, cell)) in (0..).zip(cells) {
            let Some(at) = square(&board, x, y) else {
                continue;
            };
            let here = Span::of(lines.text, drawn);
            items.cell(at, here);
            for (letter, side) in [('N', Direction::Up), ('W', Direction::Left)] {
                if cell == letter || cell == 'B' {
                    board.add_wall(at, side);
                    items.wall(at, side, here);
                }
            }
        }
    }
    Ok(board)
}

/// Reads the solution, if there is one.
fn solution(lines: &mut Lines<'_>, record: &mut PuzzleRecord) -> Result<(), Note> {
    if lines.starts("solution") {
        let count = consumed(number("a number"));
        let ((digits, moves), _) = lines.next(after("solution", count))?;
        let span = Span::of(lines.text, digits);
        record.set_key(Key::Moves, moves.to_string(), span);
    }
    let mut position = record.position.clone();
    let mut words = Vec::new();
    while lines.starts("move") {
        let ((name, (x, y)), span) = lines.next(step)?;
        let to = square(position.board(), x, y);
        let legal = position.legal_moves().into_iter();
        let mut played = legal.filter_map(|played| {
            let next = position.play(played).ok()?;
            let is_there = stands(&next, name) == to && stands(&position, name) != to;
            (to.is_some() && is_there).then_some((played, next))
        });
        let Some((played, next)) = played.next() else {
            let message = "the robot cannot stop on this square";
            return Err(Note::new(span, message));
        };
        words.push(played.to_string());
        record.moves.push(span);
        position = next;
    }
    if let Some(place) = record.moves.iter().copied().reduce(Span::cover) {
        record.set_key(Key::Solution, words.join(" "), place);
    }
    if let Some(line) = lines.rest.next() {
        let span = Span::of(lines.text, line);
        return Err(Note::new(span, "expected `move` or the end of the text"));
    }
    Ok(())
}
