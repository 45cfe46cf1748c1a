//! A text with the starts of its lines, and the text typed last.

use std::ops::Deref;

use tower_lsp::ls_types::{Position, Range};

use crate::text::{Encoding, LineColumn, LineIndex, Span, lines};

/// A text that converts between byte offsets and the protocol's positions.
#[derive(Debug)]
pub(in crate::lsp) struct IndexedText {
    text: String,
    index: LineIndex,
}

impl Deref for IndexedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl IndexedText {
    pub(in crate::lsp) fn new(text: String) -> Self {
        let index = LineIndex::new(&text);
        Self { text, index }
    }

    /// Returns the text with a span replaced, or `None` if the span is not on character boundaries.
    pub(super) fn replaced(&self, span: Span, new: &str) -> Option<Self> {
        let before = self.get(..span.start as usize)?;
        let after = self.get(span.end as usize..)?;
        Some(Self::new([before, new, after].concat()))
    }

    pub(in crate::lsp) fn place(&self, offset: u32, encoding: Encoding) -> LineColumn {
        self.index.place(self, offset, encoding)
    }

    pub(in crate::lsp) fn position(&self, offset: u32, encoding: Encoding) -> Position {
        let LineColumn { line, column } = self.place(offset, encoding);
        Position::new(line, column)
    }

    pub(in crate::lsp) fn range(&self, span: Span, encoding: Encoding) -> Range {
        Range::new(
            self.position(span.start, encoding),
            self.position(span.end, encoding),
        )
    }

    /// Returns the byte offset of a position. A column beyond the line counts as its end, one
    /// inside a character as its start. A line beyond the text has no offset.
    pub(in crate::lsp) fn offset(&self, position: Position, encoding: Encoding) -> Option<u32> {
        self.index.line_start(position.line)?;
        let place = LineColumn {
            line: position.line,
            column: position.character,
        };
        Some(self.index.offset(self, place, encoding))
    }

    /// Converts a range to a span. Positions beyond the text count as its end.
    pub(in crate::lsp) fn span(&self, range: Range, encoding: Encoding) -> Span {
        let end = Span::of(self, self).end;
        let offset = |position| self.offset(position, encoding).unwrap_or(end);
        let (start, end) = (offset(range.start), offset(range.end));
        Span::new(start.min(end), end.max(start))
    }

    /// Returns the line of a byte offset.
    pub(in crate::lsp) fn line(&self, offset: u32) -> u32 {
        self.index.line(offset)
    }

    /// Returns the start of a line, or `None` beyond the last line.
    pub(super) fn line_start(&self, line: u32) -> Option<u32> {
        self.index.line_start(line)
    }

    /// Returns the start of the line of a byte offset.
    fn start_of_line_at(&self, offset: u32) -> u32 {
        self.line_start(self.line(offset)).unwrap_or(offset)
    }
}

/// The span that was typed last without a pause, from the start of a line. On-type formatting does
/// not move these lines while they are typed.
#[derive(Debug, Default)]
pub(in crate::lsp) struct TypedText(Span);

impl TypedText {
    /// Records an edit. `after` is the new text.
    pub(super) fn edit(&mut self, after: &IndexedText, span: Span, text: &str) {
        let new = Span::from_range(0..text.len()).shifted(span.start);
        // Several lines at once were pasted; their indentation is not the author's.
        let is_pasted = lines(text).filter(|line| line.end.is_some()).count() > 1;
        let Span { start, end } = self.0;
        self.0 = if is_pasted {
            Span::new(after.start_of_line_at(new.end), new.end)
        } else if start <= span.start && span.end <= end {
            Span::new(start, end - span.len() + new.len())
        } else {
            Span::new(after.start_of_line_at(new.start), new.end)
        };
    }

    /// Marks everything before the line of `offset` as final.
    pub(in crate::lsp) fn settle(&mut self, text: &IndexedText, offset: u32) {
        if self.0.touches(offset) {
            self.0.start = text.start_of_line_at(offset);
        }
    }

    /// Returns the start of the text typed together with the line of `offset`.
    pub(in crate::lsp) fn start(&self, text: &IndexedText, offset: u32) -> u32 {
        if self.0.touches(offset) {
            self.0.start
        } else {
            text.start_of_line_at(offset)
        }
    }
}
