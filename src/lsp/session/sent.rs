//! The semantic tokens that the client has, so that the next answer may be a difference.

use std::sync::Arc;

use crate::lsp::documents::Tokens;

/// The tokens that were last sent for a document.
#[derive(Debug, Default)]
pub(in crate::lsp) struct PublishedTokens {
    answers: u64,
    pub(in crate::lsp) parts: Vec<Arc<Tokens>>,
}

impl PublishedTokens {
    pub(in crate::lsp) fn result_id(&self) -> String {
        self.answers.to_string()
    }

    /// Replaces the tokens, and returns the id of the new ones.
    pub(in crate::lsp) fn replace(&mut self, parts: Vec<Arc<Tokens>>) -> String {
        self.answers += 1;
        self.parts = parts;
        self.result_id()
    }
}
