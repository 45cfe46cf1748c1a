//! Indices of robots and squares.

use crate::board::{Board, Square};
use crate::exchange::format::Refusal;
use crate::games::Piece;

/// The robots in the order of DriftingDroids.
pub(super) const ROBOTS: [char; 5] = ['R', 'G', 'B', 'Y', 'S'];

/// Returns the squares of the robots in the order of [`ROBOTS`].
///
/// # Errors
///
/// A [`Refusal`] for an unknown robot, or if a robot is missing although a later one is there.
pub(super) fn in_order(robots: &[Piece]) -> Result<Vec<Square>, Refusal> {
    let mut squares = Vec::new();
    for (number, name) in ROBOTS.into_iter().enumerate() {
        if number == robots.len() {
            break;
        }
        let robot = robots.iter().find(|robot| robot.name == name);
        let other = robots.iter().find(|robot| !ROBOTS.contains(&robot.name));
        match (robot, other) {
            (_, Some(other)) => {
                let reason = format!(
                    "unsupported robot {}: the format has R, G, B, Y and S",
                    other.name
                );
                return Err(Refusal::at(other.square, reason));
            }
            (Some(robot), None) => squares.push(robot.square),
            (None, None) => {
                let reason =
                    format!("missing robot {name}: the format needs the first of R, G, B, Y and S");
                return Err(Refusal::new(reason));
            }
        }
    }
    Ok(squares)
}

/// Returns the index of a square, row by row from the top left.
pub(super) fn cell(board: &Board, square: Square) -> usize {
    let (x, y) = crate::exchange::ricochet::items::place(board, square);
    usize::from(y) * usize::from(board.columns()) + usize::from(x)
}
