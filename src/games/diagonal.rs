//! Diagonals, which turn what slides.

use crate::board::{Direction, Square};

/// Which way a diagonal runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagonalKind {
    /// `/`
    Slash,
    /// `\`
    Backslash,
}

impl DiagonalKind {
    /// How it is drawn.
    pub const fn glyph(self) -> char {
        match self {
            Self::Slash => '/',
            Self::Backslash => '\\',
        }
    }

    /// The direction after a robot moving in `direction` is turned.
    pub const fn deflect(self, direction: Direction) -> Direction {
        match self {
            Self::Slash => direction.deflected_by_slash(),
            Self::Backslash => direction.deflected_by_backslash(),
        }
    }
}

/// A diagonal, which turns robots as they enter its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Diagonal {
    /// Where it stands.
    pub square: Square,
    /// Which way it runs.
    pub kind: DiagonalKind,
    /// The robot that passes through it, if it has a colour.
    pub robot: Option<char>,
}
