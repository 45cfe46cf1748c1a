//! What a puzzle may do without.

use super::Mover;
use crate::board::{Board, Square};

/// Something that may be taken off a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removable {
    /// This piece.
    Piece(Mover),
    /// The block on this square.
    Block(Square),
}

impl Removable {
    /// These pieces, and every block of the board.
    pub(super) fn pieces_and_blocks(pieces: Vec<Mover>, board: &Board) -> Vec<Self> {
        let blocks = board.blocks().iter().map(Self::Block);
        pieces.into_iter().map(Self::Piece).chain(blocks).collect()
    }
}
