//! The two sides.

use std::fmt;

use crate::board::{Direction, Square};

/// A side, called by the glyph of its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// Goes right, up and down, and leaves to the right.
    #[default]
    H,
    /// Goes up, left and right, and leaves over the top.
    V,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::H, Self::V];

    /// Returns the other side.
    pub const fn other(self) -> Self {
        match self {
            Self::H => Self::V,
            Self::V => Self::H,
        }
    }

    /// 0 for H and 1 for V.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the glyph of its pieces.
    pub const fn glyph(self) -> char {
        match self {
            Self::H => 'H',
            Self::V => 'V',
        }
    }

    /// Returns the side whose pieces have this glyph.
    pub const fn from_glyph(glyph: char) -> Option<Self> {
        match glyph {
            'H' => Some(Self::H),
            'V' => Some(Self::V),
            _ => None,
        }
    }

    /// Returns the direction in which its pieces leave.
    pub const fn forward(self) -> Direction {
        match self {
            Self::H => Direction::Right,
            Self::V => Direction::Up,
        }
    }

    /// Returns the directions in which its pieces go, clockwise from up.
    pub const fn directions(self) -> [Direction; 3] {
        match self {
            Self::H => [Direction::Up, Direction::Right, Direction::Down],
            Self::V => [Direction::Up, Direction::Right, Direction::Left],
        }
    }

    /// Whether its pieces go that way.
    pub fn goes(self, direction: Direction) -> bool {
        direction != self.forward().opposite()
    }

    /// Returns how far `square` lies in the direction of the side: its column for H, its row
    /// for V.
    pub const fn progress(self, square: Square) -> u8 {
        match self {
            Self::H => square.column(),
            Self::V => square.row(),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H => "H",
            Self::V => "V",
        })
    }
}
