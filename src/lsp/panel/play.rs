//! `carom/play`: a puzzle that is played by hand, and its moves as the solution.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri};

use super::solution::{Drawn, Heading};
use crate::analysis::{self, Frame, Legal};
use crate::lsp::session::{Left, Place, Server, State, invalid};
use crate::solving::{Asked, Question};

/// What a client asks for.
#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct PlayParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    #[serde(default)]
    moves: Vec<String>,
}

/// The puzzle at the place after moves that were played by hand.
#[derive(Debug, Serialize)]
pub(in crate::lsp) struct Play {
    #[serde(flatten)]
    heading: Heading,
    frames: Vec<Drawn>,
    legal: Vec<Next>,
    refused: Option<Refused>,
    solved: bool,
    optimum: Option<u32>,
    left: Option<u32>,
}

/// A move that can be played next.
#[derive(Debug, Serialize)]
struct Next {
    #[serde(rename = "move")]
    played: String,
    id: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

impl From<Legal> for Next {
    fn from(legal: Legal) -> Self {
        Self {
            played: legal.played.to_string(),
            id: legal.piece.map(|piece| piece.to_string()),
            from: legal.from.map(|square| square.to_string()),
            to: legal.to.map(|square| square.to_string()),
        }
    }
}

/// A move that is not legal.
#[derive(Debug, Serialize)]
struct Refused {
    #[serde(rename = "move")]
    played: String,
    why: String,
}

impl State {
    /// Asks for what is left, before all else.
    fn ask_left(&mut self, question: Option<Question>) -> Option<Arc<Asked>> {
        // Asked before the old one is dropped: it may be the same.
        let asked = question.map(|question| self.ask_first(question));
        self.left = Left::new(asked.clone());
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
        if let Some(asked) = self.shared.lock().ask_left(question) {
            match asked.found() {
                Some(found) => play.left = analysis::moves_left(found),
                None => play.heading.ask_again(),
            }
        }
        // Drawn when the documents are free again: nobody waits for pictures.
        play.frames = frames.into_iter().map(Drawn::from).collect();
        Ok(Some(play))
    }

    /// `carom.insertSolution` with the moves to write.
    pub(in crate::lsp) async fn insert_played(
        &self,
        uri: &Uri,
        line: u32,
        moves: &Value,
    ) -> Result<Value> {
        let moves = Vec::<String>::deserialize(moves);
        let moves = moves.map_err(|_| invalid("`moves` is a list of moves"))?;
        let edit = self.with_puzzle(uri, line, |chosen| {
            let edit = analysis::insert_moves(&chosen.section.view(), &moves);
            edit.map(|edit| chosen.edit(vec![edit]))
        })?;
        match edit {
            Ok(edit) => self.edited(edit, None).await,
            Err(refusal) => Ok(json!({"refused": refusal})),
        }
    }
}

/// What the moves come to, with the frames that are yet to be drawn and what is
/// to be searched for.
fn play(place: &Place<'_>, moves: &[String]) -> Option<(Play, Vec<Frame>, Option<Question>)> {
    let number = place.document.section_at(place.offset)?;
    let section = place.document.sections.get(number)?;
    let heading = Heading::new(place, number)?;
    let view = section.view();
    let Some(by_hand) = analysis::by_hand(&view, moves) else {
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
    // What is left may cost as much as the puzzle itself.
    let limits = section
        .asked
        .as_ref()
        .map(|asked| asked.question().limits());
    let question = limits.and_then(|limits| by_hand.question(&view, limits));
    let refused = by_hand.refused.and_then(|(number, why)| {
        let played = moves.get(number)?.clone();
        Some(Refused { played, why })
    });
    let play = Play {
        heading,
        frames: Vec::new(),
        legal: by_hand.legal.into_iter().map(Next::from).collect(),
        refused,
        solved: by_hand.is_solved,
        optimum: by_hand.optimum,
        left: by_hand.left,
    };
    Some((play, by_hand.frames, question))
}
