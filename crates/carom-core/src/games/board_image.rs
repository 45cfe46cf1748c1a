//! The image of a board under a symmetry, as bytes.

use crate::board::{Bitboard, Board, Square, Symmetry};

/// A transformed board with a byte of marks for each square.
pub(super) struct BoardImage<'b> {
    board: &'b Board,
    symmetry: Symmetry,
    image: Board,
    marks: [u8; 256],
}

impl<'b> BoardImage<'b> {
    /// Marks the blocks and the walls above and to the right of squares with bits 0 to 2, except
    /// for walls that cannot stop a piece.
    pub(super) fn new(board: &'b Board, symmetry: Symmetry) -> Self {
        let image = symmetry.board(&board.without_idle_walls());
        let mut marks = [0; 256];
        let drawn = [image.blocks(), image.walls_above(), image.walls_right()];
        for (bit, squares) in drawn.into_iter().enumerate() {
            for square in squares.iter() {
                marks[square.index()] |= 1 << bit;
            }
        }
        Self { board, symmetry, image, marks }
    }

    /// Marks the squares of each set with a bit, from bit 3 on.
    pub(super) fn with_sets(mut self, sets: &[Bitboard]) -> Self {
        for (bit, squares) in (3..).zip(sets) {
            squares.iter().for_each(|square| self.mark(square, 1 << bit));
        }
        self
    }

    /// Returns the transformed square.
    pub(super) fn square(&self, square: Square) -> Square {
        self.symmetry.square(self.board, square)
    }

    /// Sets bits of the transformed square.
    pub(super) fn mark(&mut self, square: Square, bits: u8) {
        self.marks[self.square(square).index()] |= bits;
    }

    /// Returns the size, `head`, and the marks row by row.
    pub(super) fn bytes(&self, head: &[u8]) -> Vec<u8> {
        let size = [self.image.columns(), self.image.rows()];
        let squares = self.image.squares();
        let marks = squares.map(|square| &self.marks[square.index()]);
        size.iter().chain(head).chain(marks).copied().collect()
    }
}
