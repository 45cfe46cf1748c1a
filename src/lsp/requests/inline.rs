//! `textDocument/inlineCompletion`: the next move of a solution.

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{InlineCompletionItem, InlineCompletionParams};

use super::completion::Cursor;
use crate::lsp::guarded::guarded;
use crate::lsp::session::Server;

impl Server {
    /// `textDocument/inlineCompletion`
    pub(crate) async fn inline_completion(
        &self,
        params: InlineCompletionParams,
    ) -> Result<Option<Vec<InlineCompletionItem>>> {
        let at = &params.text_document_position;
        let cursor = self.at(at, |place| Cursor::new(place, true))?;
        let work = move || guarded("an inline completion", || cursor.inline_completion());
        let item = tokio::task::spawn_blocking(work)
            .await
            .ok()
            .flatten()
            .ok_or_else(Error::internal_error)?;
        Ok(item.map(|item| vec![item]))
    }
}
