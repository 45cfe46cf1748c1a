//! Conversion of edits and diagnostics to the protocol's types.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    DocumentChanges, Location, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier,
    PositionEncodingKind, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use super::document::Document;
use crate::analysis::{self, FileDiagnostic, Lint, RelatedPlace, Severity};
use crate::text::{Edit, Encoding};

/// Returns the protocol's name of an encoding.
pub(crate) const fn encoding_kind(encoding: Encoding) -> PositionEncodingKind {
    match encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf32 => PositionEncodingKind::UTF32,
    }
}

impl Document {
    /// Converts edits, in the order of the text.
    pub(crate) fn text_edits(&self, edits: &[Edit], encoding: Encoding) -> Vec<TextEdit> {
        let mut sorted: Vec<&Edit> = edits.iter().collect();
        sorted.sort_unstable();
        let converted = sorted.into_iter().map(|edit| TextEdit {
            range: self.range(edit.span, encoding),
            new_text: edit.replacement.clone(),
        });
        converted.collect()
    }
}

/// Edits of a document at a version of its text.
#[derive(Clone, Debug)]
pub(crate) struct DocumentEdit {
    pub(crate) uri: Uri,
    pub(crate) version: Option<i32>,
    pub(crate) edits: Vec<Edit>,
}

impl DocumentEdit {
    pub(crate) fn new(document: &Document, edits: Vec<Edit>) -> Self {
        Self { uri: document.uri.clone(), version: document.version, edits }
    }
}

/// Converts edits of a document, with its version if the client supports that.
pub(crate) fn workspace_edit(
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

/// Converts a diagnostic of a document. `document_of` finds the documents of locations in other
/// files.
pub(crate) fn diagnostic<'a>(
    document: &'a Document,
    reported: &FileDiagnostic,
    encoding: Encoding,
    document_of: impl Fn(&analysis::Location) -> &'a Document,
) -> Diagnostic {
    let diagnostic = &reported.diagnostic;
    let related: Vec<_> = diagnostic
        .related
        .iter()
        .map(|related| {
            let (document, span) = match &related.place {
                RelatedPlace::Here(span) => (document, *span),
                RelatedPlace::Elsewhere(location) => (document_of(location), location.span),
            };
            let range = document.range(span, encoding);
            DiagnosticRelatedInformation {
                location: Location::new(document.uri.clone(), range),
                message: related.message.clone(),
            }
        })
        .collect();
    let message = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    Diagnostic {
        range: document.range(diagnostic.span, encoding),
        severity: Some(match reported.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(diagnostic.lint.code().to_owned())),
        code_description: explanation(diagnostic.lint).map(|href| CodeDescription { href }),
        source: Some("carom".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: matches!(diagnostic.lint, Lint::RedundantPiece | Lint::IdleWall | Lint::IdlePieces)
            .then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

/// Returns the web page of a lint. Each address is parsed only once, because a large file may have
/// thousands of diagnostics.
fn explanation(lint: Lint) -> Option<Uri> {
    static PAGES: LazyLock<FxHashMap<Lint, Uri>> = LazyLock::new(|| {
        let pages = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/lints");
        let address = |lint: Lint| format!("{pages}/{lint}.md").parse().ok();
        let lints = Lint::ALL.iter().copied();
        lints.filter_map(|lint| Some((lint, address(lint)?))).collect()
    });
    PAGES.get(&lint).cloned()
}
