//! Lines and line endings.

use serde::{Deserialize, Serialize};

use super::Span;

/// A line terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// A carriage return alone.
    Cr,
}

impl LineEnd {
    /// Returns the common name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lf => "LF",
            Self::CrLf => "CRLF",
            Self::Cr => "CR",
        }
    }

    /// Returns the characters.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
        }
    }
}

/// The line ending of formatted files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineEnding {
    /// The most common ending of the file.
    #[default]
    Auto,
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
}

impl LineEnding {
    /// Returns the first terminator in `text` that this ending forbids.
    pub fn violation(self, text: &str) -> Option<LineEnd> {
        let end = self.end()?;
        let mut ends = lines(text).filter_map(|line| line.end);
        ends.find(|found| *found != end)
    }

    /// Returns the terminator, unless it depends on the file.
    pub const fn end(self) -> Option<LineEnd> {
        match self {
            Self::Auto => None,
            Self::Lf => Some(LineEnd::Lf),
            Self::CrLf => Some(LineEnd::CrLf),
        }
    }
}

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its terminator.
    pub span: Span,
    /// The terminator. The last line has none.
    pub end: Option<LineEnd>,
}

impl Line {
    /// Returns the start of the next line.
    pub const fn next_start(self) -> u32 {
        let end = match self.end {
            None => 0,
            Some(end) => end.as_str().len(),
        };
        // One or two bytes at most.
        #[expect(clippy::cast_possible_truncation)]
        self.span.end.saturating_add(end as u32)
    }
}

/// Returns the end of the line at `offset`, before its terminator.
pub fn end_of_line(text: &str, offset: u32) -> u32 {
    let after = text.get(offset as usize..).unwrap_or_default();
    let rest = after.find(['\n', '\r']).unwrap_or(after.len());
    offset.saturating_add(Span::from_range(0..rest).end)
}

/// Returns the lines of `text` as the Language Server Protocol defines them. A
/// line feed, a carriage return, or both in this order end a line. One more
/// line, which may be empty, follows the last terminator.
pub fn lines(text: &str) -> impl Iterator<Item = Line> + '_ {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let rest = text.get(from..)?;
        let (length, end) = match memchr::memchr2(b'\n', b'\r', rest.as_bytes()) {
            None => (rest.len(), None),
            Some(at) => {
                let end = match rest.as_bytes().get(at..at + 2) {
                    Some(b"\r\n") => LineEnd::CrLf,
                    _ if rest.as_bytes().get(at) == Some(&b'\r') => LineEnd::Cr,
                    _ => LineEnd::Lf,
                };
                (at, Some(end))
            }
        };
        start = end.map(|end| from + length + end.as_str().len());
        Some(Line { span: Span::from_range(from..from + length), end })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_terminators_concatenate_to_the_text() {
        for text in ["", "\n", "a", "a\r\n\rb\n\r\u{2028}\u{c}c", "\r\r\n\n", "é\r"] {
            let joined: String = lines(text)
                .flat_map(|line| [line.span.slice(text), line.end.map_or("", LineEnd::as_str)])
                .collect();
            assert_eq!(joined, text);
        }
        let count = |text| lines(text).count();
        assert_eq!(count(""), 1);
        assert_eq!(count("a\r\nb\rc\nd\u{2028}\u{b}\u{c}"), 4);
        assert_eq!(count("a\n\r"), 3);
    }
}
