//! What stands on a board and may stand elsewhere.

use std::fmt;
use std::sync::Arc;

use crate::board::{Board, Square};
use crate::games::{Mover, Piece, Position};

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

impl From<Piece> for StandingId {
    fn from(piece: Piece) -> Self {
        match piece.mover() {
            Mover::Named(name) => Self::Named(name),
            Mover::On(square) => Self::Nameless(piece.name, square),
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
pub(super) fn blocks(board: &Board) -> impl Iterator<Item = Standing> {
    let blocks = board.squares();
    let blocks = blocks.filter(|&square| board.blocks().contains(square));
    blocks.map(|square| Standing {
        id: StandingId::Block(square),
        kind: StandingKind::Block,
        square,
        label: "block".to_owned(),
    })
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
pub(super) fn move_piece(pieces: &mut [Piece], id: &StandingId, to: Square) -> Option<()> {
    let mut found = pieces.iter_mut();
    found.find(|piece| StandingId::from(**piece) == *id)?.square = to;
    Some(())
}
