//! Setups that the notation cannot express.

use std::fmt;

use crate::board::Square;

/// A part of a setup that the notation cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// The square is already drawn as another object, and no key places the piece.
    NoRoom {
        /// The glyph of the piece.
        glyph: char,
        /// Its square.
        square: Square,
    },
    /// No piece, item or key can have this name.
    Name(String),
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom { glyph, square } => {
                write!(f, "there is no room to draw {glyph} on {square}")
            }
            Self::Name(name) => write!(f, "{name:?} cannot be written as a name"),
        }
    }
}

impl std::error::Error for Unwritable {}
