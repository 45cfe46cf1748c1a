//! A cursor over a part of a text, which reports what was expected, and where.

use std::ops::RangeInclusive;

use super::record::Note;
use crate::syntax::BYTE_ORDER_MARK;
use crate::text::Span;

/// The largest number of characters of a word that was not expected.
const MAX_WORD: usize = 80;

/// The rest of a part of a text. A method that fails leaves it where it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    /// Creates a cursor at the start of `part`, which is a slice of `text`.
    pub(super) const fn new(text: &'t str, part: &'t str) -> Self {
        Self { text, rest: part }
    }

    /// Returns the text that is left.
    pub(super) const fn rest(&self) -> &'t str {
        self.rest
    }

    /// Returns a note that `what` was expected here.
    pub(super) fn expected(&self, what: &str) -> Note {
        // A longer word is cut, so that a fault costs the same in any text.
        let cut = self.rest.char_indices().nth(MAX_WORD).map_or(self.rest.len(), |(at, _)| at);
        let part = self.rest.get(..cut).unwrap_or_default();
        let end = match part.find(char::is_whitespace).unwrap_or(cut) {
            0 => part.chars().next().map_or(0, char::len_utf8),
            end => end,
        };
        let word = part.get(..end).unwrap_or_default();
        let found = if word.trim().is_empty() {
            "a blank or the end of the line".to_owned()
        } else {
            format!("`{}`", word.chars().take(20).collect::<String>())
        };
        let message = format!("expected {what}, found {found}");
        Note::new(Span::of(self.text, word), message)
    }

    /// Returns a cursor that is this many bytes further.
    pub(super) fn skipped(mut self, bytes: usize) -> Self {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
        self
    }

    /// Skips a prefix. Returns whether the text continues with it.
    pub(super) fn take(&mut self, prefix: &str) -> bool {
        let after = self.rest.strip_prefix(prefix);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Skips a prefix, which is described by `what`.
    pub(super) fn expect(&mut self, prefix: &str, what: &str) -> Result<(), Note> {
        match self.take(prefix) {
            true => Ok(()),
            false => Err(self.expected(what)),
        }
    }

    /// Returns the longest prefix of such characters, and skips it.
    pub(super) fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (part, rest) = self.rest.split_at(end);
        self.rest = rest;
        part
    }

    /// Skips blanks and line breaks. Returns whether there were any.
    pub(super) fn skip_space(&mut self) -> bool {
        !self.take_while(char::is_whitespace).is_empty()
    }

    /// Skips one or more blanks.
    pub(super) fn blank(&mut self) -> Result<(), Note> {
        match self.skip_space() {
            true => Ok(()),
            false => Err(self.expected("a blank")),
        }
    }

    /// Skips a mark with blanks around it.
    pub(super) fn mark(&mut self, mark: &str, what: &str) -> Result<(), Note> {
        let start = *self;
        self.skip_space();
        if !self.take(mark) {
            *self = start;
            return Err(self.expected(what));
        }
        self.skip_space();
        Ok(())
    }

    /// Reads a character.
    pub(super) fn one<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, Note> {
        let mut rest = self.rest.chars();
        match rest.next().and_then(read) {
            Some(value) => {
                self.rest = rest.as_str();
                Ok(value)
            }
            None => Err(self.expected(what)),
        }
    }

    /// Reads a word of such characters.
    pub(super) fn word<T>(
        &mut self,
        what: &str,
        is_part: impl Fn(char) -> bool,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, Note> {
        let start = *self;
        let word = self.take_while(is_part);
        read(word).ok_or_else(|| {
            *self = start;
            self.expected(what)
        })
    }

    pub(super) fn number(&mut self, what: &str) -> Result<u32, Note> {
        self.number_in(what, 0..=u32::MAX)
    }

    pub(super) fn number_in(
        &mut self,
        what: &str,
        range: RangeInclusive<u32>,
    ) -> Result<u32, Note> {
        let read = |digits: &str| digits.parse().ok().filter(|n| range.contains(n));
        self.word(what, |c| c.is_ascii_digit(), read)
    }

    /// Reads two numbers with a blank between them.
    pub(super) fn pair(&mut self, what: [&str; 2]) -> Result<(u32, u32), Note> {
        let [first, second] = what;
        let first = self.number(first)?;
        self.blank()?;
        Ok((first, self.number(second)?))
    }

    /// Reads two numbers with a comma between them.
    pub(super) fn comma_pair(&mut self) -> Result<(u32, u32), Note> {
        let first = self.number("a number")?;
        self.mark(",", "a comma")?;
        Ok((first, self.number("a number")?))
    }

    /// Reads a value, and returns it with its place.
    pub(super) fn spanned<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Note>,
    ) -> Result<(T, Span), Note> {
        let start = *self;
        let value = read(self)?;
        Ok((value, self.since(&start)))
    }

    /// Returns the place between an earlier cursor and this one.
    pub(super) fn since(&self, start: &Self) -> Span {
        let length = start.rest.len().saturating_sub(self.rest.len());
        Span::of(self.text, start.rest.get(..length).unwrap_or_default())
    }

    /// Expects nothing more than blanks.
    pub(super) fn end(&mut self) -> Result<(), Note> {
        self.skip_space();
        match self.rest {
            "" => Ok(()),
            _ => Err(self.expected("nothing more")),
        }
    }
}

/// Reads all of `part`, which is a slice of `text`.
///
/// # Errors
///
/// A note about the place where reading failed.
pub(super) fn all<'t, T>(
    text: &'t str,
    part: &'t str,
    read: impl FnOnce(&mut Cursor<'t>) -> Result<T, Note>,
) -> Result<T, Note> {
    let mut cursor = Cursor::new(text, part);
    let value = read(&mut cursor)?;
    cursor.end()?;
    Ok(value)
}

/// Whether a value is a number as carom writes it.
pub(super) fn is_number(text: &str) -> bool {
    let number = text.parse::<u32>();
    number.is_ok_and(|number| number.to_string() == text)
}

/// Strips a byte order mark.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}
