//! The server, and the context of a request.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{MessageType, TextDocumentPositionParams, Uri, WorkspaceEdit};

use super::shared::Shared;
use super::state::State;
use crate::lsp::documents::{Document, DocumentEdit, Section, workspace_edit};
use crate::lsp::guarded::guarded;
use crate::text::{Edit, Encoding};

/// The protocol's `RequestFailed`.
const REQUEST_FAILED: i64 = -32803;

/// The server: the client and the shared state.
pub(crate) struct Server {
    pub(crate) client: Client,
    pub(crate) shared: Arc<Shared>,
}

/// The context of a request about a position.
pub(crate) struct PositionContext<'a> {
    pub(crate) document: &'a Document,
    pub(crate) offset: u32,
    pub(crate) encoding: Encoding,
    pub(crate) state: &'a State,
}

pub(crate) fn invalid(message: &str) -> Error {
    Error::invalid_params(message.to_owned())
}

/// Returns the error for a valid request that cannot be fulfilled.
pub(crate) fn failed(message: &str) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.to_owned().into(),
        data: None,
    }
}

/// Why a command did nothing.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The reason for the user. The response has it as `refused`.
    Reason(String),
    /// An error of the protocol.
    Error(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Reason(reason)
    }
}

impl From<&str> for Refusal {
    fn from(reason: &str) -> Self {
        Self::Reason(reason.to_owned())
    }
}

/// The result of a command, or the reason why it did nothing.
pub(crate) type Outcome<T> = std::result::Result<T, Refusal>;

pub(crate) fn response(outcome: Outcome<Value>) -> Result<Value> {
    match outcome {
        Ok(result) => Ok(result),
        Err(Refusal::Reason(reason)) => Ok(json!({"refused": reason})),
        Err(Refusal::Error(error)) => Err(error),
    }
}

impl Server {
    pub(crate) const fn new(client: Client, shared: Arc<Shared>) -> Self {
        Self { client, shared }
    }

    /// Calls `work` with an open document. A document in a foreign format appears empty.
    pub(crate) fn with<T>(
        &self,
        uri: &Uri,
        work: impl FnOnce(&State, &Document) -> T,
    ) -> Result<T> {
        self.with_any(uri, |state, document| {
            // Only diagnostics and fixes support foreign formats.
            let blank = document.format.map(|_| document.blank());
            work(state, blank.as_ref().unwrap_or(document))
        })
    }

    /// Calls `work` with an open document of any format.
    pub(crate) fn with_any<T>(
        &self,
        uri: &Uri,
        work: impl FnOnce(&State, &Document) -> T,
    ) -> Result<T> {
        let state = self.shared.lock();
        let known = state.workspace.documents.get(uri);
        let document = known
            .filter(|document| document.version.is_some())
            .ok_or_else(|| invalid("the document is not open"))?;
        if document.is_out_of_sync {
            return Err(Error::content_modified());
        }
        guarded("a request", || work(&state, document)).ok_or_else(Error::internal_error)
    }

    /// Calls `work` with the context of a position, and moves its puzzle to the front of the
    /// solver.
    pub(crate) fn at<T>(
        &self,
        at: &TextDocumentPositionParams,
        work: impl FnOnce(&PositionContext<'_>) -> T,
    ) -> Result<T> {
        self.with(&at.text_document.uri, |state, document| {
            let offset = document
                .text
                .offset(at.position, state.client.encoding)
                .ok_or_else(|| invalid("position outside the document"))?;
            if let Some(number) = document.section_at(offset) {
                state.prioritize(document, number);
            }
            Ok(work(&PositionContext { document, offset, encoding: state.client.encoding, state }))
        })?
    }

    /// Marks the text typed up to a position as final for on-type formatting.
    pub(crate) fn settle_typed(&self, at: &TextDocumentPositionParams) {
        let mut state = self.shared.lock();
        let encoding = state.client.encoding;
        if let Some(document) = state.workspace.documents.get_mut(&at.text_document.uri)
            && let Some(offset) = document.text.offset(at.position, encoding)
        {
            document.typed.settle(&document.text, offset);
        }
    }

    /// Shows a message. The preview of a file has no client; it says it on standard error.
    pub(crate) fn say(&self, kind: MessageType, message: String) {
        if self.shared.preview.file.get().is_some() {
            return match kind {
                MessageType::ERROR | MessageType::WARNING => tracing::warn!("{message}"),
                _ => tracing::info!("{message}"),
            };
        }
        let client = self.client.clone();
        tokio::spawn(async move { client.show_message(kind, message).await });
    }
}

/// The target puzzle of a command.
pub(crate) struct TargetPuzzle<'a> {
    pub(crate) document: &'a Document,
    pub(crate) number: usize,
    pub(crate) section: &'a Section,
}

impl TargetPuzzle<'_> {
    /// Returns edits of the puzzle as those of its document.
    pub(crate) fn edit(&self, edits: Vec<Edit>) -> DocumentEdit {
        DocumentEdit::new(self.document, self.section.shifted(edits))
    }
}

impl State {
    /// Converts edits of a document.
    pub(crate) fn workspace_edit(&self, document: &Document, edits: &[Edit]) -> WorkspaceEdit {
        let takes_versions = self.client.capabilities.takes_versions();
        workspace_edit(document, edits, self.client.encoding, takes_versions)
    }
}

impl Server {
    /// Calls `work` with the puzzle at a line.
    ///
    /// # Errors
    ///
    /// An error if the document is not open, or has no puzzle there.
    pub(crate) fn with_puzzle<T>(
        &self,
        uri: &Uri,
        line: u32,
        work: impl FnOnce(&TargetPuzzle<'_>) -> T,
    ) -> Result<T> {
        let result = self.with(uri, |_, document| {
            let number = document.section_on(line)?;
            let section = document.sections.get(number)?;
            Some(work(&TargetPuzzle { document, number, section }))
        })?;
        result.ok_or_else(|| invalid("no puzzle at this line"))
    }
}

impl PositionContext<'_> {
    /// Returns the puzzle at the position, and the offset in it.
    pub(crate) fn puzzle(&self) -> Option<(&Section, u32)> {
        let number = self.document.section_at(self.offset)?;
        let section = self.document.sections.get(number)?;
        Some((section, self.offset - section.start))
    }
}
