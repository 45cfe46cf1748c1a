//! What is left of a puzzle that is played by hand, while it is searched for.

use std::sync::Arc;

use crate::solving::Asked;

/// The search for the moves that are left of a play by hand. There is one at a
/// time; another gives it up.
#[derive(Default)]
pub(in crate::lsp) struct Left {
    asked: Option<Arc<Asked>>,
    is_told: bool,
}

impl Left {
    pub(in crate::lsp) fn new(asked: Option<Arc<Asked>>) -> Self {
        let is_told = asked.as_ref().is_none_or(|asked| asked.found().is_some());
        Self { asked, is_told }
    }

    /// Whether it has ended, and this was not told yet.
    pub(in crate::lsp) fn take_news(&mut self) -> bool {
        let has_ended = self
            .asked
            .as_ref()
            .is_some_and(|asked| asked.found().is_some());
        has_ended && !std::mem::replace(&mut self.is_told, true)
    }
}
