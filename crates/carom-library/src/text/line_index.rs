//! Conversion between byte offsets and lines and columns.

use super::{Span, lines};

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// UTF-16 code units, one or two per character.
    #[default]
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

impl Encoding {
    /// Returns the number of units of a text.
    pub fn units(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 | Self::Utf32 => text.chars().map(|character| self.width(character)).sum(),
        }
    }

    const fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// A line and a column, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in the units of an [`Encoding`].
    pub column: u32,
}

/// The starts of a text's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Known columns within long lines, so that conversions need not count from
    /// the start of the line.
    marks: Vec<Mark>,
}

/// The column of a character in a long line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    offset: u32,
    utf16: u32,
    utf32: u32,
}

/// The approximate number of bytes between two marks.
const STRIDE: usize = 1024;

impl LineIndex {
    /// Indexes `text`.
    pub fn new(text: &str) -> Self {
        let mut index = Self { starts: Vec::new(), marks: Vec::new() };
        for line in lines(text) {
            index.starts.push(line.span.start);
            if line.span.len() as usize > STRIDE {
                index.mark(line.span.start, line.span.slice(text));
            }
        }
        index
    }

    fn mark(&mut self, start: u32, line: &str) {
        let mut mark = Mark { offset: start, utf16: 0, utf32: 0 };
        let mut next = STRIDE;
        for (at, character) in line.char_indices() {
            if at >= next {
                mark.offset = start.saturating_add(Span::from_range(0..at).end);
                self.marks.push(mark);
                next = at + STRIDE;
            }
            // A character has one or two units.
            mark.utf16 += if character.len_utf16() == 2 { 2 } else { 1 };
            mark.utf32 += 1;
        }
    }

    /// Returns the offset and column of the last mark of the line that is not
    /// beyond the wanted place, or of the start of the line.
    fn mark_before(
        &self,
        line_start: u32,
        encoding: Encoding,
        is_beyond: impl Fn(u32, usize) -> bool,
    ) -> (usize, usize) {
        let first = self.marks.partition_point(|mark| mark.offset <= line_start);
        let line = self.line(line_start) + 1;
        let end = self.line_start(line).unwrap_or(u32::MAX);
        let last = self.marks.partition_point(|mark| mark.offset < end);
        let marks = self.marks.get(first..last).unwrap_or_default();
        let column = |mark: &Mark| match encoding {
            Encoding::Utf8 => mark.offset.saturating_sub(line_start) as usize,
            Encoding::Utf16 => mark.utf16 as usize,
            Encoding::Utf32 => mark.utf32 as usize,
        };
        let count = marks.partition_point(|mark| !is_beyond(mark.offset, column(mark)));
        let before = count.checked_sub(1).and_then(|last| marks.get(last));
        before.map_or((line_start as usize, 0), |mark| (mark.offset as usize, column(mark)))
    }

    /// Returns the line of `offset`, from 0.
    pub fn line(&self, offset: u32) -> u32 {
        let after = self.starts.partition_point(|&start| start <= offset);
        u32::try_from(after.saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Returns the start of a line, or `None` beyond the last line.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get(usize::try_from(line).ok()?).copied()
    }

    /// Returns the line and column of `offset`. An offset inside a character is
    /// rounded down, one beyond the text is its end.
    pub fn place(&self, text: &str, offset: u32, encoding: Encoding) -> LineColumn {
        let line = self.line(offset);
        let line_start = self.line_start(line).unwrap_or_default();
        let end = (offset as usize).min(text.len());
        let (start, counted) =
            self.mark_before(line_start, encoding, |mark, _| mark as usize > end);
        let before = text
            .get(start..)
            .into_iter()
            .flat_map(str::char_indices)
            .take_while(|(at, character)| start + at + character.len_utf8() <= end)
            .map(|(_, character)| encoding.width(character))
            .sum::<usize>();
        LineColumn { line, column: u32::try_from(counted + before).unwrap_or(u32::MAX) }
    }

    /// Returns the offset of a line and column. A column beyond the line is its
    /// end, one inside a character is rounded down, and a line beyond the text
    /// is its end.
    pub fn offset(&self, text: &str, place: LineColumn, encoding: Encoding) -> u32 {
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let Some(start) = self.line_start(place.line) else {
            return end;
        };
        let wanted = place.column as usize;
        let (mut offset, mut column) =
            self.mark_before(start, encoding, |_, column| column > wanted);
        for character in text.get(offset..).unwrap_or_default().chars() {
            column += encoding.width(character);
            if matches!(character, '\n' | '\r') || column > wanted {
                break;
            }
            offset += character.len_utf8();
        }
        u32::try_from(offset).unwrap_or(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\r\ne\u{301} 𝄞x\r\n\u{feff}é\r日本\n";

    #[test]
    fn place_and_offset_are_inverse() {
        let index = LineIndex::new(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (offset, _) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
                if TEXT[..offset].ends_with('\r') && TEXT[offset..].starts_with('\n') {
                    continue;
                }
                let offset = offset as u32;
                let place = index.place(TEXT, offset, encoding);
                assert_eq!(index.offset(TEXT, place, encoding), offset, "{place:?}");
            }
        }
    }

    #[test]
    fn place_counts_columns_in_encoding() {
        let index = LineIndex::new(TEXT);
        let x = TEXT.find('x').unwrap() as u32;
        let column = |encoding| index.place(TEXT, x, encoding);
        let place = |column| LineColumn { line: 1, column };
        assert_eq!(column(Encoding::Utf8), place(8));
        assert_eq!(column(Encoding::Utf16), place(5));
        assert_eq!(column(Encoding::Utf32), place(4));
    }

    #[test]
    fn place_and_offset_are_exact_in_long_lines() {
        let long = format!("ab\n{}\r\n{}x", "é𝄞e\u{301}".repeat(700), TEXT.repeat(3));
        let text = format!("{long}\n{}", "𝄞".repeat(1000));
        let index = LineIndex::new(&text);
        let (mut line, mut columns) = (0, [0, 0, 0]);
        for (offset, character) in text.char_indices() {
            let encodings = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
            for (encoding, column) in encodings.into_iter().zip(&mut columns) {
                let place = LineColumn { line, column: *column as u32 };
                let offset = offset as u32;
                assert_eq!(index.place(&text, offset, encoding), place);
                if !text[..offset as usize].ends_with('\r') {
                    assert_eq!(index.offset(&text, place, encoding), offset);
                }
                *column += encoding.width(character);
            }
            let ends =
                character == '\n' || (character == '\r' && !text[offset + 1..].starts_with('\n'));
            if ends {
                line += 1;
                columns = [0, 0, 0];
            }
        }
    }

    #[test]
    fn offset_clamps_to_the_text() {
        let index = LineIndex::new(TEXT);
        let at = |line, column| index.offset(TEXT, LineColumn { line, column }, Encoding::Utf16);
        assert_eq!(at(0, 99), 1);
        assert_eq!(at(99, 0) as usize, TEXT.len());
        let clef = TEXT.find('𝄞').unwrap() as u32;
        assert_eq!(at(1, 4), clef, "between the surrogates of the clef");
    }
}
