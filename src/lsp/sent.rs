//! What a client was sent, so that the next answer may be a difference.

use std::sync::Arc;

use super::token_list::Tokens;

/// The tokens that were sent last for a document.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) id: u64,
    pub(super) parts: Vec<Arc<Tokens>>,
}
