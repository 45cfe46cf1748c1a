//! The movable objects on a board.

use std::fmt;
use std::sync::Arc;

use super::BoardObject;
use crate::board::Square;
use crate::games::{FigureKind, Game, Piece};
use crate::picture::Colour;

/// The identity of an object on a board. It stays the same while the object does not move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ObjectId {
    /// The piece of this name.
    Named(char),
    /// A piece that shares its glyph with others, by its square.
    Nameless(char, Square),
    /// The target with this glyph on this square.
    Target(char, Square),
    /// The player, who walks on the tiles.
    Player,
    /// The item of this name.
    Item(Arc<str>),
    /// The diagonal on this square.
    Diagonal(Square),
    /// The block on this square.
    Block(Square),
}

impl ObjectId {
    /// Returns the identity of a piece.
    pub(crate) fn of_piece(game: Game, piece: Piece) -> Self {
        match game.is_nameless(piece.name) {
            true => Self::Nameless(piece.name, piece.square),
            false => Self::Named(piece.name),
        }
    }
}

/// Writes the identifier in the protocol: `R`, `0@c3`, `target:r@c5`, `player`, `item:KEY`.
impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => write!(f, "{name}"),
            Self::Nameless(glyph, square) => write!(f, "{glyph}@{square}"),
            Self::Target(glyph, square) => write!(f, "target:{glyph}@{square}"),
            Self::Player => f.write_str("player"),
            Self::Item(name) => write!(f, "item:{name}"),
            Self::Diagonal(square) => write!(f, "diagonal@{square}"),
            Self::Block(square) => write!(f, "block@{square}"),
        }
    }
}

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ObjectKind {
    Robot,
    Human,
    Piece,
    Player,
    Item,
    Target,
    Diagonal,
    Block,
}

impl ObjectKind {
    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Human => "human",
            Self::Piece => "piece",
            Self::Player => "player",
            Self::Item => "item",
            Self::Target => "target",
            Self::Diagonal => "diagonal",
            Self::Block => "block",
        }
    }
}

/// An object on a square of a board, which may be movable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    /// Its identity.
    pub id: ObjectId,
    /// Its kind.
    pub kind: ObjectKind,
    /// Its square.
    pub square: Square,
    /// Its description: `red robot R`.
    pub label: String,
}

impl ObjectInfo {
    /// Returns the description of an object of a game on a square.
    pub(crate) fn new(game: Game, object: &BoardObject, square: Square) -> Self {
        let (id, kind) = match *object {
            BoardObject::Piece(name) => {
                let kind = match game.kind(name) {
                    FigureKind::Robot => ObjectKind::Robot,
                    FigureKind::Human => ObjectKind::Human,
                    FigureKind::Man(_) => ObjectKind::Piece,
                };
                (ObjectId::of_piece(game, Piece { name, square }), kind)
            }
            BoardObject::Target(glyph) => (ObjectId::Target(glyph, square), ObjectKind::Target),
            BoardObject::Diagonal(..) => (ObjectId::Diagonal(square), ObjectKind::Diagonal),
            BoardObject::Item(ref name) => (ObjectId::Item(Arc::clone(name)), ObjectKind::Item),
            BoardObject::Player => (ObjectId::Player, ObjectKind::Player),
            BoardObject::Block => (ObjectId::Block(square), ObjectKind::Block),
        };
        Self {
            label: label(object, kind),
            id,
            kind,
            square,
        }
    }
}

/// Returns the name of an object, such as `red robot R`.
fn label(object: &BoardObject, kind: ObjectKind) -> String {
    let robot = |name| match Colour::of_robot(name) {
        Some(colour) => format!("{} robot {name}", colour.name()),
        None => format!("robot {name}"),
    };
    let word = kind.name();
    match *object {
        BoardObject::Piece(Piece::NAMELESS) => format!("{word} without a name"),
        BoardObject::Piece(name) if kind == ObjectKind::Robot => robot(name),
        BoardObject::Piece(name) if name.is_ascii_alphanumeric() => format!("{word} {name}"),
        BoardObject::Target('*') => format!("{word} of any robot"),
        BoardObject::Target(glyph) if glyph.is_ascii_lowercase() => {
            format!("{word} of the {}", robot(glyph.to_ascii_uppercase()))
        }
        BoardObject::Diagonal(kind, None) => format!("{word} {}", kind.glyph()),
        BoardObject::Diagonal(kind, Some(name)) => {
            format!("{word} {} of the {}", kind.glyph(), robot(name))
        }
        BoardObject::Item(ref name) => format!("{word} {name}"),
        BoardObject::Piece(_)
        | BoardObject::Target(_)
        | BoardObject::Player
        | BoardObject::Block => word.to_owned(),
    }
}
