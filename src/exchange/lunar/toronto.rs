//! States of the course CSC384 of the University of Toronto, in Python.
//!
//! `LunarLockoutState("START", 0, None, 5, ((0, 0), (1, 0)), ((0, 1),))`: the side of the board,
//! the robots and the humans, each `(x, y)` from 0 at the top left. Humans leave the board in the
//! middle. The rest of a Python file is ignored.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until};
use nom::character::complete::{char, multispace0, one_of};
use nom::combinator::{consumed, opt};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded, terminated};

use super::card;
use crate::board::{Board, Square};
use crate::exchange::format::{Coverage, Format};
use crate::exchange::parse::{Expected, Parsed, expect, note, number};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal};
use crate::games::lunar::{Rule, Setup, is_human};
use crate::games::{Game, Piece};
use crate::text::Span;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "toronto",
    about: "states of the course CSC384 of Toronto, in Python",
    game: Some(Game::Lunar),
    extensions: &["py"],
    between: Some(""),
    heading: None,
    companions: &[],
    coverage: Coverage::NOTHING,
    recognises: |text| starts(text).next().is_some(),
    read: Some(read),
    write: Some(write),
};

const NAME: &str = "LunarLockoutState";
const START: &str = "LunarLockoutState(\"START\"";

const HUMANS: &str = "@123456789";

/// A pair of coordinates with its text.
type Pair<'t> = (&'t str, (u32, u32));

/// The side of the board, the robots and the humans.
type State<'t> = (u32, Vec<Pair<'t>>, Vec<Pair<'t>>);

/// Returns the offsets of the states, without those in comments.
fn starts(text: &str) -> impl Iterator<Item = usize> {
    let places = text.match_indices(NAME).map(|(at, _)| at);
    places.filter(|&at| {
        let before = text.get(..at).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let state = text.get(at + NAME.len()..).unwrap_or_default();
        !line.contains('#') && start(state).is_ok()
    })
}

/// Parses the beginning of the arguments of a state.
fn start(input: &str) -> Parsed<'_, ()> {
    let name = alt((tag("\"START\""), tag("'START'")));
    let start = (multispace0, char('('), multispace0, name);
    start.map(|_| ()).parse(input)
}

fn comma(input: &str) -> Parsed<'_, ()> {
    let comma = (multispace0, char(','), multispace0).map(|_| ());
    expect("a comma", comma).parse(input)
}

fn pair(input: &str) -> Parsed<'_, Pair<'_>> {
    let open = terminated(char('('), multispace0);
    let close = preceded(multispace0, char(')'));
    let both = (terminated(number("a number"), comma), number("a number"));
    expect(
        "a pair such as (0, 1)",
        consumed(delimited(open, both, close)),
    )
    .parse(input)
}

fn pairs(input: &str) -> Parsed<'_, Vec<Pair<'_>>> {
    let open = expect("a tuple of pairs", terminated(one_of("(["), multispace0));
    let end = expect("a parenthesis", one_of(")]"));
    let end = (opt(comma), multispace0, end);
    let separator = (multispace0, char(','), multispace0);
    delimited(open, separated_list0(separator, pair), end).parse(input)
}

