//! A solution, drawn move by move.

use serde::{Deserialize, Serialize};

use super::Heading;
use crate::analysis::{Author, Frame};
use crate::picture;

/// The source of the moves.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolutionSource {
    /// The solver.
    #[default]
    Solver,
    /// The file.
    File,
}

impl From<SolutionSource> for Author {
    fn from(source: SolutionSource) -> Self {
        match source {
            SolutionSource::Solver => Self::Solver,
            SolutionSource::File => Self::File,
        }
    }
}

/// A puzzle and the frames of a solution.
#[derive(Debug, Serialize)]
pub struct Solution {
    #[serde(flatten)]
    heading: Heading,
    frames: Vec<DrawnFrame>,
}

/// A drawn position.
#[derive(Debug, Serialize)]
pub struct DrawnFrame {
    #[serde(rename = "move")]
    played: Option<String>,
    label: String,
    turn: usize,
    description: String,
    text: String,
    svg: String,
}

impl From<Frame> for DrawnFrame {
    fn from(frame: Frame) -> Self {
        Self {
            text: picture::diagram(&frame.position),
            svg: picture::svg(&frame.picture()),
            played: frame.played.map(|played| played.to_string()),
            label: frame.label,
            turn: frame.turn,
            description: frame.description,
        }
    }
}

impl Solution {
    /// Draws the frames.
    pub fn new(heading: Heading, frames: Vec<Frame>) -> Self {
        Self {
            heading,
            frames: frames.into_iter().map(DrawnFrame::from).collect(),
        }
    }
}
