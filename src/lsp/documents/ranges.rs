//! Ranges in the text of a puzzle, with lines counted from its first line. Answers are cached
//! with such lines, so that edits above a puzzle do not invalidate them.

use tower_lsp::ls_types::{
    Diagnostic, DocumentLink, DocumentSymbol, FoldingRange, Location, Position, Range,
};

use crate::text::{Encoding, LineIndex, Span};

/// Converts the spans of a section of a document into ranges.
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

/// A value of the protocol that can be moved down in its document.
pub(in crate::lsp) trait ShiftLines: Clone {
    fn shift_lines(&mut self, by: u32);

    /// Returns a copy that starts this many lines further down.
    fn shifted_lines(&self, by: u32) -> Self {
        let mut shifted = self.clone();
        shifted.shift_lines(by);
        shifted
    }
}

impl ShiftLines for Range {
    fn shift_lines(&mut self, by: u32) {
        self.start.line += by;
        self.end.line += by;
    }
}

impl ShiftLines for FoldingRange {
    fn shift_lines(&mut self, by: u32) {
        self.start_line += by;
        self.end_line += by;
    }
}

impl ShiftLines for DocumentLink {
    fn shift_lines(&mut self, by: u32) {
        self.range.shift_lines(by);
    }
}

impl ShiftLines for DocumentSymbol {
    fn shift_lines(&mut self, by: u32) {
        self.range.shift_lines(by);
        self.selection_range.shift_lines(by);
        for child in self.children.iter_mut().flatten() {
            child.shift_lines(by);
        }
    }
}

/// Related places must be in the same section.
impl ShiftLines for Diagnostic {
    fn shift_lines(&mut self, by: u32) {
        self.range.shift_lines(by);
        for related in self.related_information.iter_mut().flatten() {
            let Location { range, .. } = &mut related.location;
            range.shift_lines(by);
        }
    }
}
