//! A Slider board as its author wrote it, valid or not.

use super::{Position, Side};
use crate::board::{Board, Square};
use crate::games::{
    BoardObject, BoardSetup, Fault, FaultKind, Game, GameRules, Part, Placement, pieces_of,
};

/// The shortest side of a board, in squares.
pub const SMALLEST_SIDE: u8 = 4;

/// A piece of a side. All pieces of one side are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Its side.
    pub side: Side,
    /// Its square.
    pub square: Square,
}

/// A board as its author wrote it, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size, the blocks and the walls.
    pub board: Board,
    /// The side to move.
    pub to_move: Side,
    /// The pieces, in the order of the text.
    pub men: Vec<Man>,
}

impl Setup {
    /// Returns the legal position that this setup describes. A side without pieces is no fault if
    /// the other side has some: it has won before the first move.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Vec::new();
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let mut bad_size = |message| faults.push(Fault::at(Part::Board, FaultKind::Size, message));
        if columns != rows {
            bad_size(format!("expected a square board, found {columns} columns and {rows} rows"));
        }
        if columns.min(rows) < SMALLEST_SIDE {
            bad_size(format!(
                "a slider board has at least {SMALLEST_SIDE} columns and rows; \
                 this one has {columns} and {rows}"
            ));
        }
        if self.men.is_empty() {
            let message = "neither side has a piece on the board";
            faults.push(Fault::missing(FaultKind::NoPiece, message));
        }
        faults.extend(Fault::of_places(Game::Slider, &self.objects(), &self.board));
        if !faults.is_empty() {
            return Err(faults);
        }
        let men = Side::ALL.map(|side| {
            let own = self.men.iter().filter(|man| man.side == side);
            own.map(|man| man.square).collect()
        });
        Ok(Position::new(self.board.clone(), self.to_move, men))
    }
}

/// `H` is to move by default.
impl BoardSetup for Setup {
    fn new(board: Board, _has_rule: &dyn Fn(&str) -> bool, objects: &[Placement]) -> Self {
        let men = pieces_of(objects).into_iter().filter_map(|piece| {
            Some(Man { side: Side::from_glyph(piece.name)?, square: piece.square })
        });
        Self { board, to_move: Side::H, men: men.collect() }
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn objects(&self) -> Vec<Placement> {
        let men = self.men.iter();
        men.map(|man| BoardObject::Piece(man.side.glyph()).on(man.square)).collect()
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let men = Side::ALL.into_iter().flat_map(|side| {
            let squares = position.men(side);
            squares.iter().map(move |square| Man { side, square })
        });
        Self { board: position.board().clone(), to_move: position.to_move(), men: men.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn man(side: Side, square: &str) -> Man {
        let square = square.parse().unwrap();
        Man { side, square }
    }

    fn kinds(setup: &Setup) -> Vec<(FaultKind, Option<Part>)> {
        let faults = setup.position().unwrap_err().into_iter();
        faults.map(|fault| (fault.kind, fault.part)).collect()
    }

    #[test]
    fn all_errors_are_collected() {
        let mut board = Board::new(3, 5).unwrap();
        board.add_block("b2".parse().unwrap());
        let men = [man(Side::H, "a1"), man(Side::V, "d1"), man(Side::V, "b2"), man(Side::V, "a1")];
        let setup = Setup { board, to_move: Side::V, men: men.to_vec() };
        assert_eq!(
            kinds(&setup),
            [
                (FaultKind::Size, Some(Part::Board)),
                (FaultKind::Size, Some(Part::Board)),
                (FaultKind::OffBoard, Some(Part::Piece(1))),
                (FaultKind::Occupied, Some(Part::Piece(2))),
                (FaultKind::Occupied, Some(Part::Piece(3))),
            ]
        );
    }

    #[test]
    fn board_without_pieces_is_rejected() {
        let mut setup =
            Setup { board: Board::new(4, 4).unwrap(), to_move: Side::H, men: Vec::new() };
        assert_eq!(kinds(&setup), [(FaultKind::NoPiece, None)]);
        setup.men.push(man(Side::V, "a1"));
        assert!(setup.position().is_ok(), "H has won");
    }
}
