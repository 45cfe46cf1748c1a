//! `carom/board` and the command `carom.edit`: editing a puzzle on its board.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri, WorkspaceEdit};

use super::solution::heading;
use crate::analysis::{self, AnswerState, BoardEdit, EditOperation, Frame, View};
use crate::json::{Board, Operation};
use crate::lsp::documents::{Document, Section};
use crate::lsp::requests::commands::argument;
use crate::lsp::session::{NO_EDITS, PositionContext, Server, invalid};
use crate::solving::{AnswerHandle, SearchEnd, Wants};

/// The time that an operation waits for the answer to correct the claims.
const CLAIMS_WAIT: Duration = Duration::from_secs(1);

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
        let claims = arguments
            .first()
            .and_then(|argument| argument.get("claims"));
        let after = match claims.and_then(Value::as_bool) {
            Some(true) => self.answer_after(&uri, line, &operation).await?,
            _ => None,
        };
        match self.edit_of(&uri, line, &operation, after.as_deref())? {
            Err(refusal) => Ok(json!({"refused": refusal})),
            Ok((edit, now)) => self.edited(edit, now).await,
        }
    }

    /// `carom.updateClaims`: corrects the claims that the answer contradicts.
    pub(in crate::lsp) async fn update_claims(&self, arguments: &[Value]) -> Result<Value> {
        let wrong = || invalid("the argument is {\"uri\": …, \"line\": …}");
        let (uri, line) = argument(arguments).ok_or_else(wrong)?;
        let edit = self.with_puzzle(&uri, line, |target| {
            let claims = analysis::wrong_claims(&target.section.view());
            claims.map(|claims| target.edit(claims.edits))
        })?;
        match edit {
            Some(edit) => self.edited(edit, None).await,
            None => Ok(json!({"refused": "no claim is known to be wrong"})),
        }
    }

    /// Returns the answer of the puzzle after an operation, if it is found soon.
    async fn answer_after(
        &self,
        uri: &Uri,
        line: u32,
        operation: &EditOperation,
    ) -> Result<Option<Arc<AnswerHandle>>> {
        let question = self.with_puzzle(uri, line, |target| {
            let read = &target.section.read;
            let head = &target.document.head.read;
            let (_, after) =
                analysis::apply_and_read(&read.text, &read.puzzle, head, operation).ok()?;
            let limits = target.section.handle.as_ref()?.question().limits();
            after.question(limits, Wants::default())
        })?;
        let Some(question) = question else {
            return Ok(None);
        };
        let mut updated = self.shared.updated.subscribe();
        let handle = self.shared.lock().ask_first(question);
        let due = Instant::now() + CLAIMS_WAIT;
        while handle.result().is_none() {
            if timeout_at(due, updated.changed()).await.is_err() {
                return Ok(None);
            }
        }
        Ok(Some(handle))
    }

    /// Returns the edit of an operation. With the answer of the resulting puzzle, it corrects the
    /// claims, too.
    fn edit_of(
        &self,
        uri: &Uri,
        line: u32,
        operation: &EditOperation,
        after: Option<&AnswerHandle>,
    ) -> Result<std::result::Result<(WorkspaceEdit, Option<String>), String>> {
        self.with_puzzle(uri, line, |target| {
            let edited = edited_text(target.document, target.section, operation, after);
            edited.map(|edited| (target.edit(edited.edits), edited.now))
        })
    }

    /// Sends an edit to the client, and returns whether it was applied. The preview can undo it.
    pub(in crate::lsp) async fn edited(
        &self,
        edit: WorkspaceEdit,
        now: Option<String>,
    ) -> Result<Value> {
        let change = self.shared.lock().applied_edit(&edit);
        let result = self.send_edit(edit, now).await?;
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

/// Returns the edits of an operation. With the answer of the resulting puzzle, they correct the
/// claims, too.
pub(super) fn edited_text(
    document: &Document,
    section: &Section,
    operation: &EditOperation,
    after: Option<&AnswerHandle>,
) -> std::result::Result<BoardEdit, String> {
    let read = &section.read;
    let head = &document.head.read;
    let (mut edited, puzzle) = analysis::apply_and_read(&read.text, &read.puzzle, head, operation)?;
    let handle = after.filter(|handle| Some(handle.question().identity()) == puzzle.identity);
    if let Some(SearchEnd::Answer(answer)) = handle.and_then(AnswerHandle::result) {
        let view = View {
            known: AnswerState::Answer(answer),
            ..section.view()
        };
        let claims = analysis::claims_after(&view, &puzzle).into_iter();
        edited.edits.extend(claims.flat_map(|claims| claims.edits));
        edited.edits.sort_unstable();
    }
    Ok(edited)
}

/// Returns the board without its picture, and the start position to draw.
fn board(place: &PositionContext<'_>) -> Option<(Board, Option<Frame>)> {
    let (section, heading) = heading(place)?;
    Some(Board::new(
        heading,
        &section.view(),
        &place.document.head.read,
    ))
}
