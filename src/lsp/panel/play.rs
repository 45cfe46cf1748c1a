//! `carom/play`: playing a puzzle by hand, and inserting the moves as its solution.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri};

use super::solution::{DrawnFrame, Heading};
use crate::analysis::{self, Frame, LegalMove};
use crate::lsp::session::{PositionContext, RemainingSearch, Server, State, invalid};
use crate::solving::{AnswerHandle, Question};

/// The parameters of the request.
#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct PlayParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    #[serde(default)]
    moves: Vec<String>,
}

/// The puzzle after moves played by hand.
#[derive(Debug, Serialize)]
pub(in crate::lsp) struct Play {
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

impl State {
    /// Starts the search for the remaining moves, with priority.
    fn search_remaining(&mut self, question: Option<Question>) -> Option<Arc<AnswerHandle>> {
        // Request before dropping the old search: it may be the same.
        let asked = question.map(|question| self.ask_first(question));
        self.panel.remaining = RemainingSearch::new(asked.clone());
        asked
    }
}

impl Server {
    /// `carom/play`
    pub(in crate::lsp) async fn play(&self, params: PlayParams) -> Result<Option<Play>> {
        let found = self.at(&params.at, |place| play(place, &params.moves))?;
        let Some((mut play, frames, question)) = found else {
            return Ok(None);
        };
        if let Some(asked) = self.shared.lock().search_remaining(question) {
            match asked.found() {
                Some(found) => play.left = analysis::moves_left(found),
                None => play.heading.mark_solving(),
            }
        }
        // Draw after the lock is released.
        play.frames = frames.into_iter().map(DrawnFrame::from).collect();
        Ok(Some(play))
    }

    /// `carom.insertSolution` with the moves to insert.
    pub(in crate::lsp) async fn insert_played(
        &self,
        uri: &Uri,
        line: u32,
        moves: &Value,
    ) -> Result<Value> {
        let moves = Vec::<String>::deserialize(moves);
        let moves = moves.map_err(|_| invalid("`moves` is a list of moves"))?;
        let edit = self.with_puzzle(uri, line, |target| {
            let edit = analysis::insert_moves(&target.section.view(), &moves);
            edit.map(|edit| target.edit(vec![edit]))
        })?;
        match edit {
            Ok(edit) => self.edited(edit, None).await,
            Err(refusal) => Ok(json!({"refused": refusal})),
        }
    }
}

/// Plays the moves. Returns the result, the frames to draw, and the question for the remaining
/// moves.
fn play(
    place: &PositionContext<'_>,
    moves: &[String],
) -> Option<(Play, Vec<Frame>, Option<Question>)> {
    let number = place.document.section_at(place.offset)?;
    let section = place.document.sections.get(number)?;
    let heading = Heading::new(place, number)?;
    let view = section.view();
    let Some(hand_play) = analysis::hand_play(&view, moves) else {
        let play = Play {
            heading,
            frames: Vec::new(),
            legal: Vec::new(),
            refused: None,
            solved: false,
            optimum: None,
            left: None,
        };
        return Some((play, Vec::new(), None));
    };
    // The remaining moves may cost as much as the puzzle itself.
    let limits = section
        .asked
        .as_ref()
        .map(|asked| asked.question().limits());
    let question = limits.and_then(|limits| hand_play.question(&view, limits));
    let refused = hand_play.refused.and_then(|(number, why)| {
        let played = moves.get(number)?.clone();
        Some(RefusedMove { played, why })
    });
    let play = Play {
        heading,
        frames: Vec::new(),
        legal: hand_play.legal.into_iter().map(NextMove::from).collect(),
        refused,
        solved: hand_play.is_solved,
        optimum: hand_play.optimum,
        left: hand_play.left,
    };
    Some((play, hand_play.frames, question))
}
