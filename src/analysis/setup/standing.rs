//! What stands on a board and may stand elsewhere.

use std::fmt;
use std::sync::Arc;

use super::Thing;
use crate::analysis::Colour;
use crate::board::{Board, Square};
use crate::games::{Game, Kind, Piece, Position};

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
    /// The same thing once it stands on `square`.
    #[must_use]
    pub fn on(&self, square: Square) -> Self {
        match *self {
            Self::Nameless(glyph, _) => Self::Nameless(glyph, square),
            Self::Target(glyph, _) => Self::Target(glyph, square),
            Self::Diagonal(_) => Self::Diagonal(square),
            Self::Block(_) => Self::Block(square),
            Self::Named(_) | Self::Player | Self::Item(_) => self.clone(),
        }
    }
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

    /// Whether it is a part of the board rather than of the play.
    pub const fn is_ground(self) -> bool {
        matches!(self, Self::Diagonal | Self::Block)
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
                    Kind::Robot => StandingKind::Robot,
                    Kind::Human => StandingKind::Human,
                    Kind::Man(_) => StandingKind::Piece,
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

/// A setup whose pieces may stand elsewhere.
pub trait Arrange {
    /// What stands on the board: what moves, then targets, then what stands for
    /// good, each in the order of the text.
    fn standing(&self) -> Vec<Standing>;

    /// The position with one thing on another square; nothing where that thing
    /// is not there, or cannot stand on that square.
    fn moved(&self, id: &StandingId, to: Square) -> Option<Position>;
}

/// The blocks of a board.
pub(super) fn blocks(game: Game, board: &Board) -> impl Iterator<Item = Standing> {
    let blocks = board.squares();
    let blocks = blocks.filter(|&square| board.blocks().contains(square));
    blocks.map(move |square| Standing::new(game, &Thing::Block, square))
}

/// Moves a block of `board` to a square that is free; nothing where there is
/// none.
pub(super) fn move_block(board: &mut Board, from: Square, to: Square) -> Option<()> {
    board.blocks().contains(from).then_some(())?;
    board.remove_block(from);
    board.add_block(to);
    Some(())
}

/// Whether `square` is on the board, and no block.
pub(super) fn is_floor(board: &Board, square: Square) -> bool {
    board.contains(square) && !board.blocks().contains(square)
}

/// Moves a piece to a square that is free of pieces; nothing where it is not
/// there.
pub(super) fn move_piece(
    game: Game,
    pieces: &mut [Piece],
    id: &StandingId,
    to: Square,
) -> Option<()> {
    let mut found = pieces.iter_mut();
    let is_it = |piece: &&mut Piece| StandingId::of_piece(game, **piece) == *id;
    found.find(is_it)?.square = to;
    Some(())
}
