//! A text with the starts of its lines, and the text typed last.

use std::ops::Deref;
use std::sync::OnceLock;

use ropey::Rope;
use tower_lsp::ls_types::{Position, Range};

use crate::text::{Encoding, LineColumn, Span, lines};

/// A text that converts between byte offsets and the protocol's positions.
///
/// The rope takes edits and finds lines and columns in logarithmic time. The string is the same
/// text for everything that reads it, and is built when it is first read: a client may send many
/// edits at once.
#[derive(Debug)]
pub(crate) struct IndexedText {
    text: OnceLock<String>,
    rope: Rope,
}

/// The length in bytes up to which the units before a column are counted faster in the string. Tests
/// count in both ways.
const SHORT: usize = if cfg!(test) { 4 } else { 200 };

impl Deref for IndexedText {
    type Target = str;

    fn deref(&self) -> &str {
        self.text.get_or_init(|| String::from(&self.rope))
    }
}

impl IndexedText {
    pub(crate) fn new(text: String) -> Self {
        let rope = Rope::from_str(&text);
        Self { text: OnceLock::from(text), rope }
    }

    /// Returns the text with a span replaced, or `None` if the span is not on character boundaries.
    pub(super) fn replaced(&self, span: Span, new: &str) -> Option<Self> {
        let mut rope = self.rope.clone();
        let character = |offset: u32| {
            let character = self.rope.try_byte_to_char(offset as usize).ok()?;
            (self.floor(offset as usize) == offset as usize).then_some(character)
        };
        let first = character(span.start)?;
        rope.try_remove(first..character(span.end)?).ok()?;
        rope.try_insert(first, new).ok()?;
        Some(Self { text: OnceLock::new(), rope })
    }

    /// Returns the start of the character at a byte.
    fn floor(&self, byte: usize) -> usize {
        let character = self.rope.try_byte_to_char(byte);
        character.map_or(byte, |character| self.rope.char_to_byte(character))
    }

    /// Returns the line and column of an offset. One inside a character counts as its start, one
    /// beyond the text as its end.
    pub(crate) fn place(&self, offset: u32, encoding: Encoding) -> LineColumn {
        let end = (offset as usize).min(self.rope.len_bytes());
        let line = self.rope.try_byte_to_line(end).unwrap_or_default();
        let start = self.rope.try_line_to_byte(line).unwrap_or_default();
        let before = self.text.get().and_then(|text| text.get(start..end));
        let column = match before.filter(|before| before.len() <= SHORT) {
            Some(before) => encoding.units(before),
            None => self.units(self.floor(end), encoding) - self.units(start, encoding),
        };
        LineColumn {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }

    /// Returns the number of units before a byte on a character boundary.
    fn units(&self, byte: usize, encoding: Encoding) -> usize {
        let character = || self.rope.try_byte_to_char(byte).unwrap_or_default();
        match encoding {
            Encoding::Utf8 => byte,
            Encoding::Utf16 => self.rope.try_char_to_utf16_cu(character()).unwrap_or_default(),
            Encoding::Utf32 => character(),
        }
    }

    pub(crate) fn position(&self, offset: u32, encoding: Encoding) -> Position {
        let LineColumn { line, column } = self.place(offset, encoding);
        Position::new(line, column)
    }

    pub(crate) fn range(&self, span: Span, encoding: Encoding) -> Range {
        Range::new(self.position(span.start, encoding), self.position(span.end, encoding))
    }

    /// Returns the byte offset of a position. A column beyond the line counts as its end, one
    /// inside a character as its start. A line beyond the text has no offset.
    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> Option<u32> {
        let start = self.line_start(position.line)?;
        let line = self.rope.get_line(position.line as usize)?;
        let last = line.chars_at(line.len_chars()).reversed();
        let break_length = last.take_while(|c| matches!(c, '\n' | '\r')).count();
        let end = start as usize + line.len_bytes() - break_length;
        let units = self.units(start as usize, encoding) + position.character as usize;
        let offset = match encoding {
            Encoding::Utf8 => Some(units),
            Encoding::Utf16 => self
                .rope
                .try_utf16_cu_to_char(units)
                .and_then(|character| self.rope.try_char_to_byte(character))
                .ok(),
            Encoding::Utf32 => self.rope.try_char_to_byte(units).ok(),
        };
        let offset = offset.map_or(end, |offset| offset.min(end));
        u32::try_from(self.floor(offset)).ok()
    }

    /// Converts a range to a span. Positions beyond the text count as its end.
    pub(crate) fn span(&self, range: Range, encoding: Encoding) -> Span {
        let end = Span::from_range(0..self.rope.len_bytes()).end;
        let offset = |position| self.offset(position, encoding).unwrap_or(end);
        let (start, end) = (offset(range.start), offset(range.end));
        Span::new(start.min(end), end.max(start))
    }

    /// Returns the line of a byte offset. One beyond the text is on its last line.
    pub(crate) fn line(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.rope.len_bytes());
        let line = self.rope.try_byte_to_line(offset).unwrap_or_default();
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// Returns the start of a line, or `None` beyond the last line.
    pub(super) fn line_start(&self, line: u32) -> Option<u32> {
        let line = line as usize;
        let start = (line < self.rope.len_lines()).then(|| self.rope.try_line_to_byte(line));
        u32::try_from(start?.ok()?).ok()
    }

    fn start_of_line_at(&self, offset: u32) -> u32 {
        self.line_start(self.line(offset)).unwrap_or(offset)
    }
}

/// The span that was typed last without a pause, from the start of a line. On-type formatting does
/// not move these lines while they are typed.
#[derive(Debug, Default)]
pub(crate) struct TypedText(Span);

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
    pub(crate) fn settle(&mut self, text: &IndexedText, offset: u32) {
        if self.0.touches(offset) {
            self.0.start = text.start_of_line_at(offset);
        }
    }

