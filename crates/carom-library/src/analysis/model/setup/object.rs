//! The objects on a board.

use std::sync::Arc;

use crate::games::{DiagonalKind, ItemPlace};
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
        Self {
            object,
            place,
            span: Some(span),
        }
    }
}
