//! The moves that Lunar Lockout and Ricochet Robots share: slides.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Direction, Obstacle, Square, Symmetry};

/// A piece and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The glyph that names it.
    pub name: char,
    /// Its square.
    pub square: Square,
}

impl Piece {
    /// The glyph of pieces without names, of which there may be any number.
    pub const NAMELESS: char = '0';

    /// Whether it has no name, so that a move gives its square instead.
    pub const fn is_nameless(self) -> bool {
        self.name == Self::NAMELESS
    }

    /// Returns how a move refers to it.
    pub const fn mover(self) -> Mover {
        if self.is_nameless() { Mover::On(self.square) } else { Mover::Named(self.name) }
    }
}

/// A reference to a piece in a move: its name or, for a piece without a name, its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// The piece of this name.
    Named(char),
    /// The piece without a name on this square.
    On(Square),
}

impl Mover {
    /// Whether it refers to `piece`.
    pub fn is(self, piece: Piece) -> bool {
        piece.mover() == self
    }

    /// Returns it as words for a sentence.
    pub fn in_words(self) -> String {
        match self {
            Self::Named(name) => name.to_string(),
            Self::On(square) => format!("the robot on {square}"),
        }
    }
}

impl fmt::Display for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => write!(f, "{name}"),
            Self::On(square) => write!(f, "{square}"),
        }
    }
}

/// The text refers to no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoverError;

impl FromStr for Mover {
    type Err = ParseMoverError;

    /// Parses a name or a square.
    fn from_str(text: &str) -> Result<Self, ParseMoverError> {
        let mut glyphs = text.chars();
        match (glyphs.next(), glyphs.next()) {
            (Some(name), None) => Ok(Self::Named(name)),
            _ => text.parse().map(Self::On).map_err(|_| ParseMoverError),
        }
    }
}

/// A move of the notation: a piece and the direction of its slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The piece.
    pub piece: Mover,
    /// The direction at the start of the slide.
    pub direction: Direction,
}

/// A slide of the piece on a square, whatever its name: a move for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlideFrom {
    /// The square of the piece.
    pub square: Square,
    /// The direction at the start of the slide.
    pub direction: Direction,
}

impl Slide {
    /// Returns the same slide on the transformed board.
    #[must_use]
    pub fn transformed(self, board: &Board, symmetry: Symmetry) -> Self {
        Self {
            piece: match self.piece {
                Mover::Named(name) => Mover::Named(name),
                Mover::On(square) => Mover::On(symmetry.square(board, square)),
            },
            direction: symmetry.direction(self.direction),
        }
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece, self.direction.symbol())
    }
}

/// The text is not a slide such as `A^` or `c3^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSlideError;

impl FromStr for Slide {
    type Err = ParseSlideError;

    /// Parses a slide.
    fn from_str(text: &str) -> Result<Self, ParseSlideError> {
        let symbol = text.chars().next_back().ok_or(ParseSlideError)?;
        let direction = Direction::from_symbol(symbol).ok_or(ParseSlideError)?;
        let piece = text
            .strip_suffix(symbol)
            .ok_or(ParseSlideError)?
            .parse()
            .map_err(|_| ParseSlideError)?;
        Ok(Self { piece, direction })
    }
}

/// An obstruction next to a piece, which keeps it from sliding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstruction {
    /// A part of the board.
    Board(Obstacle),
    /// Another piece on the next square.
    Piece(Piece),
}

impl fmt::Display for Obstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(Obstacle::Border) => f.write_str("the border is next to it"),
            Self::Board(Obstacle::Wall) => f.write_str("a wall is next to it"),
            Self::Board(Obstacle::Block(square)) => {
                write!(f, "the block on {square} is next to it")
            }
            Self::Piece(piece) if piece.is_nameless() => {
                write!(f, "{} is next to it", piece.mover().in_words())
            }
            Self::Piece(piece) => write!(f, "{} on {} is next to it", piece.name, piece.square),
        }
    }
}
