//! What makes two Lunar Lockout positions the same puzzle.

use super::{Position, Rule, is_human};
use crate::board::{Direction, Symmetry};

impl Position {
    /// The position laid down by `symmetry`, without the pieces' names. Two
    /// positions are the same puzzle if they can be laid down alike.
    pub(super) fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let board = self.board();
        let image = symmetry.board(board);
        let mut squares = [0u8; 256];
        for square in image.squares() {
            let walls = image.walls(square);
            let mut mark = u8::from(image.blocks().contains(square));
            mark |= u8::from(walls.contains(Direction::Up)) << 1;
            mark |= u8::from(walls.contains(Direction::Right)) << 2;
            if let Some(at) = squares.get_mut(square.index()) {
                *at = mark;
            }
        }
        let targets = self.targets().iter().map(|square| (square, 1 << 3));
        let pieces = self.pieces().iter().map(|piece| {
            let mark = if is_human(piece.name) { 1 << 4 } else { 1 << 5 };
            (piece.square, mark)
        });
        for (square, mark) in targets.chain(pieces) {
            if let Some(at) = squares.get_mut(symmetry.square(board, square).index()) {
                *at |= mark;
            }
        }
        let head = [
            image.files(),
            image.ranks(),
            u8::from(self.rule() == Rule::Stay),
        ];
        let squares = image
            .squares()
            .filter_map(|square| squares.get(square.index()));
        head.iter().chain(squares).copied().collect()
    }
}
