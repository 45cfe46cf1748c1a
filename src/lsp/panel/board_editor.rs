//! `carom/board` and the command `carom.edit`: editing a puzzle on its board.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri, WorkspaceEdit};

use super::solution::heading;
use crate::analysis::{self, EditOperation, Frame};
use crate::json::{Board, Operation};
use crate::lsp::requests::commands::argument;
use crate::lsp::session::{NO_EDITS, PositionContext, Server, invalid};

impl Server {
    /// `carom/board`
    pub(in crate::lsp) async fn board(
        &self,
        at: TextDocumentPositionParams,
    ) -> Result<Option<Board>> {
        let found = self.at(&at, board)?;
        // Draw after the lock is released.
        Ok(found.map(|(board, start)| match start {
            None => board,
            Some(start) => board.drawn(&start),
        }))
    }

    /// `carom.edit`: applies an operation, and returns whether it was applied or why not.
    pub(in crate::lsp) async fn apply_operation(&self, arguments: &[Value]) -> Result<Value> {
        let wrong = || invalid("the argument is {\"uri\": …, \"line\": …, \"operation\": …}");
        let (uri, line) = argument(arguments).ok_or_else(wrong)?;
        let sent = arguments
            .first()
            .and_then(|argument| argument.get("gesture"));
        let sent = sent.and_then(|sent| Operation::deserialize(sent).ok());
        let operation = sent.ok_or_else(wrong)?.into();
        match self.edit_of(&uri, line, &operation)? {
            Err(refusal) => Ok(json!({"refused": refusal})),
            Ok((edit, now)) => self.edited(edit, now).await,
        }
    }

    fn edit_of(
        &self,
        uri: &Uri,
        line: u32,
        operation: &EditOperation,
    ) -> Result<std::result::Result<(WorkspaceEdit, Option<String>), String>> {
        self.with_puzzle(uri, line, |target| {
            let read = &target.section.read;
            let head = &target.document.head.read;
            let edited = analysis::apply_operation(&read.text, &read.puzzle, head, operation);
            edited.map(|edited| (target.edit(edited.edits), edited.now))
        })
    }

    /// Sends an edit to the client, and returns whether it was applied. The preview can undo it.
    pub(in crate::lsp) async fn edited(
        &self,
        edit: WorkspaceEdit,
        now: Option<String>,
    ) -> Result<Value> {
        #[cfg(feature = "preview")]
        let change = self.shared.lock().applied_edit(&edit);
        let result = self.send_edit(edit, now).await?;
        #[cfg(feature = "preview")]
        if result.get("applied").is_some()
            && let Some(change) = change
        {
            self.shared.lock().panel.history.push(change);
        }
        Ok(result)
    }

    /// Sends an edit to the client, and returns whether it was applied.
    pub(in crate::lsp) async fn send_edit(
        &self,
        edit: WorkspaceEdit,
        now: Option<String>,
    ) -> Result<Value> {
        if !self.shared.lock().client.capabilities.applies_edits() {
            return Ok(json!({"refused": NO_EDITS}));
        }
        let response = self.client.apply_edit(edit).await?;
        if !response.applied {
            let why = response.failure_reason;
            let why = why.unwrap_or_else(|| "the editor did not apply the edit".to_owned());
            return Ok(json!({"refused": why}));
        }
        Ok(match now {
            Some(now) => json!({"applied": true, "now": now}),
            None => json!({"applied": true}),
        })
    }
}

/// Returns the board without its picture, and the start position to draw.
fn board(place: &PositionContext<'_>) -> Option<(Board, Option<Frame>)> {
    let (section, heading) = heading(place)?;
    Some(Board::new(heading, &section.view()))
}
