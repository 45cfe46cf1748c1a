//! Reasons why a turn is illegal.

use std::fmt;

use super::MAX_STEPS;
use crate::board::{Direction, Square};
use crate::games::{Push, Tile};

/// The reason why a push or a step is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The board has no such line.
    NoSuchLine(Push),
    /// A turn starts with a push.
    StepBeforePush,
    /// The step is one more than [`MAX_STEPS`].
    TooManySteps,
    /// A step leads nowhere.
    Blocked(Step, Barrier),
}

/// A step of a walk that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the step in its walk, from 1.
    pub number: u8,
    /// The square of the player.
    pub from: Square,
    /// The direction of the step.
    pub direction: Direction,
}

/// An obstruction that blocks a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// The end of the board.
    Border,
    /// The tile under the player is not open on that side.
    Own(Tile),
    /// The next tile is not open towards the player.
    Next(Square, Tile),
}

impl Illegal {
    /// Returns the number of the illegal step, from 0, if a step is illegal.
    pub(in crate::games) fn step(&self) -> Option<usize> {
        match self {
            Self::Blocked(step, _) => usize::from(step.number).checked_sub(1),
            Self::NoSuchLine(_) | Self::StepBeforePush | Self::TooManySteps => None,
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchLine(push) => {
                let line = push.to_string();
                let line = line.trim_end_matches(push.direction().symbol());
                let kind = if push.is_row() { "row" } else { "column" };
                write!(f, "there is no {kind} {line} on this board")
            }
            Self::StepBeforePush => f.write_str("a turn starts with a push"),
            Self::TooManySteps => write!(f, "a walk has at most {MAX_STEPS} steps"),
            Self::Blocked(step, barrier) => write!(f, "{step}: {barrier}"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, from, direction } = self;
        write!(f, "step {number} of the walk cannot go {direction} from {from}")
    }
}

impl fmt::Display for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Border => f.write_str("the border is there"),
            Self::Own(tile) => write!(f, "the tile {tile} under the player is closed on that side"),
            Self::Next(square, tile) => {
                write!(f, "the tile {tile} on {square} is closed towards the player")
            }
        }
    }
}
