//! The state of the panel: maps, and the search for the moves that remain.

use std::sync::Arc;

use super::history::History;
use super::map_search::Maps;
use crate::solving::AnswerHandle;

#[derive(Default)]
pub(crate) struct PanelState {
    pub(crate) maps: Maps,
    /// The search for the moves that remain after moves played by hand.
    pub(crate) remaining: RemainingSearch,
    /// The edits that the preview can undo.
    pub(crate) history: History,
}

/// The search for the moves that remain after moves played by hand. A newer one replaces it.
#[derive(Default)]
pub(crate) struct RemainingSearch {
    handle: Option<Arc<AnswerHandle>>,
    is_reported: bool,
}

impl RemainingSearch {
    pub(crate) fn new(handle: Option<Arc<AnswerHandle>>) -> Self {
        let is_reported = handle.as_ref().is_none_or(|handle| handle.result().is_some());
        Self { handle, is_reported }
    }

    /// Returns whether the search has ended since the last call.
    pub(crate) fn take_end(&mut self) -> bool {
        let has_ended = self.handle.as_ref().is_some_and(|handle| handle.result().is_some());
        has_ended && !std::mem::replace(&mut self.is_reported, true)
    }
}
