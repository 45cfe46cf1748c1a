//! Conversion of edits.

use tower_lsp::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit,
    WorkspaceEdit,
};

use super::document::Document;
use crate::text::{Edit, Encoding};

/// Converts edits of a document, with its version if the client supports that.
pub(in crate::lsp) fn workspace_edit(
    document: &Document,
    edits: &[Edit],
    encoding: Encoding,
    takes_versions: bool,
) -> WorkspaceEdit {
    let edits = document.text_edits(edits, encoding);
    if !takes_versions {
        let changes = [(document.uri.clone(), edits)];
        return WorkspaceEdit {
            changes: Some(changes.into_iter().collect()),
            ..WorkspaceEdit::default()
        };
    }
    let text_document = OptionalVersionedTextDocumentIdentifier {
        uri: document.uri.clone(),
        version: document.version,
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit {
            text_document,
            edits: edits.into_iter().map(OneOf::Left).collect(),
        }])),
        ..WorkspaceEdit::default()
    }
}
