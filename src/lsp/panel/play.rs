//! `carom/play`: playing a puzzle by hand, and inserting the moves as its solution.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri};

use super::solution::heading;
use crate::analysis;
use crate::json::{Play, UnfinishedPlay};
use crate::lsp::session::{Outcome, PositionContext, RemainingSearch, Server, State, invalid};
use crate::solving::{AnswerHandle, Question};

/// The parameters of the request.
#[derive(Debug, Deserialize)]
pub(crate) struct PlayParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    #[serde(default)]
    moves: Vec<String>,
}

impl State {
    /// Starts the search for the remaining moves, with priority.
    fn search_remaining(&mut self, question: Option<Question>) -> Option<Arc<AnswerHandle>> {
        // Request before dropping the old search: it may be the same.
        let handle = question.map(|question| self.ask_first(question));
        self.panel.remaining = RemainingSearch::new(handle.clone());
        handle
    }
}

impl Server {
    /// `carom/play`
    pub(crate) async fn play(&self, params: PlayParams) -> Result<Option<Play>> {
        let found = self.at(&params.at, |place| play(place, &params.moves))?;
        let Some(mut play) = found else {
            return Ok(None);
        };
        if let Some(handle) = self.shared.lock().search_remaining(play.question.take()) {
            play.set_remaining(handle.result());
        }
        // Draw after the lock is released.
        Ok(Some(play.drawn()))
    }

    /// `carom.insertSolution` with the moves to insert.
    pub(crate) async fn insert_played(
        &self,
        uri: &Uri,
        line: u32,
        moves: &Value,
    ) -> Outcome<Value> {
        let moves =
            Vec::<String>::deserialize(moves).map_err(|_| invalid("`moves` is a list of moves"))?;
        let edit = self.with_puzzle(uri, line, |target| {
            let edit = analysis::insert_moves(&target.section.view(), &moves);
            edit.map(|edit| target.edit(vec![edit]))
        })??;
        self.edited(edit).await?;
        Ok(json!({"applied": true}))
    }
}

fn play(place: &PositionContext<'_>, moves: &[String]) -> Option<UnfinishedPlay> {
    let (section, heading) = heading(place)?;
    // The remaining moves may cost as much as the puzzle itself.
    let handle = section.handle.as_ref();
    let limits = handle.map(|handle| handle.question().limits());
    Some(UnfinishedPlay::new(heading, &section.view(), moves, limits))
}
