//! A puzzle played by hand.

use serde::Serialize;

use super::board::Piece;
use super::{DrawnFrame, Heading};
use crate::analysis::{Frame, LegalMove, View, hand_play, moved_objects, moves_left};
use crate::solving::{Limits, Question, SearchEnd};

/// The puzzle after moves played by hand.
#[derive(Debug, Serialize)]
pub struct Play {
    #[serde(flatten)]
    heading: Heading,
    frames: Vec<DrawnFrame>,
    /// What may have moved, and the tiles.
    pieces: Vec<Piece>,
    legal: Vec<NextMove>,
    refused: Option<RefusedMove>,
    solved: bool,
    count: u32,
    optimum: Option<u32>,
    left: Option<u32>,
    /// Whether `left` is proved: without a number, there is no solution from here or, in a duel,
    /// best play is a draw.
    settled: bool,
}

/// A legal next move.
#[derive(Debug, Serialize)]
struct NextMove {
    #[serde(rename = "move")]
    played: String,
    id: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

impl From<LegalMove> for NextMove {
    fn from(legal: LegalMove) -> Self {
        Self {
            played: legal.played.to_string(),
            id: legal.piece.map(|piece| piece.to_string()),
            from: legal.from.map(|square| square.to_string()),
            to: legal.to.map(|square| square.to_string()),
        }
    }
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
            return Self::malformed(heading);
        };
        let question = limits.and_then(|limits| played.question(view, limits));
        let refused = played.refused.and_then(|(number, why)| {
            let played = moves.get(number)?.clone();
            Some(RefusedMove { played, why })
        });
        let pieces = moved_objects(&played.position);
        let play = Play {
            heading,
            frames: Vec::new(),
            pieces: pieces.into_iter().map(Piece::from).collect(),
            legal: played.legal.into_iter().map(NextMove::from).collect(),
            refused,
            solved: played.is_solved,
            count: played.count,
            optimum: played.optimum,
            settled: played.left.is_some(),
            left: played.left,
        };
        Self {
            play,
            frames: played.frames,
            question,
        }
    }

    const fn malformed(heading: Heading) -> Self {
        let play = Play {
            heading,
            frames: Vec::new(),
            pieces: Vec::new(),
            legal: Vec::new(),
            refused: None,
            solved: false,
            count: 0,
            optimum: None,
            left: None,
            settled: false,
        };
        Self {
            play,
            frames: Vec::new(),
            question: None,
        }
    }

    /// Sets the moves that remain from the end of the search; `None` while it runs.
    pub fn set_remaining(&mut self, end: Option<&SearchEnd>) {
        match end {
            Some(end) => {
                self.play.left = moves_left(end);
                self.play.settled =
                    matches!(end, SearchEnd::Answer(answer) if answer.outcome.is_settled());
            }
            None => self.play.heading.mark_solving(),
        }
    }

    /// Draws the frames.
    pub fn drawn(self) -> Play {
        Play {
            frames: self.frames.into_iter().map(DrawnFrame::from).collect(),
            ..self.play
        }
    }
}
