//! What stands on a board and may stand elsewhere.

use std::fmt;
use std::sync::Arc;

use super::Thing;
use crate::analysis::Colour;
use crate::board::Square;
use crate::games::{FigureKind, Game, Piece};

/// What tells the things on a board apart. It is the same for as long as the
/// thing stands where it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StandingId {
    /// The piece of this name.
    Named(char),
    /// A piece that shares its glyph with others, by its square.
    Nameless(char, Square),
    /// The target that is drawn so, on its square.
    Target(char, Square),
    /// Who walks on the tiles.
    Player,
    /// The item of this name.
    Item(Arc<str>),
    /// The diagonal on this square.
    Diagonal(Square),
    /// The block on this square.
    Block(Square),
}

impl StandingId {
    /// What the piece of a game is known by.
    pub(in crate::analysis) fn of_piece(game: Game, piece: Piece) -> Self {
        match game.is_nameless(piece.name) {
            true => Self::Nameless(piece.name, piece.square),
            false => Self::Named(piece.name),
        }
    }
}

/// As it is told to others: `R`, `0@c3`, `target:r@c5`, `player`, `item:KEY`.
impl fmt::Display for StandingId {
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

/// What such a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum StandingKind {
    Robot,
    Human,
    Piece,
    Player,
    Item,
    Target,
    Diagonal,
    Block,
}

impl StandingKind {
    /// The word for it.
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

/// Something that stands on a board and may stand elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What tells it from the others.
    pub id: StandingId,
    /// What it is.
    pub kind: StandingKind,
    /// Where it stands.
    pub square: Square,
    /// What to call it: `red robot R`.
    pub label: String,
}

impl Standing {
    /// A thing of a game on a square.
    pub(in crate::analysis) fn new(game: Game, thing: &Thing, square: Square) -> Self {
        let (id, kind) = match *thing {
            Thing::Piece(name) => {
                let kind = match game.kind(name) {
                    FigureKind::Robot => StandingKind::Robot,
                    FigureKind::Human => StandingKind::Human,
                    FigureKind::Man(_) => StandingKind::Piece,
                };
                (StandingId::of_piece(game, Piece { name, square }), kind)
            }
            Thing::Target(glyph) => (StandingId::Target(glyph, square), StandingKind::Target),
            Thing::Diagonal(..) => (StandingId::Diagonal(square), StandingKind::Diagonal),
            Thing::Item(ref name) => (StandingId::Item(Arc::clone(name)), StandingKind::Item),
            Thing::Player => (StandingId::Player, StandingKind::Player),
            Thing::Block => (StandingId::Block(square), StandingKind::Block),
        };
        Self {
            label: label(thing, kind),
            id,
            kind,
            square,
        }
    }
}

/// What to call a thing: `red robot R`.
fn label(thing: &Thing, kind: StandingKind) -> String {
    let robot = |name| match Colour::of_robot(name) {
        Some(colour) => format!("{} robot {name}", colour.name()),
        None => format!("robot {name}"),
    };
    let word = kind.name();
    match *thing {
        Thing::Piece(Piece::NAMELESS) => format!("{word} without a name"),
        Thing::Piece(name) if kind == StandingKind::Robot => robot(name),
        Thing::Piece(name) if name.is_ascii_alphanumeric() => format!("{word} {name}"),
        Thing::Target('*') => format!("{word} of any robot"),
        Thing::Target(glyph) if glyph.is_ascii_lowercase() => {
            format!("{word} of the {}", robot(glyph.to_ascii_uppercase()))
        }
        Thing::Diagonal(kind, None) => format!("{word} {}", kind.glyph()),
        Thing::Diagonal(kind, Some(name)) => {
            format!("{word} {} of the {}", kind.glyph(), robot(name))
        }
        Thing::Item(ref name) => format!("{word} {name}"),
        Thing::Piece(_) | Thing::Target(_) | Thing::Player | Thing::Block => word.to_owned(),
    }
}
