//! Ranges in the text of a puzzle.

use tower_lsp::ls_types::{Position, Range};

use crate::text::{Encoding, LineIndex, Span};

/// The ranges of a part of a document that starts on a line of its own, with
/// lines that count from its first.
pub(in crate::lsp) struct Ranges<'a> {
    text: &'a str,
    index: LineIndex,
    encoding: Encoding,
}

impl<'a> Ranges<'a> {
    pub(in crate::lsp) fn new(text: &'a str, encoding: Encoding) -> Self {
        Self {
            text,
            index: LineIndex::new(text),
            encoding,
        }
    }

    fn position(&self, offset: u32) -> Position {
        let place = self.index.place(self.text, offset, self.encoding);
        Position::new(place.line, place.column)
    }

    pub(in crate::lsp) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }
}
