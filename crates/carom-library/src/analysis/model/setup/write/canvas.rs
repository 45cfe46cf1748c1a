//! A board with floor and blocks, on which pieces and marks are put.

use super::unwritable::Unwritable;
use crate::board::{Board, Square};
use crate::picture;
use crate::syntax::{BoardStyle, Drawing};

const FLOOR: char = '.';
const BLOCK: char = '#';

pub(crate) struct Canvas<'a> {
    board: &'a Board,
    /// A glyph for each of the 256 squares.
    glyphs: Vec<char>,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        let mut canvas = Self {
            board,
            glyphs: vec![FLOOR; 256],
        };
        for square in board.blocks().iter() {
            canvas.put(square, BLOCK);
        }
        canvas
    }

    /// Draws `glyph`, if the square is on the board and empty. Returns whether it did.
    pub(crate) fn put(&mut self, square: Square, glyph: char) -> bool {
        let is_there = self.board.contains(square);
        match self.glyphs.get_mut(square.index()) {
            Some(drawn) if is_there && *drawn == FLOOR => {
                *drawn = glyph;
                true
            }
            _ => false,
        }
    }

    /// Draws the glyph of a piece that no key can place.
    pub(crate) fn place(&mut self, square: Square, glyph: char) -> Result<(), Unwritable> {
        if self.put(square, glyph) {
            Ok(())
        } else {
            Err(Unwritable::NoRoom { glyph, square })
        }
    }

    pub(crate) fn drawing(&self) -> Drawing {
        let glyph = |square: Square| self.glyphs.get(square.index()).copied();
        picture::drawing(self.board, BoardStyle::Spaced, |square| {
            glyph(square).unwrap_or(FLOOR)
        })
    }
}
