//! The puzzle that a command names by a line of a document.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Uri, WorkspaceEdit};

use super::server::{Server, invalid};
use super::state::State;
use crate::lsp::documents::{Document, Section, workspace_edit};
use crate::text::Edit;

/// A puzzle that something is to be done with.
pub(in crate::lsp) struct Chosen<'a> {
    state: &'a State,
    pub(in crate::lsp) document: &'a Document,
    pub(in crate::lsp) number: usize,
    pub(in crate::lsp) section: &'a Section,
}

impl Chosen<'_> {
    /// Edits of the puzzle as the client takes them.
    pub(in crate::lsp) fn edit(&self, edits: Vec<Edit>) -> WorkspaceEdit {
        self.state.edit_of(self.document, self.section, edits)
    }
}

impl State {
    /// Edits of a puzzle as the client takes them.
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
            self.encoding,
            self.client.takes_versions(),
        )
    }
}

impl Server {
    /// What `work` says of the puzzle that a line belongs to.
    ///
    /// # Errors
    ///
    /// Where the document is not open, or there is no puzzle.
    pub(in crate::lsp) fn with_puzzle<T>(
        &self,
        uri: &Uri,
        line: u32,
        work: impl FnOnce(&Chosen<'_>) -> T,
    ) -> Result<T> {
        let said = self.with(uri, |state, document| {
            let number = document.section_on(line)?;
            let section = document.sections.get(number)?;
            Some(work(&Chosen {
                state,
                document,
                number,
                section,
            }))
        })?;
        said.ok_or_else(|| invalid("there is no puzzle"))
    }
}
