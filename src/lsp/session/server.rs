//! What every handler starts from.

use std::sync::{Arc, OnceLock};

use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{MessageType, TextDocumentPositionParams, Uri};

use super::client::Newer;
use super::shared::Shared;
use super::state::State;
use crate::lsp::documents::{Document, Section};
use crate::lsp::guarded::guarded;
use crate::text::Encoding;

/// The protocol's `RequestFailed`.
const REQUEST_FAILED: i64 = -32803;

/// The client, and what the handlers share.
pub(in crate::lsp) struct Server {
    pub(in crate::lsp) client: Client,
    pub(in crate::lsp) shared: Arc<Shared>,
    /// What the client declared beyond the types of the protocol.
    pub(in crate::lsp) newer: OnceLock<Newer>,
}

/// What a handler of a request about a place looks at.
pub(in crate::lsp) struct Place<'a> {
    pub(in crate::lsp) document: &'a Document,
    pub(in crate::lsp) offset: u32,
    pub(in crate::lsp) encoding: Encoding,
    pub(in crate::lsp) state: &'a State,
}

pub(in crate::lsp) fn invalid(message: &str) -> Error {
    Error::invalid_params(message.to_owned())
}

/// That what was asked for cannot be done, though nothing is wrong with the
/// request.
pub(in crate::lsp) fn failed(message: &str) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.to_owned().into(),
        data: None,
    }
}

impl Server {
    pub(in crate::lsp) fn new(client: Client, shared: Arc<Shared>) -> Self {
        Self {
            client,
            shared,
            newer: OnceLock::new(),
        }
    }

    /// What `work` says of a document.
    pub(in crate::lsp) fn with<T>(
        &self,
        uri: &Uri,
        work: impl FnOnce(&State, &Document) -> T,
    ) -> Result<T> {
        self.with_any(uri, |state, document| {
            // Of another format nothing is told but diagnostics and their fixes.
            let blank = document.format.map(|_| document.blank());
            work(state, blank.as_ref().unwrap_or(document))
        })
    }

    /// What `work` says of a document, whatever its format.
    pub(in crate::lsp) fn with_any<T>(
        &self,
        uri: &Uri,
        work: impl FnOnce(&State, &Document) -> T,
    ) -> Result<T> {
        let state = self.shared.lock();
        let document = state.documents.get(uri);
        let document = document.filter(|document| document.version.is_some());
        let document = document.ok_or_else(|| invalid("the document is not open"))?;
        guarded("a request", || work(&state, document)).ok_or_else(Error::internal_error)
    }

    /// What `work` says of a place; puzzles that are looked at go first.
    pub(in crate::lsp) fn at<T>(
        &self,
        at: &TextDocumentPositionParams,
        work: impl FnOnce(&Place<'_>) -> T,
    ) -> Result<T> {
        self.with(&at.text_document.uri, |state, document| {
            let offset = document
                .offset(at.position, state.encoding)
                .ok_or_else(|| invalid("the position is beyond the document"))?;
            if let Some(number) = document.section_at(offset) {
                state.hurry(document, number);
            }
            Ok(work(&Place {
                document,
                offset,
                encoding: state.encoding,
                state,
            }))
        })?
    }

    /// Takes in that what was typed up to a place stands where it should.
    pub(in crate::lsp) fn settle_typed(&self, at: &TextDocumentPositionParams) {
        let mut state = self.shared.lock();
        let encoding = state.encoding;
        if let Some(document) = state.documents.get_mut(&at.text_document.uri)
            && let Some(offset) = document.offset(at.position, encoding)
        {
            document.typed.settle(&document.rope, offset);
        }
    }

    pub(in crate::lsp) fn say(&self, kind: MessageType, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.show_message(kind, message).await });
    }
}

impl Place<'_> {
    /// The puzzle of the place, and the offset in it.
    pub(in crate::lsp) fn puzzle(&self) -> Option<(&Section, u32)> {
        let number = self.document.section_at(self.offset)?;
        let section = self.document.sections.get(number)?;
        Some((section, self.offset - section.start))
    }
}
