//! A text with its puzzles, and the places in it.

use std::sync::Arc;

use carom::analysis::{FileText, View};
use carom::exchange::{Format, PuzzleSource, SourceFile};
use carom::json::{Heading, Position, PuzzleLocation, Range};
use carom::text::{Edit, Encoding, LineColumn, LineIndex, Span, apply};

/// A text with its puzzles.
pub(crate) struct File<'a> {
    pub(crate) text: &'a str,
    name: Arc<str>,
    index: LineIndex,
    pub(crate) source: SourceFile,
}

/// The puzzle at a position.
pub(crate) struct PuzzleAt<'a> {
    /// Its number, from 0.
    pub(crate) number: usize,
    pub(crate) section: &'a PuzzleSource,
    /// The offset of the position in its text.
    pub(crate) offset: u32,
}

impl<'a> File<'a> {
    pub(crate) fn new(text: &'a str, name: &str, format: Option<&Format>) -> Self {
        Self {
            text,
            name: name.into(),
            index: LineIndex::new(text),
            source: SourceFile::split(text, format),
        }
    }

    pub(crate) fn view(&self) -> FileText<'_> {
        FileText { name: &self.name, text: self.text, index: &self.index }
    }

    /// Returns the text before the first puzzle.
    pub(crate) fn head(&self) -> &'a str {
        let first = self.source.sections.first();
        first.map_or(self.text, |section| Span::new(0, section.span.start).slice(self.text))
    }

    pub(crate) fn offset(&self, at: Position) -> u32 {
        let place = LineColumn { line: at.line, column: at.character };
        self.index.offset(self.text, place, Encoding::Utf16)
    }

    /// Returns the puzzle at an offset; `None` before the first one.
    pub(crate) fn puzzle_at(&self, offset: u32) -> Option<PuzzleAt<'_>> {
        let sections = self.source.sections.iter();
        let above = sections.take_while(|section| section.span.start <= offset);
        let number = above.count().checked_sub(1)?;
        let section = self.source.sections.get(number)?;
        Some(PuzzleAt { number, section, offset: offset - section.span.start })
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        let position = |offset| {
            let place = self.index.place(self.text, offset, Encoding::Utf16);
            Position { line: place.line, character: place.column }
        };
        Range { start: position(span.start), end: position(span.end) }
    }

    /// Returns the place of a puzzle.
    pub(crate) fn location(&self, at: &PuzzleAt<'_>, view: &View<'_>) -> PuzzleLocation {
        let start = at.section.span.start;
        let text = view.text.trim_end();
        let header = view.puzzle.header_span().shifted(start);
        PuzzleLocation {
            version: None,
            range: self.range(Span::from_range(0..text.len()).shifted(start)),
            line: self.range(header).start.line,
        }
    }

    pub(crate) fn heading(&self, at: &PuzzleAt<'_>, view: &View<'_>) -> Heading {
        Heading::new(self.location(at, view), at.number, view)
    }

    /// Returns the text after edits of a puzzle.
    pub(crate) fn edited(&self, at: &PuzzleAt<'_>, edits: Vec<Edit>) -> String {
        apply(
            self.text,
            &edits
                .into_iter()
                .map(|mut edit| {
                    edit.span = edit.span.shifted(at.section.span.start);
                    edit
                })
                .collect::<Vec<_>>(),
        )
    }
}
