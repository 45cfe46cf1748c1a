//! Moves, and why one is against the rules.

use std::fmt;
use std::str::FromStr;

use super::Side;
use crate::board::{Direction, Square};
use crate::games::Obstruction;

/// A move of the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The piece on a square goes one step, or leaves the board.
    Step {
        /// Its square.
        from: Square,
        /// The direction of the step.
        direction: Direction,
    },
    /// The side to move has no legal move.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, direction } => write!(f, "{from}{}", direction.symbol()),
            Self::Pass => f.write_str("--"),
        }
    }
}

/// The text is not a move such as `a1^` or `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Parses a move.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if text == "--" {
            return Ok(Self::Pass);
        }
        let symbol = text.chars().next_back().ok_or(ParseMoveError)?;
        let direction = Direction::from_symbol(symbol).ok_or(ParseMoveError)?;
        let square = text.strip_suffix(symbol).ok_or(ParseMoveError)?;
        let from = square.parse().map_err(|_| ParseMoveError)?;
        Ok(Self::Step { from, direction })
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This side has no piece left and has won.
    Won(Side),
    /// Neither side can move.
    Drawn,
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended before this move.
    Over(End),
    /// The board has no such square.
    OffBoard(Square),
    /// The square is empty or a block.
    NoMan(Square),
    /// The piece belongs to the other side.
    NotToMove {
        /// The square of the piece.
        from: Square,
        /// The side whose turn it is.
        to_move: Side,
    },
    /// The pieces of that side never move in that direction.
    NeverThatWay(Side, Direction),
    /// An obstruction is next to the piece.
    Blocked {
        /// The owner of the piece.
        side: Side,
        /// The square of the piece.
        from: Square,
        /// The direction of the step.
        direction: Direction,
        /// The obstruction.
        by: Obstruction,
    },
    /// The side has no legal move and must pass.
    MustPass(Side),
    /// The side passes although it has a legal move.
    MayNotPass {
        /// The side to move.
        side: Side,
        /// One of its moves.
        could: Move,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Over(End::Won(side)) => {
                write!(f, "the game is over: {side} has no piece left and has won")
            }
            Self::Over(End::Drawn) => {
                f.write_str("the game is over: neither side can move, which is a draw")
            }
            Self::OffBoard(square) => write!(f, "there is no square {square} on this board"),
            Self::NoMan(square) => write!(f, "there is no piece on {square}"),
            Self::NotToMove { from, to_move } => write!(
                f,
                "the piece on {from} is {}'s, and it is {to_move}'s move",
                to_move.other()
            ),
            Self::NeverThatWay(side, direction) => {
                write!(f, "{side} never goes {direction}")
            }
            Self::Blocked { side, from, direction, by } => {
                write!(f, "{side} on {from} cannot go {direction}: {by}")
            }
            Self::MustPass(side) => {
                write!(f, "{side} has no legal move and must pass with `--`")
            }
            Self::MayNotPass { side, could } => {
                write!(f, "{side} may not pass: it has a legal move, such as {could}")
            }
        }
    }
}
