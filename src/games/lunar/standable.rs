//! Where humans and robots may ever stand.

use super::{Position, Rule, is_human};
use crate::board::{Bitboard, Obstacle, Square};
use crate::games::standable::{self, Ahead};

/// Nothing stops at the border, and under `exit` no human stays on a target.
pub(super) fn standable(position: &Position) -> Bitboard {
    let (board, pieces) = (position.board(), position.pieces());
    let starts: Vec<Square> = pieces.iter().map(|piece| piece.square).collect();
    let leaves = |piece: usize| {
        let piece = pieces.get(piece);
        position.rule() == Rule::Exit && piece.is_some_and(|piece| is_human(piece.name))
    };
    standable::standable(
        &starts,
        |_, square, to| match board.step(square, to) {
            Ok(next) => Ahead::Free(next, to),
            Err(Obstacle::Border) => Ahead::Away,
            Err(Obstacle::Wall | Obstacle::Block(_)) => Ahead::Stop,
        },
        |piece, square| !(leaves(piece) && position.targets().contains(square)),
    )
}
