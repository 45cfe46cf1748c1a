//! Conversion of edits.

#[cfg(feature = "preview")]
use ropey::Rope;
use tower_lsp::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit,
    WorkspaceEdit,
};
#[cfg(feature = "preview")]
use tower_lsp::ls_types::{TextEdit, Uri};

#[cfg(feature = "preview")]
use super::convert::offset;
use super::document::Document;
use crate::text::{Edit, Encoding};
#[cfg(feature = "preview")]
use crate::text::{Span, apply};

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

/// Returns the document of an edit that [`workspace_edit`] has made, with its version if it has
/// one, and the changes.
#[cfg(feature = "preview")]
pub(in crate::lsp) fn edited_document(
    edit: &WorkspaceEdit,
) -> Option<(&Uri, Option<i32>, Vec<&TextEdit>)> {
    if let Some(changes) = &edit.changes {
        let (uri, edits) = changes.iter().next()?;
        return Some((uri, None, edits.iter().collect()));
    }
    let Some(DocumentChanges::Edits(documents)) = &edit.document_changes else {
        return None;
    };
    let document = documents.first()?;
    let edits = document.edits.iter().map(|edit| match edit {
        OneOf::Left(edit) => edit,
        OneOf::Right(annotated) => &annotated.text_edit,
    });
    let identifier = &document.text_document;
    Some((&identifier.uri, identifier.version, edits.collect()))
}

/// Returns a text after some edits of it.
#[cfg(feature = "preview")]
pub(in crate::lsp) fn applied(rope: &Rope, edits: &[&TextEdit], encoding: Encoding) -> String {
    let text = rope.to_string();
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let place = |position| offset(rope, position, encoding).unwrap_or(length);
    let edits = edits.iter().map(|edit| {
        let span = Span::new(place(edit.range.start), place(edit.range.end));
        Edit::replace(span, edit.new_text.clone())
    });
    apply(&text, &edits.collect::<Vec<_>>())
}
