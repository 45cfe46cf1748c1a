//! The state of the preview: its address, and the position it shows.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::{OnceCell, watch};
use tokio::task::block_in_place;
use tower_lsp::ls_types::{
    Position, ProgressParams, TextDocumentContentChangeEvent, TextDocumentIdentifier,
    TextDocumentPositionParams, Uri,
};

use super::history::AppliedEdit;
use super::shared::Shared;
use super::state::State;
use crate::lsp::documents::{Document, DocumentEdit};
use crate::project::reason;
use crate::text::apply;

/// A file on disk in the place of a client's document.
#[derive(Debug)]
pub(crate) struct PreviewedFile {
    /// Its absolute path.
    pub(crate) path: PathBuf,
    /// Replaces a text of the file by another one. Returns whether the file still had the first; if
    /// not, nothing is written.
    pub(crate) replace: fn(&Path, &str, &str) -> io::Result<bool>,
}

/// The state of the preview of a session.
#[derive(Debug)]
pub(crate) struct PreviewState {
    /// The file that is previewed without an editor.
    pub(crate) file: OnceLock<PreviewedFile>,
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
            file: OnceLock::new(),
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
    /// Returns the document of an edit, or `None` if it has another version now.
    pub(crate) fn edited_document(&self, edit: &DocumentEdit) -> Option<&Document> {
        let document = self.workspace.documents.get(&edit.uri);
        document.filter(|document| document.version == edit.version)
    }

    /// Returns the change of a document by an edit.
    pub(crate) fn applied_edit(&self, edit: &DocumentEdit) -> Option<AppliedEdit> {
        let before = self.edited_document(edit)?.text.to_string();
        let after = apply(&before, &edit.edits);
        Some(AppliedEdit { uri: edit.uri.clone(), before, after })
    }

    /// Gives an open document another text, as its next version.
    pub(crate) fn rewrite(&mut self, uri: &Uri, text: String) {
        let document = self.workspace.documents.get(uri);
        if let Some(version) = document.and_then(|document| document.version) {
            let whole = TextDocumentContentChangeEvent { range: None, range_length: None, text };
            // The change is in order, so it does not fail.
            let _ = self.change(uri, version + 1, &[whole]);
        }
    }
}

impl Shared {
    /// Applies an edit to the file and to its document. Fails with the reason.
    pub(crate) fn edit_file(
        &self,
        PreviewedFile { path, replace }: &PreviewedFile,
        edit: &DocumentEdit,
    ) -> Result<(), String> {
        let changed = || "the file has changed on disk; look at it and try again".to_owned();
        let mut state = self.lock();
        let edit = state.applied_edit(edit).ok_or_else(changed)?;
        // The state is locked, so that no other edit begins with the old text.
        match block_in_place(|| replace(path, &edit.before, &edit.after)) {
            Ok(true) => state.rewrite(&edit.uri, edit.after),
            Ok(false) => return Err(changed()),
            Err(error) => return Err(reason(&error)),
        }
        drop(state);
        self.edited.notify_one();
        Ok(())
    }
}
