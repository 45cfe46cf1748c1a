//! What the readers share: parsers that say what they expected, and where.

use nom::bytes::complete::take_while1;
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::draft::Note;
use crate::syntax::BYTE_ORDER_MARK;
use crate::text::Span;

/// What a parser expected at the beginning of a rest of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected<'t> {
    rest: &'t str,
    what: &'static str,
}

/// What a parser returns.
pub(super) type Parsed<'t, T> = IResult<&'t str, T, Expected<'t>>;

impl<'t> ParseError<&'t str> for Expected<'t> {
    fn from_error_kind(rest: &'t str, _: ErrorKind) -> Self {
        Self { rest, what: "" }
    }

    /// The innermost parser knows best.
    fn append(_: &'t str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The same parser; where it fails, it expected `what` at its beginning.
pub(super) fn expect<'t, O>(
    what: &'static str,
    mut parser: impl Parser<&'t str, Output = O, Error = Expected<'t>>,
) -> impl FnMut(&'t str) -> Parsed<'t, O> {
    move |rest| {
        parser.parse(rest).map_err(|error| match error {
            nom::Err::Error(_) => nom::Err::Error(Expected { rest, what }),
            // What was expected further on says more.
            other => other,
        })
    }
}

/// Reads all of `part`, which is a slice of `text`.
///
/// # Errors
///
/// The place where something else was expected, and what.
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

/// The place where something else was expected, and what.
pub(super) fn note(text: &str, error: nom::Err<Expected<'_>>) -> Note {
    match error {
        nom::Err::Error(expected) | nom::Err::Failure(expected) => expected.note(text),
        // Only parsers of streams want more.
        nom::Err::Incomplete(_) => Note::new(Span::of(text, text), "the text ends too early"),
    }
}

impl Expected<'_> {
    /// Told of the word at which the parser stopped.
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
            "the line ends or goes on with a blank here".to_owned()
        } else {
            let shown: String = word.chars().take(20).collect();
            format!("`{shown}` stands here")
        };
        let message = match what {
            "" => format!("this is not understood: {found}"),
            what => format!("expected {what}; {found}"),
        };
        Note::new(span, message)
    }
}

/// A text without the byte order mark before it.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// A number that a side or a square may have, or a little more, so that it can
/// be told that it is too large.
pub(super) fn number<'t>(
    what: &'static str,
) -> impl Parser<&'t str, Output = u32, Error = Expected<'t>> {
    let digits = take_while1(|c: char| c.is_ascii_digit());
    expect(
        what,
        nom::combinator::map_opt(digits, |digits: &str| digits.parse().ok()),
    )
}
