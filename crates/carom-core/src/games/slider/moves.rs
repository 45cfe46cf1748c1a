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

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(side) => write!(f, "{side} has no piece left and has won"),
            Self::Drawn => f.write_str("neither side can move, which is a draw"),
        }
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game has ended before this move.
    #[error("the game is over: {0}")]
    Over(End),
    /// The board has no such square.
    #[error("there is no square {0} on this board")]
    OffBoard(Square),
    /// The square is empty or a block.
    #[error("there is no piece on {0}")]
    NoMan(Square),
    /// The piece belongs to the other side.
    #[error("the piece on {from} is {}'s, and it is {to_move}'s move", to_move.other())]
    NotToMove {
        /// The square of the piece.
        from: Square,
        /// The side whose turn it is.
        to_move: Side,
    },
    /// The pieces of that side never move in that direction.
    #[error("{0} never goes {1}")]
    NeverThatWay(Side, Direction),
    /// An obstruction is next to the piece.
    #[error("{side} on {from} cannot go {direction}: {by}")]
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
    #[error("{0} has no legal move and must pass with `--`")]
    MustPass(Side),
    /// The side passes although it has a legal move.
    #[error("{side} may not pass: it has a legal move, such as {could}")]
    MayNotPass {
        /// The side to move.
        side: Side,
        /// One of its moves.
        could: Move,
    },
}
