//! Parser helpers that report what was expected, and where.

use nom::bytes::complete::take_while1;
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::record::Note;
use crate::syntax::BYTE_ORDER_MARK;
use crate::text::Span;

/// A parse error: the remaining text and what was expected at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected<'t> {
    rest: &'t str,
    what: &'static str,
}

/// The result of a parser.
pub(super) type Parsed<'t, T> = IResult<&'t str, T, Expected<'t>>;

impl<'t> ParseError<&'t str> for Expected<'t> {
    fn from_error_kind(rest: &'t str, _: ErrorKind) -> Self {
        Self { rest, what: "" }
    }

    /// The innermost error is the most precise.
    fn append(_: &'t str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Wraps a parser so that its error reports that `what` was expected at its start.
pub(super) fn expect<'t, O>(
    what: &'static str,
    mut parser: impl Parser<&'t str, Output = O, Error = Expected<'t>>,
) -> impl FnMut(&'t str) -> Parsed<'t, O> {
    move |rest| {
        parser.parse(rest).map_err(|error| match error {
            nom::Err::Error(_) => nom::Err::Error(Expected { rest, what }),
            // An error further on is more precise.
            other => other,
        })
    }
}

/// Parses all of `part`, which is a slice of `text`.
///
/// # Errors
///
/// The span where parsing failed, and what was expected.
pub(super) fn all<'t, O>(
    text: &'t str,
    part: &'t str,
    mut parser: impl Parser<&'t str, Output = O, Error = Expected<'t>>,
) -> Result<O, Note> {
    match parser.parse(part) {
        Ok(("", read)) => Ok(read),
        Ok((rest, _)) => {
            let what = "nothing more";
            Err(Expected { rest, what }.note(text))
        }
        Err(error) => Err(note(text, error)),
    }
}

/// Converts a parse error to a note.
pub(super) fn note(text: &str, error: nom::Err<Expected<'_>>) -> Note {
    match error {
        nom::Err::Error(expected) | nom::Err::Failure(expected) => expected.note(text),
        // Only streaming parsers return this.
        nom::Err::Incomplete(_) => Note::new(Span::of(text, text), "unexpected end of the text"),
    }
}

impl Expected<'_> {
    /// Converts the error to a note about the word at which the parser stopped.
    fn note(self, text: &str) -> Note {
        let Self { rest, what } = self;
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let end = if end == 0 {
            rest.chars().next().map_or(0, char::len_utf8)
        } else {
            end
        };
        let word = rest.get(..end).unwrap_or_default();
        let span = Span::of(text, word);
        let found = if word.trim().is_empty() {
            "a blank or the end of the line".to_owned()
        } else {
            let shown: String = word.chars().take(20).collect();
            format!("`{shown}`")
        };
        let message = match what {
            "" => format!("unexpected {found}"),
            what => format!("expected {what}, found {found}"),
        };
        Note::new(span, message)
    }
}

/// Strips a byte order mark.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Parses a number of any size, so that the caller can report a number that is too large.
pub(super) fn number<'t>(
    what: &'static str,
) -> impl Parser<&'t str, Output = u32, Error = Expected<'t>> {
    let digits = take_while1(|c: char| c.is_ascii_digit());
    expect(
        what,
        nom::combinator::map_opt(digits, |digits: &str| digits.parse().ok()),
    )
}
