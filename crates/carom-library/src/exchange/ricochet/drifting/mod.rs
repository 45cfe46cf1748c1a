//! Games of DriftingDroids: IDs of the printed board, and dumps of any board.

mod dump;
mod id;

pub(crate) use self::dump::FORMAT as DUMP;
pub(crate) use self::id::FORMAT as ID;

use super::items::{only_target, place, word_of};
use crate::board::{Board, Square};
use crate::exchange::Refusal;
use crate::games::ricochet::{Face, Setup};

/// The robots by their number.
const ROBOTS: [(u8, char); 5] = [(0, 'R'), (1, 'G'), (2, 'B'), (3, 'Y'), (4, 'S')];

/// The squares of the robots in the order of [`ROBOTS`], and the target: the number of its robot,
/// `None` for any, and its square.
type Game = (Vec<Square>, (Option<u8>, Square));

fn robot_named(number: u32) -> Option<char> {
    let known = ROBOTS.iter().find(|(known, _)| u32::from(*known) == number);
    known.map(|(_, name)| *name)
}

/// Returns the robots and the only target of a setup.
///
/// # Errors
///
/// A [`Refusal`] for an unknown robot, or if a robot is missing although a later one is there.
fn game(setup: &Setup, many_targets: &str) -> Result<Game, Refusal> {
    let target = only_target(setup, many_targets)?;
    for robot in &setup.robots {
        word_of(&ROBOTS, robot.name, robot.square)?;
    }
    let names = ROBOTS.iter().take(setup.robots.len());
    let squares = names
        .map(|(_, name)| {
            let robot = setup.robots.iter().find(|robot| robot.name == *name);
            robot.map(|robot| robot.square).ok_or_else(|| {
                let reason =
                    format!("missing robot {name}: the format needs the first of R, G, B, Y and S");
                Refusal::new(reason)
            })
        })
        .collect::<Result<_, _>>()?;
    let robot = target.robot.map(|name| word_of(&ROBOTS, name, target.square));
    Ok((squares, (robot.transpose()?, target.square)))
}

/// Returns the number of a square, row by row from the top left.
fn cell(board: &Board, square: Square) -> u32 {
    let (x, y) = place(board, square);
    u32::from(y) * u32::from(board.columns()) + u32::from(x)
}

fn face_number(face: Face) -> u8 {
    let mut numbers = (0..).zip(Face::ALL);
    let number = numbers.find(|(_, other)| *other == face);
    number.map_or(u8::MAX, |(number, _)| number)
}