fn state(input: &str) -> Parsed<'_, State<'_>> {
    let none = expect("`0, None`", take_until::<_, _, Expected<'_>>("None"));
    let (rest, _) = (tag(NAME), start, comma, none, tag("None"), comma).parse(input)?;
    let side = number("the side of the board");
    let (rest, (side, robots, humans)) =
        (terminated(side, comma), terminated(pairs, comma), pairs).parse(rest)?;
    let (rest, _) = (multispace0, expect("a parenthesis", char(')'))).parse(rest)?;
    Ok((rest, (side, robots, humans)))
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    for at in starts(text) {
        let part = text.get(at..).unwrap_or_default();
        match state(part) {
            Ok((after, state)) => {
                let whole = part.get(..part.len() - after.len()).unwrap_or_default();
                match record(text, Span::of(text, whole), &state) {
                    Ok(record) => import.records.push(record),
                    Err(fault) => import.faults.push(fault),
                }
            }
            Err(error) => import.faults.push(note(text, error)),
        }
    }
    import
}

fn record(
    text: &str,
    span: Span,
    (side, robots, humans): &State<'_>,
) -> Result<PuzzleRecord, Note> {
    let size = usize::try_from(*side).unwrap_or(usize::MAX);
    let board = Board::new(size, size).ok().filter(|_| size % 2 == 1);
    let Some(board) = board else {
        let message = format!("unsupported board size {side}: expected an odd number up to 15");
        return Err(Note::new(span, message));
    };
    let middle = board.columns() / 2;
    let names = ('A'..='Z').map(|name| (robots.len() <= 26).then_some(name));
    let names = names.map(|name| name.unwrap_or(Piece::NAMELESS));
    let names = names.chain(std::iter::repeat(Piece::NAMELESS));
    if humans.len() > HUMANS.len() {
        return Err(Note::new(span, "more than ten humans"));
    }
    let named = names.zip(robots).chain(HUMANS.chars().zip(humans));
    let mut pieces: Vec<Piece> = Vec::new();
    let mut squares = Vec::new();
    for (name, (drawn, (x, y))) in named {
        let here = Span::of(text, drawn);
        let square = u8::try_from(*x).ok().zip(u8::try_from(*y).ok());
        let square = square.filter(|&(x, y)| x < board.columns() && y < board.rows());
        let Some((x, y)) = square else {
            let message = format!("{x}, {y} is outside the board: expected 0 to {}", side - 1);
            return Err(Note::new(here, message));
        };
        let square = Square::new(x, board.rows() - 1 - y);
        if pieces.iter().any(|piece| piece.square == square) {
            return Err(Note::new(here, "two pieces on one square"));
        }
        pieces.push(Piece { name, square });
        squares.push((square, here));
    }
    let setup = Setup {
        board,
        rule: Rule::Exit,
        is_grouped: false,
        pieces,
        targets: vec![Square::new(middle, middle)],
    };
    let position = setup.position();
    let position = position.map_err(|_| Note::new(span, "expected a human"))?;
    let mut record = PuzzleRecord::new(span, position.into());
    record.squares = squares;
    Ok(record)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::without_walls(&record.position)?;
    let board = position.board();
    let (columns, rows) = (board.columns(), board.rows());
    if columns != rows || columns % 2 == 0 {
        let reason = format!("expected a square board with a middle, found {columns}×{rows}");
        return Err(Refusal::new(reason));
    }
    if let Some(square) = board.blocks().iter().next() {
        return Err(Refusal::at(square, "the format has no blocks"));
    }
    let middle = Square::new(columns / 2, rows / 2);
    let mut targets = position.targets().iter();
    if let Some(square) = targets.find(|&square| square != middle) {
        return Err(Refusal::at(
            square,
            "the format has its target in the middle",
        ));
    }
    let tuple = |squares: &mut dyn Iterator<Item = Square>| {
        let pair = |square: Square| format!("({}, {})", square.column(), rows - 1 - square.row());
        let pairs: Vec<String> = squares.map(pair).collect();
        match pairs.as_slice() {
            [only] => format!("({only},)"),
            pairs => format!("({})", pairs.join(", ")),
        }
    };
    // Robots are named in order.
    let robots = position.pieces().iter();
    let mut robots: Vec<&Piece> = robots.filter(|piece| !is_human(piece.name)).collect();
    robots.sort_by_key(|piece| piece.name);
    let robots = tuple(&mut robots.into_iter().map(|piece| piece.square));
    let humans = tuple(&mut card::humans(position).iter());
    Ok(format!(
        "{START}, 0, None, {columns}, {robots}, {humans}),\n"
    ))
}
