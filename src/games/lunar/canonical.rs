//! What makes two Lunar Lockout positions the same puzzle.

use super::{Position, Rule, is_human};
use crate::board::{Square, Symmetry};

impl Position {
    /// The position laid down by `symmetry`, without the pieces' names. Two
    /// positions are the same puzzle if they can be laid down alike.
    pub(super) fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let board = self.board();
        let image = symmetry.board(board);
        let place = |square: Square| symmetry.square(board, square);
        let mut squares = [0u8; 256];
        let mut mark = |square: Square, bits: u8| {
            if let Some(at) = squares.get_mut(square.index()) {
                *at |= bits;
            }
        };
        let drawn = [image.blocks(), image.walls_above(), image.walls_right()];
        for (bit, squares) in drawn.into_iter().enumerate() {
            for square in squares.iter() {
                mark(square, 1 << bit);
            }
        }
        for square in self.targets().iter() {
            mark(place(square), 1 << 3);
        }
        for piece in self.pieces() {
            let bit = if is_human(piece.name) { 4 } else { 5 };
            mark(place(piece.square), 1 << bit);
        }
        let (files, ranks) = (image.columns(), image.rows());
        let mut bytes = Vec::with_capacity(3 + usize::from(files) * usize::from(ranks));
        bytes.extend([files, ranks, u8::from(self.rule() == Rule::Stay)]);
        for rank in 0..ranks {
            let first = Square::new(0, rank).index();
            let row = squares.get(first..first + usize::from(files));
            bytes.extend_from_slice(row.unwrap_or_default());
        }
        bytes
    }
}
