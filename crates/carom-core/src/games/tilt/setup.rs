//! A Tilt board as its author wrote it, valid or not.

use super::{GREEN, HOLE, Position};
use crate::board::Board;
use crate::games::{GameRules, Piece};

/// A board as its author wrote it, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size, the blocks and the walls.
    pub board: Board,
    /// The pieces and the holes by their glyphs, in the order of the text.
    pub objects: Vec<Piece>,
}

/// A fault of a [`Setup`]. Objects are identified by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no green piece.
    #[error("there is no green piece")]
    NoGreenPiece,
    /// There is no hole.
    #[error("there is no hole")]
    NoHole,
    /// An object is outside the board.
    #[error("object {} is outside the board", .0 + 1)]
    OffBoard(usize),
    /// An object is on a block or on another object.
    #[error("object {} is on an occupied square", .0 + 1)]
    Occupied(usize),
}

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let has = |glyph| self.objects.iter().any(|object| object.name == glyph);
        let missing = [(GREEN, Fault::NoGreenPiece), (HOLE, Fault::NoHole)].into_iter();
        let mut faults: Vec<Fault> =
            missing.filter(|&(glyph, _)| !has(glyph)).map(|(_, fault)| fault).collect();
        let mut occupied = self.board.blocks();
        for (number, object) in self.objects.iter().enumerate() {
            if !self.board.contains(object.square) {
                faults.push(Fault::OffBoard(number));
            } else if !occupied.insert(object.square) {
                faults.push(Fault::Occupied(number));
            }
        }
        match faults.is_empty() {
            true => Ok(Position::new(self.board.clone(), &self.objects)),
            false => Err(faults),
        }
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let holes = position.holes().iter().map(|square| Piece { name: HOLE, square });
        let objects = position.pieces().into_iter().chain(holes);
        Self { board: position.board().clone(), objects: objects.collect() }
    }
}
