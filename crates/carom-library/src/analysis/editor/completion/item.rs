//! A completion, as plain data.

use crate::text::Span;

/// A proposed completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The label, which is also the inserted text by default.
    pub label: String,
    /// The replaced part of the text.
    pub span: Span,
    /// The inserted text, if it differs from the label.
    pub insert: Option<String>,
    /// A description on one line.
    pub detail: Option<String>,
    /// A description in Markdown.
    pub documentation: Option<String>,
    /// Its kind.
    pub kind: CompletionKind,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum CompletionKind {
    Game,
    Key,
    Rule,
    Glyph,
    Piece,
    Move,
    Value,
}

impl Completion {
    pub(super) fn new(label: impl Into<String>, span: Span, kind: CompletionKind) -> Self {
        Self {
            label: label.into(),
            span,
            insert: None,
            detail: None,
            documentation: None,
            kind,
        }
    }

    pub(super) fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    pub(super) fn with_documentation(mut self, documentation: impl Into<String>) -> Self {
        self.documentation = Some(documentation.into());
        self
    }
}
