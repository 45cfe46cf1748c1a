//! What Lunar Lockout and Ricochet Robots share: named pieces that slide.

use std::fmt;

use crate::board::{Direction, Obstacle, Square, Symmetry};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The glyph that names it.
    pub name: char,
    /// Where it stands.
    pub square: Square,
}

/// A move of the notation: a piece and the direction it slides in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The name of the piece.
    pub piece: char,
    /// The direction it sets off in.
    pub direction: Direction,
}

/// A slide of whichever piece stands on a square: a move for who does not care
/// for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlideFrom {
    /// Where the piece stands.
    pub square: Square,
    /// The direction it sets off in.
    pub direction: Direction,
}

impl Slide {
    /// The same slide on a board laid down again.
    #[must_use]
    pub const fn laid(self, symmetry: Symmetry) -> Self {
        Self {
            piece: self.piece,
            direction: symmetry.direction(self.direction),
        }
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece, self.direction.symbol())
    }
}

/// What keeps a piece from setting off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocker {
    /// The board itself.
    Board(Obstacle),
    /// Another piece on the next square.
    Piece(Piece),
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(Obstacle::Border) => f.write_str("the border is next to it"),
            Self::Board(Obstacle::Wall) => f.write_str("a wall is next to it"),
            Self::Board(Obstacle::Block(square)) => {
                write!(f, "the block on {square} is next to it")
            }
            Self::Piece(piece) => write!(f, "{} on {} is next to it", piece.name, piece.square),
        }
    }
}
