//! Setups that the notation cannot express.

use std::fmt;

use crate::board::Square;

/// Something that the notation has no words for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// Nothing else can be drawn on the square, and no key places the piece.
    NoRoom {
        /// The glyph of the piece.
        glyph: char,
        /// Where it stands.
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
