//! Writes a game of the crate `ricochetrobots`.

use std::fmt::Write as _;

use super::words::{AWAY, ROBOTS, stands};
use crate::board::{Board, Direction, Square};
use crate::exchange::claims::{moves, slides};
use crate::exchange::format::Refusal;
use crate::exchange::record::PuzzleRecord;
use crate::exchange::ricochet::items::{direct_with_diagonals, only_target, place};
use crate::exchange::ricochet::walled::{is_middle, with_walls};
use crate::games::Move;

pub(super) fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct_with_diagonals(record)?;
    let board = &setup.board;
    if let Some(robot) = setup
        .robots
        .iter()
        .find(|robot| !ROBOTS.contains(&robot.name))
    {
        let reason = format!(
            "unsupported robot {}: the format has S, R, G, Y and B",
            robot.name
        );
        return Err(Refusal::at(robot.square, reason));
    }
    let is_printed = (board.columns(), board.rows()) == (16, 16);
    let absent: Vec<char> = ROBOTS
        .into_iter()
        .filter(|name| setup.robots.iter().all(|robot| robot.name != *name))
        .collect();
    if let (Some(absent), false) = (absent.first(), is_printed) {
        let reason = format!("missing robot {absent}: a board of this size needs five robots");
        return Err(Refusal::new(reason));
    }
    if let Some(robot) = setup
        .robots
        .iter()
        .find(|robot| is_middle(board, robot.square))
    {
        let reason = "the format reads a robot in the middle of the board as absent";
        return Err(Refusal::at(robot.square, reason));
    }
    let mut text = format!("board {} {}\n", board.columns(), board.rows());
    rows(&with_walls(board, false), &mut text);
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
        let _ = writeln!(
            text,
            "{x} {y} {kind} {}",
            number_of(robot, diagonal.square)?
        );
    }
    text.push_str("robots 5\n");
    for name in ROBOTS {
        let robot = setup.robots.iter().find(|robot| robot.name == name);
        let (x, y) = match robot {
            Some(robot) => {
                let (x, y) = place(board, robot.square);
                (u32::from(x), u32::from(y))
            }
            None => AWAY,
        };
        let _ = writeln!(text, "{x} {y}");
    }
    let target = only_target(&setup, "the format has only one target")?;
    let (x, y) = place(board, target.square);
    let _ = match target.robot {
        Some(robot) => writeln!(
            text,
            "target 0 {x} {y} {}",
            number_of(robot, target.square)?
        ),
        None => writeln!(text, "target 0 {x} {y} -1"),
    };
    claims(record, board, &mut text)?;
    Ok(text)
}

/// Writes the solution, which must be optimal.
fn claims(record: &PuzzleRecord, board: &Board, text: &mut String) -> Result<(), Refusal> {
    let moves = moves(record)?;
    if let Some(moves) = moves {
        let _ = writeln!(text, "solution {moves}");
    }
    let Some(slides) = slides(record)? else {
        return Ok(());
    };
    if moves.is_none() {
        return Err(Refusal::new(
            "a solution needs its number of moves: add `moves`",
        ));
    }
    let mut position = record.position.clone();
    for (piece, direction) in slides {
        let word = format!("{piece}{}", direction.symbol());
        let mut legal = position.legal_moves().into_iter();
        let played = legal.find(|played: &Move| played.to_string() == word);
        let next = played.and_then(|played| position.play(played).ok());
        let name = piece.chars().next().unwrap_or_default();
        let (Some(next), Some(number)) = (next, ROBOTS.iter().position(|other| *other == name))
        else {
            return Err(Refusal::new(format!("illegal move {word} in the solution")));
        };
        position = next;
        if let Some(square) = stands(&position, name) {
            let (x, y) = place(board, square);
            let _ = writeln!(text, "move {number} {x} {y}");
        }
    }
    Ok(())
}

/// Returns the index of the robot that a target or diagonal on a square belongs to.
fn number_of(robot: char, square: Square) -> Result<usize, Refusal> {
    let number = ROBOTS.iter().position(|name| *name == robot);
    number.ok_or_else(|| Refusal::at(square, format!("unsupported robot {robot}")))
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
