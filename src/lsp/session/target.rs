//! The puzzle that a command refers to by a line of a document.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Uri, WorkspaceEdit};

use super::server::{Server, invalid};
use super::state::State;
use crate::lsp::documents::{Document, Section, workspace_edit};
use crate::text::Edit;

/// The target puzzle of a command.
pub(in crate::lsp) struct TargetPuzzle<'a> {
    state: &'a State,
    pub(in crate::lsp) document: &'a Document,
    pub(in crate::lsp) number: usize,
    pub(in crate::lsp) section: &'a Section,
}

impl TargetPuzzle<'_> {
    /// Converts edits of the puzzle.
    pub(in crate::lsp) fn edit(&self, edits: Vec<Edit>) -> WorkspaceEdit {
        self.state.edit_of(self.document, self.section, edits)
    }
}

impl State {
    /// Converts edits of a puzzle.
    pub(in crate::lsp) fn edit_of(
        &self,
        document: &Document,
        section: &Section,
        edits: Vec<Edit>,
    ) -> WorkspaceEdit {
        let edits = section.shifted(edits);
        workspace_edit(
            document,
            &edits,
            self.client.encoding,
            self.client.capabilities.takes_versions(),
        )
    }
}

impl Server {
    /// Calls `work` with the puzzle at a line.
    ///
    /// # Errors
    ///
    /// An error if the document is not open, or has no puzzle there.
    pub(in crate::lsp) fn with_puzzle<T>(
        &self,
        uri: &Uri,
        line: u32,
        work: impl FnOnce(&TargetPuzzle<'_>) -> T,
    ) -> Result<T> {
        let said = self.with(uri, |state, document| {
            let number = document.section_on(line)?;
            let section = document.sections.get(number)?;
            Some(work(&TargetPuzzle {
                state,
                document,
                number,
                section,
            }))
        })?;
        said.ok_or_else(|| invalid("no puzzle at this line"))
    }
}
