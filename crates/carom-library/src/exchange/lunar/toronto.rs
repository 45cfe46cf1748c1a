//! States of the course CSC384 of the University of Toronto, in Python.
//!
//! `LunarLockoutState("START", 0, None, 5, ((0, 0), (1, 0)), ((0, 1),))`: the side of the board,
//! the robots and the humans, each `(x, y)` from 0 at the top left. Humans leave the board in the
//! middle. The rest of a Python file is ignored.

use super::card::{self, Card, Pairs};
use crate::board::Square;
use crate::exchange::format::Format;
use crate::exchange::parse::Cursor;
use crate::exchange::{Import, Note, PuzzleRecord, Refusal};
use crate::games::lunar::is_human;
use crate::games::{Game, GameRules, Piece};
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "toronto",
    about: "states of the course CSC384 of Toronto, in Python",
    game: Some(Game::Lunar),
    extensions: &["py"],
    between: Some(""),
    recognises: |text| states(text).next().is_some(),
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

const NAME: &str = "LunarLockoutState";

/// Returns a cursor behind `("START"` for each state that is not in a comment, and the name of the
/// state.
fn states(text: &str) -> impl Iterator<Item = (Cursor<'_>, Cursor<'_>)> {
    let lines = text.split(['\n', '\r']).map(|line| line.split('#').next().unwrap_or_default());
    let names = lines.flat_map(|code| code.match_indices(NAME).map(|(_, name)| name));
    names.filter_map(|name| {
        let start = Cursor::new(text, text.get(Span::of(text, name).start as usize..)?);
        let mut cursor = start;
        let is_call = cursor.take(NAME) && cursor.mark("(", "").is_ok();
        let is_start = is_call && (cursor.take("\"START\"") || cursor.take("'START'"));
        is_start.then_some((start, cursor))
    })
}

/// Reads a tuple of pairs.
fn pairs(cursor: &mut Cursor<'_>) -> Result<Pairs, Note> {
    let mut pairs = Vec::new();
    cursor.one("a tuple of pairs", |c| matches!(c, '(' | '[').then_some(()))?;
    cursor.skip_space();
    while !matches!(cursor.rest().chars().next(), Some(')' | ']')) {
        let start = *cursor;
        let pair = cursor.spanned(|cursor| {
            cursor.expect("(", "")?;
            cursor.skip_space();
            let pair = cursor.comma_pair()?;
            cursor.skip_space();
            cursor.expect(")", "").map(|()| pair)
        });
        pairs.push(pair.map_err(|_| start.expected("a pair such as (0, 1)"))?);
        if cursor.mark(",", "").is_err() {
            cursor.skip_space();
            break;
        }
    }
    cursor.one("a parenthesis", |c| matches!(c, ')' | ']').then_some(()))?;
    Ok(pairs)
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    for (start, cursor) in states(text) {
        import.add(state(start, cursor).map_err(Into::into));
    }
    import
}

fn state(start: Cursor<'_>, mut cursor: Cursor<'_>) -> Result<PuzzleRecord, Note> {
    cursor.mark(",", "a comma")?;
    let mut before = cursor;
    match before.take_while(|c| c != '(').find("None") {
        Some(none) => cursor = cursor.skipped(none + "None".len()),
        None => return Err(cursor.expected("`0, None`")),
    }
    cursor.mark(",", "a comma")?;
    let side = cursor.number("the side of the board")?;
    cursor.mark(",", "a comma")?;
    let robots = pairs(&mut cursor)?;
    cursor.mark(",", "a comma")?;
    let humans = pairs(&mut cursor)?;
    cursor.skip_space();
    cursor.expect(")", "a parenthesis")?;
    let span = cursor.since(&start);
    let Some(mut card) = Card::new(side).filter(|_| side % 2 == 1) else {
        let message = format!("unsupported board size {side}: expected an odd number up to 15");
        return Err(Note::new(span, message));
    };
    let squares = |pairs: Pairs| -> Result<Vec<(Square, Span)>, Note> {
        let square = |((x, y), place): ((u32, u32), Span)| {
            let at =
                u8::try_from(x).ok().zip(u8::try_from(y).ok()).filter(|_| x < side && y < side);
            let message = || format!("{x}, {y} is outside the board: expected 0 to {}", side - 1);
            let (x, y) = at.ok_or_else(|| Note::new(place, message()))?;
            Ok((Square::new(x, card.board.rows() - 1 - y), place))
        };
        pairs.into_iter().map(square).collect()
    };
    (card.robots, card.humans) = (squares(robots)?, squares(humans)?);
    card.record(span, Note::new(span, "expected a human"))
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::without_walls(&record.position)?;
    let board = position.board();
    let (columns, rows) = (board.columns(), board.rows());
    if columns != rows || columns % 2 == 0 {
        return Err(Refusal::size("a square board with a middle", board));
    }
    let target = "the format has its target in the middle";
    card::with_middle(position, "the format has no blocks", target)?;
    let tuple = |squares: &mut dyn Iterator<Item = Square>| {
        let pair = |square: Square| format!("({}, {})", square.column(), rows - 1 - square.row());
        let pairs: Vec<String> = squares.map(pair).collect();
        match pairs.as_slice() {
            [only] => format!("({only},)"),
            pairs => format!("({})", pairs.join(", ")),
        }
    };
    // Robots are named in order.
    let mut robots: Vec<&Piece> =
        position.pieces().iter().filter(|piece| !is_human(piece.name)).collect();
    robots.sort_by_key(|piece| piece.name);
    let robots = tuple(&mut robots.into_iter().map(|piece| piece.square));
    let humans = tuple(&mut card::humans(position).iter());
    Ok(format!("{NAME}(\"START\", 0, None, {columns}, {robots}, {humans}),\n"))
}
