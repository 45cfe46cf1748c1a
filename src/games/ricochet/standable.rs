//! Where robots may ever stand.

use super::Position;
use crate::board::{Bitboard, Square};
use crate::games::Piece;
use crate::games::standable::{self, Ahead};

/// Diagonals turn a robot as in a slide; `no-rebound` is not asked.
pub(super) fn standable(position: &Position) -> Bitboard {
    let robots: Vec<Piece> = position.robots().collect();
    let starts: Vec<Square> = robots.iter().map(|robot| robot.square).collect();
    standable::standable(
        &starts,
        |robot, square, to| {
            let Ok(next) = position.board().step(square, to) else {
                return Ahead::Stop;
            };
            let robot = robots.get(robot).map(|robot| robot.name);
            let diagonal = position.diagonal_on(next);
            let diagonal =
                diagonal.filter(|diagonal| diagonal.robot.is_none() || diagonal.robot != robot);
            let on = diagonal.map_or(to, |diagonal| diagonal.kind.deflect(to));
            Ahead::Free(next, on)
        },
        |_, _| true,
    )
}
