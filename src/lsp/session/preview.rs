//! The state of the preview: its address, and the position it shows.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::{OnceCell, watch};
use tower_lsp::ls_types::{
    Position, ProgressParams, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
    WorkspaceEdit,
};

use super::history::AppliedEdit;
use super::state::State;
use crate::lsp::documents::{applied, edited_document};

/// The state of the preview of a session.
#[derive(Debug)]
pub(crate) struct PreviewState {
    /// The address of the preview, once it runs.
    pub(crate) address: OnceCell<String>,
    /// The position that the preview shows.
    pub(crate) focus: watch::Sender<Option<TextDocumentPositionParams>>,
    /// The last progress of a command of the page.
    pub(crate) progress: watch::Sender<Option<ProgressParams>>,
    /// Whether the client reports each move of the cursor.
    reports_cursor: AtomicBool,
}

impl Default for PreviewState {
    fn default() -> Self {
        Self {
            address: OnceCell::new(),
            focus: watch::Sender::new(None),
            progress: watch::Sender::new(None),
            reports_cursor: AtomicBool::new(false),
        }
    }
}

/// The members of a message that show where the cursor is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CursorParams {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
    range: Option<StartOfRange>,
    #[serde(default)]
    context: Option<Value>,
    #[serde(default)]
    content_changes: Vec<ContentChange>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct StartOfRange {
    start: Position,
}

#[derive(Debug, Deserialize)]
struct ContentChange {
    range: Option<StartOfRange>,
}

impl PreviewState {
    /// Shows a position from now on.
    pub(crate) fn show(&self, uri: Uri, position: Position) {
        let text_document = TextDocumentIdentifier { uri };
        let at = TextDocumentPositionParams::new(text_document, position);
        self.focus.send_if_modified(|focus| {
            let is_new = focus.as_ref() != Some(&at);
            *focus = Some(at);
            is_new
        });
    }

    /// Follows the cursor, as far as a message of the client shows where it is.
    pub(crate) fn follow(&self, method: &str, params: &Value) {
        let Ok(params) = CursorParams::deserialize(params) else {
            return;
        };
        let position = match method {
            "carom/focus" | "textDocument/documentHighlight" => {
                self.reports_cursor.store(true, Ordering::Relaxed);
                params.position
            }
            // Editors also send it for the mouse pointer. It counts if there is nothing better.
            "textDocument/hover" if self.reports_cursor.load(Ordering::Relaxed) => None,
            "textDocument/codeAction" => {
                // Actions of certain kinds are requested for whole documents when they are saved.
                let only = params.context.as_ref().and_then(|context| context.get("only"));
                let is_at_cursor = only.is_none_or(Value::is_null);
                params.range.filter(|_| is_at_cursor).map(|range| range.start)
            }
            "textDocument/didChange" => {
                let last = params.content_changes.last();
                last.and_then(|change| change.range).map(|range| range.start)
            }
            "textDocument/didOpen" if self.focus.borrow().is_none() => Some(Position::default()),
            _ if method.starts_with("textDocument/") => params.position,
            _ => None,
        };
        if let Some(position) = position {
            self.show(params.text_document.uri, position);
        }
    }
}

impl State {
    /// Returns the changes of an edit to an open document, or `None` if the edit is for another version.
    pub(crate) fn applied_edit(&self, edit: &WorkspaceEdit) -> Option<AppliedEdit> {
        let (uri, version, edits) = edited_document(edit)?;
        let document = self.workspace.documents.get(uri)?;
        if version.is_some() && version != document.version {
            return None;
        }
        let after = applied(&document.text, &edits, self.client.encoding);
        Some(AppliedEdit { uri: uri.clone(), before: document.text.to_string(), after })
    }
}
