//! The cursor in a line, and the word before it.

use crate::text::Span;

/// The line up to the cursor, and the word that is being typed.
pub(super) struct Cursor<'a> {
    pub(super) before: &'a str,
    pub(super) line: &'a str,
    pub(super) word: Span,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, offset: u32) -> Self {
        let before = text.get(..offset as usize).unwrap_or(text);
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let word = line
            .rsplit([' ', '\t', ',', ':'])
            .next()
            .unwrap_or_default();
        let end = Span::from_range(0..before.len()).end;
        let length = Span::from_range(0..word.len()).end;
        Self {
            before,
            line,
            word: Span::new(end.saturating_sub(length), end),
        }
    }

    /// Returns the word before the cursor.
    pub(super) fn token(&self) -> Span {
        let token = self.line.rsplit([' ', '\t']).next().unwrap_or_default();
        let length = Span::from_range(0..token.len()).end;
        Span::new(self.word.end.saturating_sub(length), self.word.end)
    }

    /// Whether the line has nothing before the word.
    pub(super) fn is_first_word(&self) -> bool {
        let length = self.line.trim_start_matches([' ', '\t', '\u{feff}']).len();
        Span::from_range(0..length).end == self.word.len()
    }

    pub(super) fn is_in_comment(&self) -> bool {
        self.line.starts_with(';') || self.line.contains(" ;") || self.line.contains("\t;")
    }
}
