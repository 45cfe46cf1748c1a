//! A puzzle played by hand.

use serde::Serialize;

use super::{DrawnFrame, Heading};
use crate::analysis::{Frame, LegalMove, View, hand_play, moves_left};
use crate::solving::{Limits, Question, SearchEnd};

/// The puzzle after moves played by hand.
#[derive(Debug, Serialize)]
pub struct Play {
    #[serde(flatten)]
    heading: Heading,
    frames: Vec<DrawnFrame>,
    legal: Vec<NextMove>,
    refused: Option<RefusedMove>,
    solved: bool,
    optimum: Option<u32>,
    left: Option<u32>,
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
        let play = Play {
            heading,
            frames: Vec::new(),
            legal: played.legal.into_iter().map(NextMove::from).collect(),
            refused,
            solved: played.is_solved,
            optimum: played.optimum,
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
            legal: Vec::new(),
            refused: None,
            solved: false,
            optimum: None,
            left: None,
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
            Some(end) => self.play.left = moves_left(end),
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