    /// Returns the start of the text typed together with the line of `offset`.
    pub(crate) fn start(&self, text: &IndexedText, offset: u32) -> u32 {
        if self.0.touches(offset) { self.0.start } else { text.start_of_line_at(offset) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::LineIndex;

    /// After random edits, the rope converts as an index of the new text does.
    #[test]
    fn edited_text_converts_as_a_new_index() {
        let mut random = fastrand::Rng::with_seed(7);
        let parts = ["a", "\n", "\r", "\r\n", "é", "😀", "\u{2028}", "\u{c}", "bc", ""];
        let mut text = IndexedText::new(String::new());
        for _ in 0..400 {
            let new: String =
                (0..random.usize(..8)).map(|_| parts[random.usize(..parts.len())]).collect();
            let ends = [0, 1].map(|_| random.usize(..=text.len()));
            let span = Span::from_range(ends[0].min(ends[1])..ends[0].max(ends[1]));
            let is_valid = text.get(span.start as usize..span.end as usize).is_some();
            let edited = text.replaced(span, &new);
            assert_eq!(edited.is_some(), is_valid);
            let Some(edited) = edited else { continue };
            let [before, after] =
                [&text[..span.start as usize], &text[span.end as usize..]].map(str::to_owned);
            assert_eq!(&*edited, [before, new, after].concat());
            text = edited;
            if text.len() > 60 {
                text = IndexedText::new(String::new());
            }
            let index = LineIndex::new(&text);
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                for offset in 0..=u32::try_from(text.len()).unwrap() + 2 {
                    let place = index.place(&text, offset, encoding);
                    assert_eq!(text.place(offset, encoding), place, "{offset} of {:?}", &*text);
                    assert_eq!(text.line(offset), index.line(offset));
                }
                for line in 0..12 {
                    assert_eq!(text.line_start(line), index.line_start(line));
                    for column in 0..12 {
                        let offset = text.offset(Position::new(line, column), encoding);
                        let expected = index.offset(&text, LineColumn { line, column }, encoding);
                        let is_line = index.line_start(line).is_some();
                        assert_eq!(
                            offset,
                            is_line.then_some(expected),
                            "{line}:{column} of {:?}",
                            &*text
                        );
                    }
                }
            }
        }
    }
}
