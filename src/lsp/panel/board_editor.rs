//! `carom/board` and the command `carom.edit`: editing a puzzle on its board.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, timeout_at};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri};

use super::solution::heading;
use crate::analysis::{self, BoardEdit, EditOperation, Frame};
use crate::json::Board;
use crate::lsp::documents::{Document, DocumentEdit, Section};
use crate::lsp::requests::commands::{member, puzzle_at};
use crate::lsp::session::{
    CHANGED, NO_EDITS, Outcome, PositionContext, PuzzleSnapshot, Server, invalid,
};
use crate::solving::{Answer, AnswerHandle, Question, SearchEnd, Wants};

/// The time that an operation waits for the answer to correct the claims.
const CLAIMS_WAIT: Duration = Duration::from_secs(1);

impl Server {
    /// `carom/board`
    pub(crate) async fn board(&self, at: TextDocumentPositionParams) -> Result<Option<Board>> {
        let found = self.at(&at, board)?;
        // Draw after the lock is released.
        Ok(found.map(|(board, start)| match start {
            None => board,
            Some(start) => board.drawn(&start),
        }))
    }

    /// `carom.edit`: applies an operation.
    pub(crate) async fn apply_operation(&self, arguments: &[Value]) -> Outcome<Value> {
        let (uri, line) = puzzle_at(arguments)?;
        let operation = member(arguments, "gesture")
            .and_then(|gesture| EditOperation::deserialize(gesture).ok())
            .ok_or_else(|| invalid("the argument has no valid `gesture`"))?;
        let claims = member(arguments, "claims").and_then(Value::as_bool);
        let after = match claims.unwrap_or(true) {
            true => Some(self.answer_after(&uri, line, &operation).await?),
            false => None,
        };
        let (edit, result) = self.with_puzzle(&uri, line, |target| {
            let after = after.as_ref().map(|handle| answer_of(handle.as_deref()?));
            edited_text(target.document, target.section, &operation, after).map(|edited| {
                let mut result = applied(edited.also);
                result.extend(edited.now.map(|now| ("now".to_owned(), now.into())));
                (target.edit(edited.edits), result)
            })
        })??;
        self.edited(edit).await?;
        Ok(result.into())
    }

    /// `carom.updateClaims`: corrects the claims that the answer contradicts.
    pub(crate) async fn update_claims(&self, arguments: &[Value]) -> Outcome<Value> {
        let (uri, line) = puzzle_at(arguments)?;
        let edit = self.with_puzzle(&uri, line, |target| {
            let claims = analysis::wrong_claims(&target.section.view());
            claims.map(|claims| (!claims.edits.is_empty()).then(|| target.edit(claims.edits)))
        })?;
        let edit = edit.ok_or("no claim is known to be wrong")?;
        let edit = edit.ok_or("only you can say whether the puzzle is meant to be unsolvable")?;
        self.edited(edit).await?;
        Ok(json!({"applied": true}))
    }

    /// Returns the answer of the puzzle after an operation, if claims may change with it and it is
    /// found soon.
    async fn answer_after(
        &self,
        uri: &Uri,
        line: u32,
        operation: &EditOperation,
    ) -> Result<Option<Arc<AnswerHandle>>> {
        let question = self.with_puzzle(uri, line, |target| {
            let read = &target.section.read;
            let head = &target.document.head.read;
            if !analysis::has_proved_claims(&target.section.view()) {
                return None;
            }
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

    /// Sends an edit to the client, which the preview can undo. Fails unless it was applied.
    pub(crate) async fn edited(&self, edit: DocumentEdit) -> Outcome<()> {
        let change = self.shared.lock().applied_edit(&edit);
        self.send_edit(edit).await?;
        if let Some(change) = change {
            self.shared.lock().panel.history.push(change);
        }
        Ok(())
    }

    /// Fails unless the client applies edits.
    pub(crate) fn needs_edits(&self) -> Outcome<()> {
        match self.shared.lock().client.capabilities.applies_edits() {
            true => Ok(()),
            false => Err(NO_EDITS.into()),
        }
    }

    /// Returns the puzzle that a command changes.
    pub(crate) fn editable_puzzle(&self, arguments: &[Value]) -> Outcome<PuzzleSnapshot> {
        let (uri, line) = puzzle_at(arguments)?;
        self.needs_edits()?;
        let snapshot = self.with_puzzle(&uri, line, |target| {
            PuzzleSnapshot::new(target.document, target.number)
        })?;
        Ok(snapshot.ok_or("the puzzle is malformed")?)
    }

    /// Sends an edit to the client, or applies it to the file that is previewed without one. Fails
    /// unless it was applied.
    pub(crate) async fn send_edit(&self, edit: DocumentEdit) -> Outcome<()> {
        if let Some(file) = self.shared.preview.file.get() {
            return Ok(self.shared.edit_file(file, &edit)?);
        }
        self.needs_edits()?;
        let edit = {
            let state = self.shared.lock();
            let document = state.edited_document(&edit).ok_or(CHANGED)?;
            state.workspace_edit(document, &edit.edits)
        };
        let response = self.client.apply_edit(edit).await?;
        let reason = response.failure_reason.as_deref();
        match response.applied {
            true => Ok(()),
            false => Err(reason.unwrap_or("the editor did not apply the edit").into()),
        }
    }
}

/// Returns the members of the result of a command that has applied an edit.
pub(crate) fn applied(also: Option<String>) -> Map<String, Value> {
    let also = also.map(|also| ("also".to_owned(), also.into()));
    [("applied".to_owned(), true.into())].into_iter().chain(also).collect()
}

/// Returns the edits of an operation. With `after`, the answer of the resulting puzzle as far as it
/// is known, the claims follow, as far as they are proved.
pub(super) fn edited_text(
    document: &Document,
    section: &Section,
    operation: &EditOperation,
    after: Option<Option<(&Question, &Answer)>>,
) -> std::result::Result<BoardEdit, String> {
    let read = &section.read;
    let head = &document.head.read;
    let (mut edited, puzzle) = analysis::apply_and_read(&read.text, &read.puzzle, head, operation)?;
    if let Some(known) = after {
        let of_this = known.filter(|(question, _)| Some(question.position()) == puzzle.position());
        let answer = of_this.map(|(_, answer)| answer);
        edited = edited.with_claims(&section.view(), &puzzle, answer);
    }
    Ok(edited)
}

/// Returns the answer of a search that has ended with one, and its question.
fn answer_of(handle: &AnswerHandle) -> Option<(&Question, &Answer)> {
    match handle.result()? {
        SearchEnd::Answer(answer) => Some((handle.question(), answer)),
        SearchEnd::Cancelled | SearchEnd::Failed(_) => None,
    }
}

/// Returns the board without its picture, and the start position to draw.
fn board(place: &PositionContext<'_>) -> Option<(Board, Option<Frame>)> {
    let (section, heading) = heading(place)?;
    Some(Board::new(heading, &section.view(), &place.document.head.read))
}
