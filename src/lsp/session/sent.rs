//! What a client was sent, so that the next answer may be a difference.

use std::sync::Arc;

use crate::lsp::documents::Tokens;

/// The tokens that were sent last for a document.
#[derive(Debug)]
pub(in crate::lsp) struct Sent {
    pub(in crate::lsp) id: u64,
    pub(in crate::lsp) parts: Vec<Arc<Tokens>>,
}
