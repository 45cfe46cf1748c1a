//! What Lunar Lockout and Ricochet Robots share: pieces that slide.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Direction, Obstacle, Square, Symmetry};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The glyph that names it.
    pub name: char,
    /// Where it stands.
    pub square: Square,
}

impl Piece {
    /// The glyph of a piece without a name: there may be any number of them.
    pub const NAMELESS: char = '0';

    /// Whether it shares its glyph with others, so that a move names its square.
    pub const fn is_nameless(self) -> bool {
        self.name == Self::NAMELESS
    }

    /// What a move of it names.
    pub const fn mover(self) -> Mover {
        if self.is_nameless() {
            Mover::On(self.square)
        } else {
            Mover::Named(self.name)
        }
    }
}

/// What a move names: a piece by its name, or one without a name by the square
/// it stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// The piece of this name.
    Named(char),
    /// The piece without a name on this square.
    On(Square),
}

impl Mover {
    /// Whether a move that names it is a move of `piece`.
    pub fn is(self, piece: Piece) -> bool {
        piece.mover() == self
    }

    /// What it is called in a sentence.
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

/// The text names no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoverError;

impl FromStr for Mover {
    type Err = ParseMoverError;

    /// Reads it as it is written.
    fn from_str(text: &str) -> Result<Self, ParseMoverError> {
        let mut glyphs = text.chars();
        match (glyphs.next(), glyphs.next()) {
            (Some(name), None) => Ok(Self::Named(name)),
            _ => text.parse().map(Self::On).map_err(|_| ParseMoverError),
        }
    }
}

/// A move of the notation: a piece and the direction it slides in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The piece.
    pub piece: Mover,
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
    /// The same slide on `board` laid down again.
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

/// The text was no slide such as `A^` or `c3^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSlideError;

impl FromStr for Slide {
    type Err = ParseSlideError;

    /// Reads a slide as it is written.
    fn from_str(text: &str) -> Result<Self, ParseSlideError> {
        let symbol = text.chars().next_back().ok_or(ParseSlideError)?;
        let direction = Direction::from_symbol(symbol).ok_or(ParseSlideError)?;
        let piece = text.strip_suffix(symbol).ok_or(ParseSlideError)?;
        let piece = piece.parse().map_err(|_| ParseSlideError)?;
        Ok(Self { piece, direction })
    }
}

/// What keeps a piece from setting off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstruction {
    /// The board itself.
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
