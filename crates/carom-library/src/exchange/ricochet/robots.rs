//! Games of the crate `ricochetrobots`.
//!
//! ```text
//! board 16 16
//! B N W C …          a row of squares: B has walls above and on its left, N one
//!                    above, W one on its left, C none
//! mirrors 1
//! 4 1 \ 4            x, y, the diagonal, the robot that passes through it
//! robots 5
//! 7 7                one robot per line: black, red, green, yellow, blue; a robot in
//!                    the middle of the board is absent
//! target 0 9 12 4    x, y, the robot or -1 for any
//! solution 22        optional, with a line for each move:
//! move 4 15 3        the robot and the square where it stops
//! ```

use std::fmt::Write as _;
use std::iter::Peekable;

use super::items::{
    BoardReader, Middle, direct_with_diagonals, middle, middle_of, only_target, place, with_walls,
    word_of,
};
use crate::board::{Board, Direction, Square};
use crate::exchange::format::{Format, Refusal};
use crate::exchange::lines;
use crate::exchange::parse::{Cursor, all};
use crate::exchange::record::{Note, PuzzleRecord};
use crate::games::{Diagonal, DiagonalKind, Game, Move, Mover, Position};
use crate::syntax::Key;
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "ricochetrobots",
    about: "games of the Rust crate `ricochetrobots`",
    game: Some(Game::Ricochet),
    recognises: |text| text.split_whitespace().next() == Some("board"),
    read: Some(|text| game(text).into()),
    write: Some(write),
    ..Format::TEXT
};

/// The numbers of the robots. The black robot of the crate is the silver one.
const ROBOTS: [(u32, char); 5] = [(0, 'S'), (1, 'R'), (2, 'G'), (3, 'Y'), (4, 'B')];

/// The square of an absent robot.
const AWAY: (u8, u8) = (7, 7);

type Pair = (u32, u32);

fn pair(cursor: &mut Cursor<'_>) -> Result<Pair, Note> {
    cursor.pair(["a number", "a number"])
}

fn robot(cursor: &mut Cursor<'_>) -> Result<char, Note> {
    let start = *cursor;
    let number = cursor.number("the index of a robot, 0 to 4")?;
    let known = ROBOTS.iter().find(|(known, _)| *known == number);
    let fault = || start.expected("the index of a robot, 0 to 4");
    known.map(|(_, name)| *name).ok_or_else(fault)
}

fn mirror(cursor: &mut Cursor<'_>) -> Result<(Pair, DiagonalKind, char), Note> {
    let at = pair(cursor)?;
    cursor.blank()?;
    let kind = cursor.one("a diagonal, `/` or `\\`", |c| match c {
        '/' => Some(DiagonalKind::Slash),
        '\\' => Some(DiagonalKind::Backslash),
        _ => None,
    })?;
    cursor.blank()?;
    Ok((at, kind, robot(cursor)?))
}

fn target(cursor: &mut Cursor<'_>) -> Result<(Pair, Option<char>), Note> {
    cursor.expect("0", "a 0")?;
    cursor.blank()?;
    let at = pair(cursor)?;
    cursor.blank()?;
    if cursor.take("-1") {
        return Ok((at, None));
    }
    let fault = cursor.expected("the index of a robot, or -1 for any");
    Ok((at, Some(robot(cursor).map_err(|_| fault)?)))
}

/// The remaining lines.
struct Lines<'t, I: Iterator<Item = (Span, &'t str)>> {
    text: &'t str,
    rest: Peekable<I>,
}

