//! What stands on a board as it is taken hold of: with an identifier, a kind
//! and a name in words.

use crate::analysis::setup::{Placed, Thing};
use crate::analysis::tokens::Colour;
use crate::board::Square;
use crate::games::{Game, Kind, Piece, Place};
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

/// What the piece on `square` is known by while it stands there.
pub(in crate::analysis) fn piece_id(game: Game, piece: Piece) -> String {
    match game.is_nameless(piece.name) {
        true => format!("{}@{}", piece.name, piece.square),
        false => piece.name.to_string(),
    }
}

/// What a thing in this place is known by while it stands there.
pub(super) fn id(game: Game, thing: &Thing, place: Place) -> String {
    let at = place_name(place);
    match (thing, place) {
        (&Thing::Piece(name), Place::Board(square)) => piece_id(game, Piece { name, square }),
        (Thing::Piece(name), _) => name.to_string(),
        (Thing::Target(glyph), _) => format!("target:{glyph}@{at}"),
        (Thing::Diagonal(..), _) => format!("diagonal@{at}"),
        (Thing::Item(name), _) => format!("item:{name}"),
        (Thing::Player, _) => "player".to_owned(),
        (Thing::Block, _) => format!("block@{at}"),
    }
}

/// A square, or whose hand it is, as the text names it.
pub(super) fn place_name(place: Place) -> String {
    match place {
        Place::Board(square) => square.to_string(),
        Place::Hand => "hand".to_owned(),
        Place::OpponentHand => "opponent".to_owned(),
    }
}

/// What kind of thing it is, in a word.
pub(super) fn kind(game: Game, thing: &Thing) -> &'static str {
    match thing {
        Thing::Piece(name) => match game.kind(*name) {
            Kind::Robot => "robot",
            Kind::Human => "human",
            Kind::Man(_) => "piece",
        },
        Thing::Target(_) => "target",
        Thing::Diagonal(..) => "diagonal",
        Thing::Item(_) => "item",
        Thing::Player => "player",
        Thing::Block => "block",
    }
}

/// What to call it: `red robot R`.
pub(super) fn label(game: Game, thing: &Thing) -> String {
    let kind = kind(game, thing);
    match *thing {
        Thing::Piece('@') => kind.to_owned(),
        Thing::Piece(Piece::NAMELESS) => format!("{kind} without a name"),
        Thing::Piece(name) if game.kind(name) == Kind::Robot => robot(name),
        Thing::Piece(name) => format!("{kind} {name}"),
        Thing::Target('*') => "target of any robot".to_owned(),
        Thing::Target(glyph) if glyph.is_ascii_lowercase() => {
            format!("target of the {}", robot(glyph.to_ascii_uppercase()))
        }
        Thing::Diagonal(kind, None) => format!("diagonal {}", kind.glyph()),
        Thing::Diagonal(kind, Some(name)) => {
            format!("diagonal {} of the {}", kind.glyph(), robot(name))
        }
        Thing::Item(ref name) => format!("item {name}"),
        Thing::Target(_) | Thing::Player | Thing::Block => kind.to_owned(),
    }
}

fn robot(name: char) -> String {
    match Colour::of_robot(name) {
        Some(colour) => format!("{} robot {name}", colour.name()),
        None => format!("robot {name}"),
    }
}
