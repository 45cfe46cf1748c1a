//! A solution, drawn move by move, and a puzzle played by hand.

use serde::Serialize;

use super::{Heading, Range};
use crate::analysis::{
    Frame, Handle, LegalMove, MotionInfo, View, hand_play, moved_objects, moves_left, turn_at,
};
use crate::picture;
use crate::solving::{Limits, Question, SearchEnd};
use crate::text::Span;

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
    grid: Option<picture::Grid>,
}

impl DrawnSize {
    /// Returns the size of the board of a frame.
    pub(super) fn of(frame: Option<&Frame>) -> Self {
        let Some(frame) = frame else {
            return Self::default();
        };
        let board = frame.position.board();
        Self {
            files: Some(board.columns()),
            ranks: Some(board.rows()),
            grid: Some(picture::grid(&frame.position)),
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    motions: Vec<MotionInfo>,
}

impl From<Frame> for DrawnFrame {
    fn from(frame: Frame) -> Self {
        Self {
            text: picture::diagram(&frame.position),
            svg: picture::svg(&frame.picture()),
            motions: MotionInfo::all(frame.position.game(), &frame.motions),
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

/// The puzzle after moves played by hand.
#[derive(Debug, Serialize)]
pub struct Play {
    #[serde(flatten)]
    heading: Heading,
    frames: Vec<DrawnFrame>,
    #[serde(flatten)]
    state: PlayState,
}

/// The state after the moves; that of a malformed puzzle is empty.
#[derive(Debug, Default, Serialize)]
struct PlayState {
    /// What may have moved, and the tiles.
    pieces: Vec<Handle>,
    legal: Vec<LegalMove>,
    refused: Option<RefusedMove>,
    solved: bool,
    count: u32,
    optimum: Option<u32>,
    left: Option<u32>,
    /// Whether `left` is proved: without a number, there is no solution from here or, in a duel,
    /// best play is a draw.
    settled: bool,
}

/// An illegal move.
#[derive(Debug, Serialize)]
struct RefusedMove {
    #[serde(rename = "move")]
    played: String,
    why: String,
}

/// Played moves whose frames are not drawn yet.
#[derive(Debug)]
pub struct UnfinishedPlay {
    play: Play,
    frames: Vec<Frame>,
    /// The question for the moves that remain, if only a search can answer it.
    pub question: Option<Question>,
}

impl UnfinishedPlay {
    /// Plays moves. A search for the moves that remain has these limits; without limits there is
    /// no search.
    pub fn new(
        heading: Heading,
        view: &View<'_>,
        moves: &[String],
        limits: Option<Limits>,
    ) -> Self {
        let Some(played) = hand_play(view, moves) else {
            let state = PlayState::default();
            return Self {
                play: Play { heading, frames: Vec::new(), state },
                frames: Vec::new(),
                question: None,
            };
        };
        let question = limits.and_then(|limits| played.question(view, limits));
        let refused = played.refused.and_then(|(number, why)| {
            let played = moves.get(number)?.clone();
            Some(RefusedMove { played, why })
        });
        let state = PlayState {
            pieces: moved_objects(&played.position),
            legal: played.legal,
            refused,
            solved: played.is_solved,
            count: played.count,
            optimum: played.optimum,
            settled: played.left.is_some(),
            left: played.left,
        };
        let play = Play { heading, frames: Vec::new(), state };
        Self { play, frames: played.frames, question }
    }

    /// Sets the moves that remain from the end of the search; `None` while it runs.
    pub fn set_remaining(&mut self, end: Option<&SearchEnd>) {
        match end {
            Some(end) => {
                self.play.state.left = moves_left(end);
                self.play.state.settled =
                    matches!(end, SearchEnd::Answer(answer) if answer.outcome.is_settled());
            }
            None => self.play.heading.mark_solving(),
        }
    }

    /// Draws the frames.
    pub fn drawn(self) -> Play {
        Play { frames: self.frames.into_iter().map(DrawnFrame::from).collect(), ..self.play }
    }
}
