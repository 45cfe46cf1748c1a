//! Writes a puzzle of Skub.

use std::fmt::Write as _;

use super::read::read;
use super::words::{FOOTER, HEADER, ON_TARGET, RULE, SIDE, USUAL, WALL_BELOW, quoted};
use crate::board::{Direction, Square};
use crate::exchange::claims::moves;
use crate::exchange::format::Refusal;
use crate::exchange::record::PuzzleRecord;
use crate::exchange::ricochet::document::{FENCE, prose};
use crate::exchange::ricochet::items::{direct, only_target};
use crate::exchange::ricochet::walled::with_walls;
use crate::syntax::Key;

pub(super) fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    if (board.columns(), board.rows()) != (SIDE, SIDE) {
        return Err(Refusal::new(format!(
            "expected a board of 8×8, found {}×{}",
            board.columns(),
            board.rows()
        )));
    }
    let target = only_target(&setup, "the format has only one target")?;
    let Some(hero) = target.robot else {
        let reason = "the format has no target for any robot";
        return Err(Refusal::at(target.square, reason));
    };
    let mut text = front(record)?;
    let comments = record.comments.iter();
    let comments = comments.flat_map(|comment| comment.split('\n'));
    let comments = prose(comments);
    for line in &comments {
        let _ = writeln!(text, "{line}");
    }
    if !comments.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{FENCE}\n{HEADER}");
    let walled = with_walls(board, true);
    for y in 0..SIDE {
        let _ = write!(text, "{} ", y + 1);
        for x in 0..SIDE {
            let at = Square::new(x, SIDE - 1 - y);
            let robot = setup.robots.iter().find(|robot| robot.square == at);
            let walls = walled.walls(at);
            let is_target = target.square == at;
            let below = walls.contains(Direction::Down);
            let glyph = match robot {
                Some(robot) if robot.name == hero => '@',
                Some(_) => '#',
                None if is_target => 'X',
                None if below => '_',
                None => ' ',
            };
            text.push(glyph);
            if robot.is_some() && is_target {
                text.push(ON_TARGET);
            }
            if below && glyph != '_' {
                text.push(WALL_BELOW);
            }
            text.push(if walls.contains(Direction::Right) {
                '|'
            } else {
                ' '
            });
        }
        text.push_str("|\n");
    }
    let _ = writeln!(text, "{FOOTER}\n{FENCE}");
    // Comments may contain Markdown that hides the board, and keys may be duplicates.
    match read(&text).faults.first() {
        Some(fault) => Err(Refusal::new(format!(
            "its comments or keys would make the text unreadable: {}",
            fault.message
        ))),
        None => Ok(text),
    }
}

/// Returns the front matter and a blank line, or nothing if there are no keys.
fn front(record: &PuzzleRecord) -> Result<String, Refusal> {
    let moves = moves(record)?.map(|moves| moves.to_string());
    let said = |key| record.key_value(key).map(|said| said.value.clone());
    let mut values = vec![
        ("name".to_owned(), record.name.as_deref().map(quoted)),
        ("createdAt".to_owned(), said(Key::Date)),
        ("difficulty".to_owned(), said(Key::Difficulty)),
        ("minMoves".to_owned(), moves),
    ];
    values.extend(record.own_keys.iter().map(|said| {
        let key = said.key.strip_prefix("x-").unwrap_or(&said.key);
        (key.to_owned(), Some(said.value.clone()))
    }));
    values.retain(|(_, value)| value.is_some());
    if values.is_empty() {
        return Ok(String::new());
    }
    let place = |key: &str| USUAL.iter().position(|usual| *usual == key);
    // Other keys come last.
    values.sort_by_key(|(key, _)| place(key).unwrap_or(USUAL.len()));
    let mut text = String::new();
    for (key, value) in &values {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    Ok(format!("{RULE}\n{text}{RULE}\n\n"))
}
