//! The objects on a board.

use std::sync::Arc;

use crate::board::Square;
use crate::games::{DiagonalKind, FigureKind, Game, ItemPlace, Piece, Role};
use crate::picture::Colour;
use crate::text::Span;

/// An object that an author puts on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardObject {
    /// A piece, by its glyph.
    Piece(char),
    /// A target, by its glyph.
    Target(char),
    /// A diagonal, and the robot that passes through it, if it has a colour.
    Diagonal(DiagonalKind, Option<char>),
    /// An item, by its name.
    Item(Arc<str>),
    /// The player, who walks on the tiles.
    Player,
    /// A block.
    Block,
}

impl BoardObject {
    /// Returns its glyph, or `None` if only a key places it.
    pub(crate) const fn glyph(&self) -> Option<char> {
        match *self {
            Self::Piece(glyph) | Self::Target(glyph) => Some(glyph),
            Self::Diagonal(kind, None) => Some(kind.glyph()),
            Self::Block => Some('#'),
            Self::Diagonal(_, Some(_)) | Self::Item(_) | Self::Player => None,
        }
    }
}

/// An object on a board or in a hand that is not a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its kind.
    pub object: BoardObject,
    /// Its place.
    pub place: ItemPlace,
    /// Its span in the text: a cell, or its words in a key. `None` if it is there by default.
    pub span: Option<Span>,
}

impl Mark {
    /// Creates a mark that the text at `span` places.
    pub(crate) const fn new(object: BoardObject, place: ItemPlace, span: Span) -> Self {
        Self { object, place, span: Some(span) }
    }
}

/// An object on a board, as the board editor names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    /// Its identifier in the protocol: `R`, `0@c3`, `target:r@c5`, `player`, `item:KEY`. It stays
    /// the same while the object does not move.
    pub id: String,
    /// Its kind, such as `robot`.
    pub kind: &'static str,
    /// Its description: `red robot R`.
    pub label: String,
}

impl ObjectInfo {
    /// Returns the description of an object of a game on a square.
    pub(crate) fn new(game: Game, object: &BoardObject, square: Square) -> Self {
        let (id, kind) = match *object {
            BoardObject::Piece(name) => {
                let kind = match game.role(name).kind() {
                    FigureKind::Robot => "robot",
                    FigureKind::Human => "human",
                    FigureKind::Disc | FigureKind::Man(_) => "piece",
                };
                (piece_id(game, Piece { name, square }), kind)
            }
            BoardObject::Target(glyph) => (format!("target:{glyph}@{square}"), "target"),
            BoardObject::Diagonal(..) => (format!("diagonal@{square}"), "diagonal"),
            BoardObject::Item(ref name) => (format!("item:{name}"), "item"),
            BoardObject::Player => ("player".to_owned(), "player"),
            BoardObject::Block => (format!("block@{square}"), "block"),
        };
        let label = label(game, object, kind);
        Self { id, kind, label }
    }
}

/// Returns the identifier of a piece. A piece that shares its glyph with others is named by its
/// square.
pub(crate) fn piece_id(game: Game, piece: Piece) -> String {
    match game.is_nameless(piece.name) {
        true => format!("{}@{}", piece.name, piece.square),
        false => piece.name.to_string(),
    }
}

/// Returns the name of an object, such as `red robot R`.
fn label(game: Game, object: &BoardObject, word: &str) -> String {
    let robot = |name| match Colour::of_robot(name) {
        Some(colour) => format!("{} robot {name}", colour.name()),
        None => format!("robot {name}"),
    };
    match *object {
        BoardObject::Piece(Piece::NAMELESS) => format!("{word} without a name"),
        BoardObject::Piece(name) => match game.role(name) {
            Role::Alike(_, word) => word.to_owned(),
            _ if word == "robot" => robot(name),
            _ if name.is_ascii_alphanumeric() => format!("{word} {name}"),
            _ => word.to_owned(),
        },
        BoardObject::Target('*') => format!("{word} of any robot"),
        BoardObject::Target(glyph) if glyph.is_ascii_lowercase() => {
            format!("{word} of the {}", robot(glyph.to_ascii_uppercase()))
        }
        BoardObject::Diagonal(kind, None) => format!("{word} {}", kind.glyph()),
        BoardObject::Diagonal(kind, Some(name)) => {
            format!("{word} {} of the {}", kind.glyph(), robot(name))
        }
        BoardObject::Item(ref name) => format!("{word} {name}"),
        BoardObject::Target(_) => game.target_kind().word().to_owned(),
        BoardObject::Player | BoardObject::Block => word.to_owned(),
    }
}