impl<'t, I: Iterator<Item = (Span, &'t str)>> Lines<'t, I> {
    /// Reads the next line, which starts with a word unless it is empty, and returns its value
    /// and place.
    fn next<T>(
        &mut self,
        word: &str,
        read: impl FnOnce(&mut Cursor<'t>) -> Result<T, Note>,
    ) -> Result<(T, Span), Note> {
        let end = self.text.get(self.text.len()..).unwrap_or_default();
        let (span, line) = self.rest.next().unwrap_or((Span::of(self.text, end), end));
        let value = all(self.text, line, |cursor| {
            cursor.expect(word, word)?;
            if !word.is_empty() {
                cursor.blank()?;
            }
            read(cursor)
        })?;
        Ok((value, span))
    }

    fn starts(&mut self, word: &str) -> bool {
        let next = self.rest.peek();
        next.is_some_and(|(_, line)| line.starts_with(word))
    }
}

fn game(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    let rest = lines::content(text).peekable();
    let mut lines = Lines { text, rest };
    let ((width, height), head) = lines.next("board", pair)?;
    let mut reader = BoardReader::new(width, height, 0, head)?;
    for y in 0..height {
        let (found, span) = lines.next("", |cursor| row(cursor, y, &mut reader))?;
        if found != width {
            let message = format!("expected {width} squares in a row, found {found}");
            return Err(Note::new(span, message).into());
        }
    }
    if lines.starts("mirrors") {
        let (amount, _) = lines.next("mirrors", |cursor| cursor.number("a number"))?;
        for _ in 0..amount {
            let ((at, kind, robot), span) = lines.next("", mirror)?;
            let square = reader.square(at, span);
            let diagonal = square.map(|square| Diagonal { square, kind, robot: Some(robot) });
            diagonal.into_iter().for_each(|item| reader.diagonal(item, span));
        }
    }
    lines.next("robots", |cursor| cursor.expect("5", "5, the number of robots"))?;
    let middle = middle(&reader.board);
    for (_, name) in ROBOTS {
        let (at, span) = lines.next("", pair)?;
        let is_absent = reader.try_square(at).is_some_and(|at| middle.contains(at));
        if !is_absent {
            reader.robot(name, at, span);
        }
    }
    let ((at, robot), span) = lines.next("target", target)?;
    reader.target(robot, at, span);
    let drawn = middle_of(&reader.board);
    let mut record = reader.record(drawn, Span::of(text, text.trim()), head)?;
    solution(&mut lines, &mut record)?;
    Ok(record)
}

/// Reads the squares of a row, and returns their number.
fn row(cursor: &mut Cursor<'_>, y: u32, reader: &mut BoardReader) -> Result<u32, Note> {
    let mut x = 0;
    loop {
        let letter =
            |c: char| "BNWC".contains(c.to_ascii_uppercase()).then(|| c.to_ascii_uppercase());
        let what = "a square: B, N, W or C";
        let (letter, here) = cursor.spanned(|cursor| cursor.one(what, letter))?;
        if let Some(square) = reader.try_square((x, y)) {
            reader.cell(square, here);
            for (wall, side) in [('N', Direction::Up), ('W', Direction::Left)] {
                if letter == wall || letter == 'B' {
                    reader.wall(square, side, here);
                }
            }
        }
        x += 1;
        if !cursor.skip_space() || cursor.rest().is_empty() {
            return Ok(x);
        }
    }
}

