//! Writing a puzzle of Skub.

use std::fmt::Write as _;

use super::read::read;
use super::words::{
    BELOW, FOOTER, HEADER, NAME, ON_TARGET, OPENING, ORDER, OWN, RULE, SIDE, USUAL, WALL_BELOW,
    quoted, unquoted,
};
use crate::board::{Direction, Square};
use crate::exchange::draft::Draft;
use crate::exchange::form::Refusal;
use crate::exchange::ricochet::claims::moves;
use crate::exchange::ricochet::document::{FENCE, prose, ticks_of};
use crate::exchange::ricochet::placed::{direct, only_target};
use crate::exchange::ricochet::walled::with_walls;
use crate::syntax::Key;

pub(super) fn write(draft: &Draft) -> Result<String, Refusal> {
    let setup = direct(draft)?;
    let board = &setup.board;
    if (board.columns(), board.rows()) != (SIDE, SIDE) {
        return Err(Refusal::new(format!(
            "the form knows boards of 8 by 8 squares only, and this one has {} by {}",
            board.columns(),
            board.rows()
        )));
    }
    let target = only_target(&setup, "the form knows one target only")?;
    let Some(hero) = target.robot else {
        let reason = "the form knows no target of any robot";
        return Err(Refusal::at(target.square, reason));
    };
    let mut text = front(draft)?;
    let comments = draft.comments.iter();
    let comments = comments.flat_map(|comment| comment.split('\n'));
    let comments: Vec<&str> = comments.collect();
    let below = draft.own(BELOW).and_then(|below| below.parse().ok());
    let below = comments.len().saturating_sub(below.unwrap_or(0));
    let (above, below) = comments.split_at_checked(below).unwrap_or_default();
    for line in prose(above.iter().copied()) {
        let _ = writeln!(text, "{line}");
    }
    if !above.is_empty() {
        text.push('\n');
    }
    let opening = draft.own(OPENING);
    let opening = opening.filter(|opening| ticks_of(opening).is_some());
    let opening = opening.unwrap_or(FENCE);
    let _ = writeln!(text, "{opening}\n{HEADER}");
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
    let closing: String = opening.chars().take_while(|c| *c == '`').collect();
    let _ = writeln!(text, "{FOOTER}\n{closing}");
    let below = prose(below.iter().copied());
    if !below.is_empty() {
        text.push('\n');
    }
    for line in &below {
        let _ = writeln!(text, "{line}");
    }
    // Comments may hold Markdown that takes the board for something else, and
    // keys may say a second time what others say.
    match read(&text).faults.first() {
        Some(fault) => Err(Refusal::new(format!(
            "its comments and keys make no such text: {}",
            fault.message
        ))),
        None => Ok(text),
    }
}

/// The front matter and the blank line below it; nothing where it says nothing.
fn front(draft: &Draft) -> Result<String, Refusal> {
    let moves = moves(draft)?.map(|moves| moves.to_string());
    let as_read = draft.own(NAME);
    let named = |name: &str| match as_read {
        Some(as_read) if unquoted(as_read) == name => as_read.to_owned(),
        _ => quoted(name),
    };
    let said = |key| draft.said(key).map(|said| said.value.clone());
    let mut values = vec![
        ("name".to_owned(), draft.name.as_deref().map(named)),
        ("createdAt".to_owned(), said(Key::Date)),
        ("difficulty".to_owned(), said(Key::Difficulty)),
        ("minMoves".to_owned(), moves),
    ];
    values.extend(draft.own_keys.iter().filter_map(|said| {
        let key = said.key.strip_prefix("x-").unwrap_or(&said.key);
        (!key.starts_with(OWN)).then(|| (key.to_owned(), Some(said.value.clone())))
    }));
    values.retain(|(_, value)| value.is_some());
    if values.is_empty() {
        return Ok(String::new());
    }
    let mut order: Vec<&str> = draft
        .own(ORDER)
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    order.extend(USUAL);
    let place = |key: &str| order.iter().position(|other| *other == key);
    // What is in no order comes last.
    values.sort_by_key(|(key, _)| place(key).unwrap_or(order.len()));
    let mut text = String::new();
    for (key, value) in &values {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    Ok(format!("{RULE}\n{text}{RULE}\n\n"))
}
