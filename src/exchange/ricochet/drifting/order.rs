//! Robots and squares by their numbers.

use crate::board::{Board, Square};
use crate::exchange::form::Refusal;
use crate::games::Piece;

/// The robots in their order.
pub(super) const ROBOTS: [char; 5] = ['R', 'G', 'B', 'Y', 'S'];

/// The squares of the robots in their order, of which there are as many as
/// stand on the board.
///
/// # Errors
///
/// Where one is missing before another, or the forms know no such robot.
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
                    "the form knows the robots R, G, B, Y and S only, and no {}",
                    other.name
                );
                return Err(Refusal::at(other.square, reason));
            }
            (Some(robot), None) => squares.push(robot.square),
            (None, None) => {
                let reason = format!(
                    "the form knows the first of R, G, B, Y and S only, and {name} is missing"
                );
                return Err(Refusal::new(reason));
            }
        }
    }
    Ok(squares)
}

/// The number of a square, row by row from the top left.
pub(super) fn cell(board: &Board, square: Square) -> usize {
    let (x, y) = crate::exchange::ricochet::placed::place(board, square);
    usize::from(y) * usize::from(board.columns()) + usize::from(x)
}