/// Reads the solution, if there is one.
fn solution<'t, I: Iterator<Item = (Span, &'t str)>>(
    lines: &mut Lines<'t, I>,
    record: &mut PuzzleRecord,
) -> Result<(), Note> {
    if lines.starts("solution") {
        let number = |cursor: &mut Cursor<'t>| cursor.spanned(|cursor| cursor.number("a number"));
        let ((moves, span), _) = lines.next("solution", number)?;
        record.set_key(Key::Moves, moves.to_string(), span);
    }
    let mut position = record.position.clone();
    let mut words = Vec::new();
    while lines.starts("move") {
        let ((name, at), span) = lines.next("move", |cursor| {
            let robot = robot(cursor)?;
            cursor.blank()?;
            Ok((robot, pair(cursor)?))
        })?;
        let to = BoardReader::on(position.board().clone()).try_square(at);
        let legal = position.legal_moves().into_iter();
        let mut played = legal.filter_map(|played| {
            let next = position.play(played).ok()?;
            let is_there = square_of(&next, name) == to && square_of(&position, name) != to;
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
    match lines.rest.next() {
        Some((span, _)) => Err(Note::new(span, "expected `move` or the end of the text")),
        None => Ok(()),
    }
}

fn square_of(position: &Position, name: char) -> Option<Square> {
    position.piece(name).map(|piece| piece.square)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct_with_diagonals(record)?;
    let board = &setup.board;
    for robot in &setup.robots {
        word_of(&ROBOTS, robot.name, robot.square)?;
        if middle(board).contains(robot.square) {
            let reason = "the format reads a robot in the middle of the board as absent";
            return Err(Refusal::at(robot.square, reason));
        }
    }
    let mut text = format!("board {} {}\n", board.columns(), board.rows());
    rows(&with_walls(board, Middle::Closed), &mut text);
    if !setup.diagonals.is_empty() {
        let _ = writeln!(text, "mirrors {}", setup.diagonals.len());
    }
    for diagonal in &setup.diagonals {
        let Some(robot) = diagonal.robot else {
            let reason = "the format has no diagonal that deflects every robot";
            return Err(Refusal::at(diagonal.square, reason));
        };
        let (x, y) = place(board, diagonal.square);
        let kind = diagonal.kind.glyph();
        let number = word_of(&ROBOTS, robot, diagonal.square)?;
        let _ = writeln!(text, "{x} {y} {kind} {number}");
    }
    text.push_str("robots 5\n");
    for (_, name) in ROBOTS {
        let robot = setup.robots.iter().find(|robot| robot.name == name);
        let (x, y) = match robot {
            Some(robot) => place(board, robot.square),
            None if middle(board).is_empty() => {
                let reason =
                    format!("missing robot {name}: a board of this size needs five robots");
                return Err(Refusal::new(reason));
            }
            None => AWAY,
        };
        let _ = writeln!(text, "{x} {y}");
    }
    let target = only_target(&setup, "the format has only one target")?;
    let (x, y) = place(board, target.square);
    let number = target.robot.map(|robot| word_of(&ROBOTS, robot, target.square));
    let number = number.transpose()?.map_or("-1".to_owned(), |number| number.to_string());
    let _ = writeln!(text, "target 0 {x} {y} {number}");
    claims(record, board, &mut text)?;
    Ok(text)
}

/// Writes the solution, which must be optimal.
fn claims(record: &PuzzleRecord, board: &Board, text: &mut String) -> Result<(), Refusal> {
    let moves = record.claimed_moves()?;
    if let Some(moves) = moves {
        let _ = writeln!(text, "solution {moves}");
    }
    let Some(slides) = record.slides()? else {
        return Ok(());
    };
    if moves.is_none() {
        return Err(Refusal::new("a solution needs its number of moves: add `moves`"));
    }
    let mut position = record.position.clone();
    for slide in slides {
        let is_legal = position.legal_moves().contains(&Move::Slide(slide));
        let next = position.play(Move::Slide(slide)).ok().filter(|_| is_legal);
        let robot = ROBOTS.iter().find(|(_, name)| slide.piece == Mover::Named(*name));
        let (Some(next), Some((number, name))) = (next, robot) else {
            return Err(Refusal::new(format!("illegal move {slide} in the solution")));
        };
        position = next;
        if let Some(square) = square_of(&position, *name) {
            let (x, y) = place(board, square);
            let _ = writeln!(text, "move {number} {x} {y}");
        }
    }
    Ok(())
}

fn rows(board: &Board, text: &mut String) {
    for y in (0..board.rows()).rev() {
        let cells = (0..board.columns()).map(|x| {
            let at = Square::new(x, y);
            let has = |side| board.walls(at).contains(side) || board.beyond(at, side).is_none();
            match (has(Direction::Up), has(Direction::Left)) {
                (true, true) => "B",
                (true, false) => "N",
                (false, true) => "W",
                (false, false) => "C",
            }
        });
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join(" "));
    }
}
