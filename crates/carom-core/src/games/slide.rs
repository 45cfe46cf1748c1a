//! The moves that Lunar Lockout and Ricochet Robots share: slides.

use std::fmt;
use std::str::FromStr;

use super::{BoardObject, Placement};
use crate::board::{Board, Direction, Obstacle, Square, Symmetry};

/// The word for a piece without a name in the games of slides.
pub(super) const ROBOT: &str = "robot";

/// The explanation of pieces without a name in the games of slides.
pub(super) const NAMELESS_ROBOTS: &str =
    "Robots without a letter move and stop others as any robot does.";

/// A piece and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The glyph that names it.
    pub name: char,
    /// Its square.
    pub square: Square,
}

impl Piece {
    /// The glyph of robots without names, of which there may be any number.
    pub const NAMELESS: char = '0';

    /// Returns the piece as an object of a board.
    pub const fn placement(self) -> Placement {
        BoardObject::Piece(self.name).on(self.square)
    }
}

/// A reference to a piece: its name or, for a piece that shares its glyph with others, its square.
/// [`GameNotation::mover`](super::GameNotation::mover) decides which.
#[derive(serde::Serialize, serde::Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// The piece of this name.
    Named(char),
    /// The piece on this square.
    At(Square),
}

impl Mover {
    /// Returns it as words for a sentence. `word` is the word for a piece without a name.
    pub fn in_words(self, word: &str) -> String {
        match self {
            Self::Named(name) => name.to_string(),
            Self::At(square) => format!("the {word} on {square}"),
        }
    }
}

impl fmt::Display for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => write!(f, "{name}"),
            Self::At(square) => write!(f, "{square}"),
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
            _ => text.parse().map(Self::At).map_err(|_| ParseMoverError),
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
                Mover::At(square) => Mover::At(symmetry.square(board, square)),
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
    /// Another piece, on this square.
    Piece(Mover, Square),
}

impl fmt::Display for Obstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(Obstacle::Border) => f.write_str("the border is next to it"),
            Self::Board(Obstacle::Wall) => f.write_str("a wall is next to it"),
            Self::Board(Obstacle::Block(square)) => {
                write!(f, "the block on {square} is next to it")
            }
            Self::Piece(mover @ Mover::At(_), _) => {
                write!(f, "{} is next to it", mover.in_words(ROBOT))
            }
            Self::Piece(Mover::Named(name), square) => {
                write!(f, "{name} on {square} is next to it")
            }
        }
    }
}
