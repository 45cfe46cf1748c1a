//! What stands on a board as it is taken hold of: with an identifier, a kind
//! and a name in words.

use crate::analysis::model::setup::{Placed, Standing, Thing};
use crate::board::Square;
use crate::games::{Game, Place};
use crate::text::Span;

/// A thing in its place, and all places in the text that put it there.
#[derive(Clone, Debug)]
pub(super) struct Hold {
    pub(super) thing: Thing,
    pub(super) place: Place,
    pub(super) spans: Vec<Span>,
}

impl Hold {
    pub(super) fn is_on(&self, square: Square) -> bool {
        self.place == Place::Board(square)
    }
}

/// Everything that can be taken hold of: the pieces, what else is placed, the
/// drawn blocks. A target that is given twice is one.
pub(super) fn holds(placed: &Placed) -> Vec<Hold> {
    let pieces = placed.pieces.iter().map(|&(piece, span)| {
        let thing = Thing::Piece(piece.name);
        (thing, Place::Board(piece.square), Some(span))
    });
    let marks = placed.marks.iter();
    let marks = marks.map(|mark| (mark.thing.clone(), mark.place, mark.span));
    let blocks = placed.position.board().blocks();
    let cells = placed.cells.iter();
    let blocks = cells.filter(|(square, _)| blocks.contains(*square));
    let blocks = blocks.map(|&(square, span)| (Thing::Block, Place::Board(square), Some(span)));
    let mut holds: Vec<Hold> = Vec::new();
    for (thing, place, span) in pieces.chain(marks).chain(blocks) {
        let mut known = holds.iter_mut();
        match known.find(|hold| hold.thing == thing && hold.place == place) {
            Some(hold) => hold.spans.extend(span),
            None => holds.push(Hold {
                thing,
                place,
                spans: span.into_iter().collect(),
            }),
        }
    }
    holds
}

/// A thing of a puzzle in a place, with what it is known by there.
pub(super) fn standing(game: Game, thing: &Thing, place: Place) -> Standing {
    let square = match place {
        Place::Board(square) => square,
        // What lies in a hand is known by its name.
        Place::Hand | Place::OpponentHand => Square::new(0, 0),
    };
    Standing::new(game, thing, square)
}

/// What a thing in a place is known by while it is there.
pub(super) fn id(game: Game, thing: &Thing, place: Place) -> String {
    standing(game, thing, place).id.to_string()
}

/// A square, or whose hand it is, as the text names it.
pub(super) fn place_name(place: Place) -> String {
    match place {
        Place::Board(square) => square.to_string(),
        Place::Hand => "hand".to_owned(),
        Place::OpponentHand => "opponent".to_owned(),
    }
}
