//! The objects on a board, each with its place and the text that puts it there.

use crate::analysis::model::setup::{BoardObject, LocatedPosition, ObjectInfo};
use crate::board::Square;
use crate::games::{Game, ItemPlace};
use crate::text::Span;

/// An object, its place, and all spans of the text that put it there.
#[derive(Clone, Debug)]
pub(super) struct PlacedObject {
    pub(super) object: BoardObject,
    pub(super) place: ItemPlace,
    pub(super) spans: Vec<Span>,
}

impl PlacedObject {
    /// Whether it is a diagonal that is printed on a tile.
    pub(super) fn is_printed(&self) -> bool {
        self.spans.is_empty() && matches!(self.object, BoardObject::Diagonal(..))
    }

    pub(super) fn is_on(&self, square: Square) -> bool {
        self.place == ItemPlace::Board(square)
    }
}

/// Returns all objects of a puzzle: pieces, marks and drawn blocks. A target that
/// is given twice is one object.
pub(super) fn placed_objects(placed: &LocatedPosition) -> Vec<PlacedObject> {
    let pieces = placed.pieces.iter().map(|&(piece, span)| {
        let object = BoardObject::Piece(piece.name);
        (object, ItemPlace::Board(piece.square), Some(span))
    });
    let marks = placed.marks.iter().map(|mark| (mark.object.clone(), mark.place, mark.span));
    let blocks = placed.position.board().blocks();
    let cells = placed.cells.iter();
    let blocks = cells.filter(|(square, _)| blocks.contains(*square));
    let blocks =
        blocks.map(|&(square, span)| (BoardObject::Block, ItemPlace::Board(square), Some(span)));
    let mut objects: Vec<PlacedObject> = Vec::new();
    for (object, place, span) in pieces.chain(marks).chain(blocks) {
        let mut known = objects.iter_mut();
        match known.find(|entry| entry.object == object && entry.place == place) {
            Some(entry) => entry.spans.extend(span),
            None => objects.push(PlacedObject { object, place, spans: span.into_iter().collect() }),
        }
    }
    objects
}

/// Returns the identifier, kind and label of an object in a place.
pub(super) fn standing(game: Game, object: &BoardObject, place: ItemPlace) -> ObjectInfo {
    let square = match place {
        ItemPlace::Board(square) => square,
        // An object in a hand is identified by its name.
        ItemPlace::Hand | ItemPlace::OpponentHand => Square::new(0, 0),
    };
    ObjectInfo::new(game, object, square)
}

/// Returns the identifier of an object while it is in `place`.
pub(super) fn id(game: Game, object: &BoardObject, place: ItemPlace) -> String {
    standing(game, object, place).id
}
