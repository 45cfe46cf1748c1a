//! Requests of the page, passed to the handlers that serve the panel of an editor.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, TextDocumentIdentifier, Uri};

use crate::lsp::documents::DocumentEdit;
use crate::lsp::requests::commands::{
    EASIER, EDIT, HARDER, HARDEST, INSERT_SOLUTION, MINIMISE, UPDATE_CLAIMS,
};
use crate::lsp::session::{Direction, Outcome, Server, invalid, response};
use crate::text::Edit;

/// The commands that the page may execute.
const COMMANDS: [&str; 7] =
    [EDIT, HARDER, EASIER, HARDEST, MINIMISE, INSERT_SOLUTION, UPDATE_CLAIMS];

#[derive(Debug, Deserialize)]
pub(super) struct PageCall {
    method: String,
    #[serde(default)]
    params: Value,
}

/// The parameters of requests about a document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DocumentParams {
    text_document: TextDocumentIdentifier,
}

impl Server {
    /// Returns the response to a request of the page.
    pub(super) async fn call(&self, PageCall { method, params }: PageCall) -> Result<Value> {
        match method.as_str() {
            "carom/solution" => reply(self.solution(read(params)?).await?),
            "carom/board" => reply(self.board(read(params)?).await?),
            "carom/play" => reply(self.play(read(params)?).await?),
            "carom/map" => reply(self.map(read(params)?).await?),
            "carom/puzzles" => reply(self.puzzles(read(params)?).await?),
            "carom/focus" => {
                self.focus(read(params)?).await;
                Ok(Value::Null)
            }
            "workspace/executeCommand" => {
                let params: ExecuteCommandParams = read(params)?;
                if !COMMANDS.contains(&params.command.as_str()) {
                    return Err(invalid("the preview does not offer this command"));
                }
                reply(self.execute_command(params).await?)
            }
            "window/workDoneProgress/cancel" => {
                self.cancel_progress(read(params)?).await;
                Ok(Value::Null)
            }
            "preview/abilities" => {
                let state = self.shared.lock();
                Ok(json!({"reveal": state.client.capabilities.shows_documents()}))
            }
            "preview/diagnostics" => {
                let DocumentParams { text_document } = read(params)?;
                reply(self.shared.lock().diagnostics(&text_document.uri).items)
            }
            "preview/reveal" => reply(self.reveal(read(params)?).await?),
            "preview/history" => {
                let DocumentParams { text_document } = read(params)?;
                let has = |to| self.next_in_history(&text_document.uri, to).is_ok();
                Ok(json!({"canUndo": has(Direction::Undo), "canRedo": has(Direction::Redo)}))
            }
            "preview/undo" => response(self.move_in_history(read(params)?, Direction::Undo).await),
            "preview/redo" => response(self.move_in_history(read(params)?, Direction::Redo).await),
            _ => Err(Error::method_not_found()),
        }
    }

    /// Undoes the last edit of carom, or redoes it. The text must be as carom has left it.
    async fn move_in_history(&self, params: DocumentParams, to: Direction) -> Outcome<Value> {
        let edit = self.next_in_history(&params.text_document.uri, to)?;
        self.send_edit(edit).await?;
        self.shared.lock().panel.history.advance(to);
        Ok(json!({"applied": true}))
    }

    fn next_in_history(
        &self,
        uri: &Uri,
        to: Direction,
    ) -> std::result::Result<DocumentEdit, &'static str> {
        let state = self.shared.lock();
        let in_history = state.panel.history.next(to);
        let next = in_history.filter(|next| next.uri == *uri).ok_or(match to {
            Direction::Undo => "nothing to undo",
            Direction::Redo => "nothing to redo",
        })?;
        let known = state.workspace.documents.get(uri);
        let document = known
            .filter(|document| **document.text == *next.before)
            .ok_or("the text has changed meanwhile; undo that where it was changed")?;
        let edit = Edit::between(&next.before, &next.after);
        Ok(DocumentEdit::new(document, edit.into_iter().collect()))
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T> {
    serde_json::from_value(params).map_err(|error| invalid(&error.to_string()))
}

fn reply(result: impl Serialize) -> Result<Value> {
    serde_json::to_value(result).map_err(|_| Error::internal_error())
}
