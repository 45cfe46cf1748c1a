//! A solution, drawn move by move.

use serde::{Deserialize, Serialize};

use super::{Heading, Range};
use crate::analysis::{Author, Frame, View, turn_at};
use crate::picture;
use crate::text::Span;

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
    #[serde(flatten)]
    size: DrawnSize,
    #[serde(flatten)]
    written: WrittenMoves,
}

/// The moves of the file's solution in its text.
#[derive(Debug, Default, Serialize)]
pub struct WrittenMoves {
    /// Their ranges.
    written: Vec<Range>,
    /// The number of the move at the position, from 1.
    turn: Option<usize>,
}

impl WrittenMoves {
    /// Finds the moves of a puzzle. `offset` is the position in its text, and `range` converts
    /// spans of that.
    pub fn new(view: &View<'_>, offset: u32, range: impl Fn(Span) -> Range) -> Self {
        let moves = view.puzzle.section.solution().unwrap_or_default();
        Self {
            written: moves.iter().map(|token| range(token.span)).collect(),
            turn: turn_at(view, offset),
        }
    }
}

/// The size of a drawn board, and its place in the picture; empty if nothing is drawn.
#[derive(Debug, Default, Serialize)]
pub(super) struct DrawnSize {
    files: Option<u8>,
    ranks: Option<u8>,
    grid: Option<Grid>,
}

/// The grid of squares in a picture.
#[derive(Debug, Serialize)]
struct Grid {
    x: i32,
    y: i32,
    cell: i32,
}

impl DrawnSize {
    /// Returns the size of the board of a frame.
    pub(super) fn of(frame: Option<&Frame>) -> Self {
        let Some(frame) = frame else {
            return Self::default();
        };
        let picture::Grid { x, y, cell } = picture::grid(&frame.position);
        let board = frame.position.board();
        Self {
            files: Some(board.columns()),
            ranks: Some(board.rows()),
            grid: Some(Grid { x, y, cell }),
        }
    }
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
    pub fn new(heading: Heading, written: WrittenMoves, frames: Vec<Frame>) -> Self {
        Self {
            heading,
            size: DrawnSize::of(frames.first()),
            written,
            frames: frames.into_iter().map(DrawnFrame::from).collect(),
        }
    }
}
