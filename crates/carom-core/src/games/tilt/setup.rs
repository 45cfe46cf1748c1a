//! A Tilt board as its author wrote it, valid or not.

use super::{GREEN, HOLE, Position};
use crate::board::Board;
use crate::games::{
    BoardObject, BoardSetup, Fault, FaultKind, Game, GameRules, Piece, Placement, on_board,
};

/// A board as its author wrote it, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size, the blocks and the walls.
    pub board: Board,
    /// The pieces and the holes, in the order of the text.
    pub objects: Vec<Placement>,
}

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Fault::of_places(Game::Tilt, &self.objects, &self.board);
        for (wanted, kind, message) in [
            (BoardObject::Piece(GREEN), FaultKind::NoPiece, "there is no green piece"),
            (BoardObject::Target(HOLE), FaultKind::NoTarget, "there is no hole"),
        ] {
            if on_board(&self.objects, |object, _| (*object == wanted).then_some(())).is_empty() {
                faults.push(Fault::missing(kind, message));
            }
        }
        match faults.is_empty() {
            true => Ok(Position::new(self.board.clone(), &self.objects)),
            false => Err(faults),
        }
    }
}

impl BoardSetup for Setup {
    fn new(board: Board, _has_rule: &dyn Fn(&str) -> bool, objects: &[Placement]) -> Self {
        Self { board, objects: objects.to_vec() }
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn objects(&self) -> Vec<Placement> {
        self.objects.clone()
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let pieces = position.pieces().into_iter().map(Piece::placement);
        let holes = position.holes.iter().map(|square| BoardObject::Target(HOLE).on(square));
        Self { board: position.board().clone(), objects: pieces.chain(holes).collect() }
    }
}
