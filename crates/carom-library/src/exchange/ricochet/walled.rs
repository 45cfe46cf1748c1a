//! Conversion between blocks and squares with walls on all sides.

use crate::board::{Bitboard, Board, Direction, Square};

/// How a format draws the four squares in the middle of the printed board, if they are blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Middle {
    /// Without walls between them.
    Open,
    /// Each with four walls, like other blocks.
    Closed,
}

/// Returns the four squares in the middle of a board of 16×16.
pub(super) fn middle(board: &Board) -> Bitboard {
    let squares = [(7, 7), (8, 7), (7, 8), (8, 8)].map(|(file, rank)| Square::new(file, rank));
    match (board.columns(), board.rows()) {
        (16, 16) => squares.into_iter().collect(),
        _ => Bitboard::EMPTY,
    }
}

/// Returns the middle of a board of 16×16, if all of it is blocks.
pub(super) fn solid_middle(board: &Board) -> Bitboard {
    let squares = middle(board);
    match (squares & !board.blocks()).is_empty() {
        true => squares,
        false => Bitboard::EMPTY,
    }
}

/// Returns how the middle of a board is drawn.
pub(super) fn middle_of(board: &Board) -> Middle {
    let squares = middle(board);
    let is_open = |square: Square| {
        let within = |direction| {
            square
                .step(direction)
                .filter(|next| squares.contains(*next))
        };
        let mut directions = Direction::ALL.into_iter();
        directions.all(|way| within(way).is_none() || board.step(square, way).is_ok())
    };
    match !squares.is_empty() && squares.iter().all(is_open) {
        true => Middle::Open,
        false => Middle::Closed,
    }
}

/// Whether no step leads out of a set of squares.
fn is_shut_off(board: &Board, squares: Bitboard) -> bool {
    squares.iter().all(|square| {
        let mut steps = Direction::ALL
            .into_iter()
            .map(|way| board.step(square, way));
        steps.all(|next| next.is_err() || next.is_ok_and(|next| squares.contains(next)))
    })
}

/// Turns each square with an obstacle on all four sides into a block, except for `used` squares.
/// The walls of a block are redundant and removed. If the format draws an open middle, the squares
/// there become blocks only if they are enclosed together without inner walls.
pub(super) fn with_blocks(board: &Board, used: Bitboard, drawn: Middle) -> Board {
    let is_shut = |square: &Square| is_shut_off(board, [*square].into_iter().collect());
    let mut shut: Bitboard = board.squares().filter(is_shut).collect();
    let middle = middle(board);
    if drawn == Middle::Open && (middle & used).is_empty() {
        if (middle & !shut).is_empty() {
            shut &= !middle;
        } else if middle_of(board) == Middle::Open && is_shut_off(board, middle) {
            shut |= middle;
        }
    }
    let mut blocked = board.clone();
    for square in (shut & !used).iter() {
        blocked.add_block(square);
        for direction in Direction::ALL {
            blocked.remove_wall(square, direction);
        }
    }
    blocked
}

/// Returns the board with walls around each block in place of the block.
pub(super) fn with_walls(board: &Board, drawn: Middle) -> Board {
    let middle = match drawn {
        Middle::Open => solid_middle(board),
        Middle::Closed => Bitboard::EMPTY,
    };
    let mut walled = board.clone();
    for square in board.blocks().iter() {
        walled.remove_block(square);
        for direction in Direction::ALL {
            let next = square.step(direction);
            let is_within = next.is_some_and(|next| middle.contains(next));
            if is_within && middle.contains(square) {
                walled.remove_wall(square, direction);
            } else {
                walled.add_wall(square, direction);
            }
        }
    }
    walled
}
