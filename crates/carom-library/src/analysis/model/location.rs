//! Files of a run, and locations in them.

use std::sync::Arc;

use crate::syntax;
use crate::text::{Encoding, LineColumn, LineIndex, Span};

/// A file of the run.
#[derive(Clone, Copy, Debug)]
pub struct FileText<'a> {
    /// Its name in diagnostics.
    pub name: &'a Arc<str>,
    /// Its text.
    pub text: &'a str,
    /// Its lines.
    pub index: &'a LineIndex,
}

impl FileText<'_> {
    /// Returns the line and column of `offset`, in Unicode scalar values. A byte-order mark is not
    /// counted.
    pub fn place(&self, offset: u32) -> LineColumn {
        let mut place = self.index.place(self.text, offset, Encoding::Utf32);
        if place.line == 0 && self.text.starts_with(syntax::BYTE_ORDER_MARK) {
            place.column = place.column.saturating_sub(1);
        }
        place
    }

    /// Returns the location of `span`.
    pub fn location(&self, span: Span) -> Location {
        Location {
            file: Arc::clone(self.name),
            span,
            start: self.place(span.start),
            end: self.place(span.end),
        }
    }
}

/// A span in a file of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: Arc<str>,
    /// The span.
    pub span: Span,
    /// Its line and column, in Unicode scalar values.
    pub start: LineColumn,
    /// The line and column of its end.
    pub end: LineColumn,
}
