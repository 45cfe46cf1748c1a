//! Pieces, blocks and walls that can be removed from a puzzle.

use super::Mover;
use crate::board::{Board, Direction, Square};

/// An object that can be removed from a board.
#[derive(serde::Serialize, serde::Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removable {
    /// This piece.
    Piece(Mover),
    /// The block on this square.
    Block(Square),
    /// The wall on this side of this square: the right or the upper side.
    Wall(Square, Direction),
}

impl Removable {
    /// Whether it is a wall.
    pub const fn is_wall(self) -> bool {
        matches!(self, Self::Wall(..))
    }

    /// Returns these pieces, then every block and every wall of the board.
    pub(super) fn pieces_and_board(
        pieces: impl Iterator<Item = Mover>,
        board: &Board,
    ) -> Vec<Self> {
        let pieces = pieces.map(Self::Piece);
        let blocks = board.blocks().iter().map(Self::Block);
        let walls = board.all_walls().map(|(square, side)| Self::Wall(square, side));
        pieces.chain(blocks).chain(walls).collect()
    }

    /// Removes a block or a wall from `board`. Returns `None` if it is not there.
    pub(super) fn leave(self, board: &mut Board) -> Option<()> {
        match self {
            Self::Piece(_) => return None,
            Self::Block(square) => {
                board.blocks().contains(square).then_some(())?;
                board.remove_block(square);
            }
            Self::Wall(square, side) => {
                board.walls(square).contains(side).then_some(())?;
                board.remove_wall(square, side);
            }
        }
        Some(())
    }
}
