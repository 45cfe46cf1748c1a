//! Diagonals, which deflect robots.

use super::{BoardObject, Placement};
use crate::board::{Direction, Square};

/// The orientation of a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagonalKind {
    /// `/`
    Slash,
    /// `\`
    Backslash,
}

impl DiagonalKind {
    /// Returns the kind that a glyph draws.
    pub const fn from_glyph(glyph: char) -> Option<Self> {
        match glyph {
            '/' => Some(Self::Slash),
            '\\' => Some(Self::Backslash),
            _ => None,
        }
    }

    /// Returns its glyph.
    pub const fn glyph(self) -> char {
        match self {
            Self::Slash => '/',
            Self::Backslash => '\\',
        }
    }

    /// Returns the kind after a quarter turn.
    pub const fn turned(self) -> Self {
        match self {
            Self::Slash => Self::Backslash,
            Self::Backslash => Self::Slash,
        }
    }

    /// Returns the direction of a robot after it enters in `direction`.
    pub const fn deflect(self, direction: Direction) -> Direction {
        match self {
            Self::Slash => direction.deflected_by_slash(),
            Self::Backslash => direction.deflected_by_backslash(),
        }
    }
}

/// A diagonal, which deflects robots that enter its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Diagonal {
    /// Its square.
    pub square: Square,
    /// Its orientation.
    pub kind: DiagonalKind,
    /// The robot that passes through it unchanged, if the diagonal has a colour.
    pub robot: Option<char>,
}

impl Diagonal {
    /// Returns the diagonal as an object of a board.
    pub const fn placement(self) -> Placement {
        BoardObject::Diagonal(self.kind, self.robot).on(self.square)
    }
}
