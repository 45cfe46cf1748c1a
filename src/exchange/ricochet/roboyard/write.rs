//! Writing a level of Roboyard.

use std::fmt::Write as _;

use super::words::{Wall, wall_word};
use crate::board::{Board, Direction, Square};
use crate::exchange::draft::Draft;
use crate::exchange::form::Refusal;
use crate::exchange::ricochet::claims::{moves, slides};
use crate::exchange::ricochet::placed::{direct, place};
use crate::exchange::ricochet::walled::with_walls;
use crate::games::ricochet::Setup;

/// The letters of the robots.
const ROBOTS: [(char, char); 4] = [('r', 'R'), ('b', 'B'), ('y', 'Y'), ('g', 'G')];

pub(super) fn write(draft: &Draft) -> Result<String, Refusal> {
    let setup = direct(draft)?;
    let mut text = String::new();
    for comment in &draft.comments {
        let _ = writeln!(text, "# {comment}");
    }
    let board = &setup.board;
    let _ = writeln!(text, "board:{},{};", board.columns(), board.rows());
    let mut walls = walls(&with_walls(board, true));
    // Those above squares come first.
    walls.sort_unstable_by_key(|(above, at)| (!above, *at));
    for wall in walls {
        let _ = writeln!(text, "{};", wall_word(wall));
    }
    pieces(&setup, &mut text)?;
    if let Some(slides) = slides(draft)? {
        let words: Result<Vec<String>, Refusal> = slides.into_iter().map(word).collect();
        let _ = writeln!(text, "solution:{}", words?.join(" "));
    }
    if let Some(moves) = moves(draft)? {
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

/// A slide as levels write it.
fn word((piece, direction): (String, Direction)) -> Result<String, Refusal> {
    let letter = ROBOTS.iter().find(|(_, name)| piece == name.to_string());
    let Some((letter, _)) = letter else {
        let reason = format!("the solution moves {piece}, and the form knows R, G, B and Y only");
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

/// The letter of a robot that stands on a square, or has its target there.
fn letter(name: char, square: Square) -> Result<char, Refusal> {
    let known = ROBOTS.iter().find(|(_, known)| *known == name);
    let Some((letter, _)) = known else {
        let reason = format!("the form knows the robots R, G, B and Y only, and no {name}");
        return Err(Refusal::at(square, reason));
    };
    Ok(*letter)
}

/// All walls, those of the border among them.
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
