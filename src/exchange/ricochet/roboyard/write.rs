//! Writes a level of Roboyard.

use std::fmt::Write as _;

use super::words::{Wall, wall_word};
use crate::board::{Board, Direction, Square};
use crate::exchange::claims::{moves, slides};
use crate::exchange::format::Refusal;
use crate::exchange::record::PuzzleRecord;
use crate::exchange::ricochet::items::{direct, place};
use crate::exchange::ricochet::walled::with_walls;
use crate::games::ricochet::Setup;

/// The letters of the robots.
const ROBOTS: [(char, char); 5] = [('r', 'R'), ('b', 'B'), ('y', 'Y'), ('g', 'G'), ('s', 'S')];

pub(super) fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let mut text = String::new();
    for comment in &record.comments {
        let _ = writeln!(text, "# {comment}");
    }
    let board = &setup.board;
    let _ = writeln!(text, "board:{},{};", board.columns(), board.rows());
    let mut walls = walls(&with_walls(board, true));
    // Horizontal walls come first.
    walls.sort_unstable_by_key(|(above, at)| (!above, *at));
    for wall in walls {
        let _ = writeln!(text, "{};", wall_word(wall));
    }
    pieces(&setup, &mut text)?;
    if let Some(slides) = slides(record)? {
        let words: Result<Vec<String>, Refusal> = slides.into_iter().map(word).collect();
        let _ = writeln!(text, "solution:{}", words?.join(" "));
    }
    if let Some(moves) = moves(record)? {
        let _ = writeln!(text, "num_moves:{moves}");
    }
    Ok(text)
}

/// Writes the targets, then the robots in the order of Roboyard's levels.
fn pieces(setup: &Setup, text: &mut String) -> Result<(), Refusal> {
    // A puzzle file lists targets under pieces after the others.
    let mut targets = setup.targets.clone();
    targets.sort_unstable_by_key(|target| (target.square, target.robot));
    for target in targets {
        let (x, y) = place(&setup.board, target.square);
        let robot = match target.robot {
            Some(name) => letter(name, target.square)?,
            None => 'm',
        };
        let _ = writeln!(text, "t{robot}{x},{y};");
    }
    for robot in &setup.robots {
        letter(robot.name, robot.square)?;
    }
    for (letter, name) in ROBOTS {
        for robot in setup.robots.iter().filter(|robot| robot.name == name) {
            let (x, y) = place(&setup.board, robot.square);
            let _ = writeln!(text, "r{letter}{x},{y};");
        }
    }
    Ok(())
}

/// Returns a slide in the notation of levels.
fn word((piece, direction): (String, Direction)) -> Result<String, Refusal> {
    let letter = ROBOTS.iter().find(|(_, name)| piece == name.to_string());
    let Some((letter, _)) = letter else {
        let reason =
            format!("unsupported robot {piece} in the solution: the format has R, G, B, Y and S");
        return Err(Refusal::new(reason));
    };
    let side = match direction {
        Direction::Up => 'N',
        Direction::Right => 'E',
        Direction::Down => 'S',
        Direction::Left => 'W',
    };
    Ok(format!("{letter}{side}"))
}

/// Returns the letter of a robot that is on a square, or has its target there.
fn letter(name: char, square: Square) -> Result<char, Refusal> {
    let known = ROBOTS.iter().find(|(_, known)| *known == name);
    let Some((letter, _)) = known else {
        let reason = format!("unsupported robot {name}: the format has R, G, B, Y and S");
        return Err(Refusal::at(square, reason));
    };
    Ok(*letter)
}

/// Returns all walls, including the border.
fn walls(board: &Board) -> Vec<Wall> {
    let mut walls = Vec::new();
    for at in board.squares() {
        let (x, y) = place(board, at);
        let (x, y) = (u32::from(x), u32::from(y));
        let sides = board.walls(at);
        let beyond = |side| board.beyond(at, side).is_none();
        if sides.contains(Direction::Up) || beyond(Direction::Up) {
            walls.push((true, (x, y)));
        }
        if sides.contains(Direction::Left) || beyond(Direction::Left) {
            walls.push((false, (x, y)));
        }
        if beyond(Direction::Down) {
            walls.push((true, (x, y + 1)));
        }
        if beyond(Direction::Right) {
            walls.push((false, (x + 1, y)));
        }
    }
    walls
}
