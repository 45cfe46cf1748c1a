//! Boards of a recurring course, one item per line.
//!
//! ```text
//! 4 6                    the numbers of rows and of columns
//! robot A 2 3            a robot on row 2, column 3, both from 1 at the top left
//! vertical_wall 2 3.5    between columns 3 and 4 of row 2
//! horizontal_wall 1.5 4  between rows 1 and 2 of column 4
//! goal any 3 6           the target of any robot, or of one
//! ```

use super::items::{BoardReader, Middle};
use crate::board::Direction;
use crate::exchange::format::Format;
use crate::exchange::lines;
use crate::exchange::parse::{Cursor, all};
use crate::exchange::record::{Note, PuzzleRecord};
use crate::games::Game;
use crate::text::Span;
use crate::words::join_list;

pub(crate) const FORMAT: Format = Format {
    name: "rpi",
    about: "boards of a course: `rows columns`, then robots, walls and goals, one per line",
    game: Some(Game::Ricochet),
    recognises,
    read: Some(|text| puzzle(text).into()),
    ..Format::TEXT
};

const WORDS: [&str; 4] = ["robot", "goal", "vertical_wall", "horizontal_wall"];

fn recognises(text: &str) -> bool {
    let lines = lines::content(text).map(|(_, line)| line);
    let mut items = lines.filter(|line| !line.starts_with('#'));
    let is_size = |line: &str| all(line, line, size).is_ok();
    let is_item = |line: &str| WORDS.contains(&line.split_whitespace().next().unwrap_or_default());
    items.next().is_some_and(is_size) && items.next().is_some_and(is_item)
}

fn size(cursor: &mut Cursor<'_>) -> Result<(u32, u32), Note> {
    cursor.pair(["the number of rows", "the number of columns"])
}

/// Reads the name of a robot, a letter in either case.
fn robot(cursor: &mut Cursor<'_>) -> Result<char, Note> {
    let letter = |word: &str| match word.as_bytes() {
        [letter] => Some(char::from(letter.to_ascii_uppercase())),
        _ => None,
    };
    let name = cursor.word("the letter of a robot", |c| c.is_ascii_alphabetic(), letter)?;
    cursor.blank().map(|()| name)
}

/// Reads a row and a column, and returns the column and the row.
fn coordinates(cursor: &mut Cursor<'_>) -> Result<(u32, u32), Note> {
    let (row, column) = cursor.pair(["a row", "a column"])?;
    Ok((column, row))
}

/// Reads a number with `.5`, and returns the number below it.
fn half(cursor: &mut Cursor<'_>, what: &str) -> Result<u32, Note> {
    let start = *cursor;
    let below = cursor.number(what)?;
    match cursor.take(".5") {
        true => Ok(below),
        false => Err(start.expected(what)),
    }
}

fn item(cursor: &mut Cursor<'_>, reader: &mut BoardReader, span: Span) -> Result<(), Note> {
    let start = *cursor;
    let word = cursor.take_while(|c| c.is_ascii_alphabetic() || c == '_');
    if !WORDS.contains(&word) {
        return Err(start.expected(&join_list(WORDS.map(|word| format!("`{word}`")), "or")));
    }
    cursor.blank()?;
    let (at, side) = match word {
        "robot" => {
            let name = robot(cursor)?;
            reader.robot(name, coordinates(cursor)?, span);
            return Ok(());
        }
        "goal" if cursor.take("any") => {
            cursor.blank()?;
            reader.target(None, coordinates(cursor)?, span);
            return Ok(());
        }
        "goal" => {
            let name = robot(cursor)?;
            reader.target(Some(name), coordinates(cursor)?, span);
            return Ok(());
        }
        "vertical_wall" => {
            let row = cursor.number("a row")?;
            cursor.blank()?;
            let column = half(cursor, "a column with a half, such as 3.5")?;
            ((column, row), Direction::Right)
        }
        _ => {
            let row = half(cursor, "a row with a half, such as 1.5")?;
            cursor.blank()?;
            ((cursor.number("a column")?, row), Direction::Down)
        }
    };
    // A wall on the upper or left border lies before the first square.
    let is_border = match side {
        Direction::Right => at.0 == 0,
        _ => at.1 == 0,
    };
    if !is_border && let Some(square) = reader.square(at, span) {
        reader.wall(square, side, span);
    }
    Ok(())
}

fn puzzle(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    let is_comment = |line: &str| line.starts_with('#');
    let mut lines = lines::content(text).filter(|(_, line)| !is_comment(line));
    let Some((head, first)) = lines.next() else {
        let message = "expected the numbers of rows and of columns";
        return Err(Note::new(Span::empty(0), message).into());
    };
    let (rows, columns) = all(text, first, size)?;
    let mut reader = BoardReader::with_rows(rows, columns, head)?;
    for (span, line) in lines {
        if let Err(fault) = all(text, line, |cursor| item(cursor, &mut reader, span)) {
            reader.fault(fault);
        }
    }
    let mut record = reader.record(Middle::Open, Span::of(text, text.trim()), head)?;
    let comments = lines::content(text).filter_map(|(_, line)| line.strip_prefix('#'));
    record.comments = comments.map(|line| line.trim().to_owned()).collect();
    Ok(record)
}
