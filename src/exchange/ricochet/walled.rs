//! Conversion between blocks and squares with walls on all sides.

use crate::board::{Bitboard, Board, Direction, Square};

/// The four squares in the middle of the printed board.
const MIDDLE: [(u8, u8); 4] = [(7, 7), (8, 7), (7, 8), (8, 8)];

fn middle(board: &Board) -> Option<Bitboard> {
    let is_printed = (board.columns(), board.rows()) == (16, 16);
    let squares = MIDDLE.map(|(file, rank)| Square::new(file, rank));
    is_printed.then(|| squares.into_iter().collect())
}

/// Whether a square is one of the four in the middle of a board of 16×16.
pub(super) fn is_middle(board: &Board, square: Square) -> bool {
    middle(board).is_some_and(|middle| middle.contains(square))
}

/// Whether a square is one of the four in the middle of a board of 16×16, and all four are
/// blocks.
pub(super) fn is_in_solid_middle(board: &Board, square: Square) -> bool {
    let blocks = board.blocks();
    middle(board).is_some_and(|middle| {
        middle.contains(square) && middle.iter().all(|square| blocks.contains(square))
    })
}

/// Whether the board is 16×16 and the four squares in its middle have no walls between them.
pub(super) fn is_open(board: &Board) -> bool {
    let Some(middle) = middle(board) else {
        return false;
    };
    middle.iter().all(|square| {
        let mut directions = Direction::ALL.into_iter();
        directions.all(|direction| {
            let within = square.step(direction).filter(|next| middle.contains(*next));
            within.is_none() || board.step(square, direction).is_ok()
        })
    })
}

/// Turns each square with an obstacle on all four sides into a block, except for `used` squares.
/// The walls of a block are redundant and removed.
///
/// With `open`, the four squares in the middle of a board of 16×16 become blocks if they are
/// enclosed together without inner walls. Without it, they become blocks like other squares.
pub(super) fn with_blocks(board: &Board, used: Bitboard, open: bool) -> Board {
    let mut shut = Bitboard::EMPTY;
    for square in board.squares() {
        let mut directions = Direction::ALL.into_iter();
        if directions.all(|direction| board.step(square, direction).is_err()) {
            shut.insert(square);
        }
    }
    let unused = |middle: &Bitboard| middle.iter().all(|square| !used.contains(square));
    if let Some(middle) = middle(board).filter(unused)
        && open
    {
        if middle.iter().all(|square| shut.contains(square)) {
            shut &= !middle;
        } else if is_open(board) && is_shut_off(board, middle) {
            shut |= middle;
        }
    }
    let mut board = board.clone();
    for square in shut.iter().filter(|&square| !used.contains(square)) {
        board.add_block(square);
        for direction in Direction::ALL {
            board.remove_wall(square, direction);
        }
    }
    board
}

/// Whether no step leads out of a set of squares.
fn is_shut_off(board: &Board, squares: Bitboard) -> bool {
    squares.iter().all(|square| {
        let mut directions = Direction::ALL.into_iter();
        directions.all(|direction| {
            let next = board.step(square, direction);
            next.is_err() || next.is_ok_and(|next| squares.contains(next))
        })
    })
}

/// Returns the board with walls around each block in place of the block. With `open`, the middle
/// of a board of 16×16 has no inner walls.
pub(super) fn with_walls(board: &Board, open: bool) -> Board {
    let blocks = board.blocks();
    let middle = middle(board).filter(|middle| {
        let is_block = middle.iter().all(|square| blocks.contains(square));
        open && is_block
    });
    let middle = middle.unwrap_or(Bitboard::EMPTY);
    let mut walled = board.clone();
    for square in blocks.iter() {
        walled.remove_block(square);
        for direction in Direction::ALL {
            let is_within = square
                .step(direction)
                .is_some_and(|next| middle.contains(next));
            if is_within && middle.contains(square) {
                walled.remove_wall(square, direction);
            } else {
                walled.add_wall(square, direction);
            }
        }
    }
    walled
}
