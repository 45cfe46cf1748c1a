//! Lines of the standard layout: what the formatter and the writer share.
//!
//! Keys of the file and `puzzle` lines start at the left, keys of a puzzle two
//! blanks in, rows and moves that go on four.

use super::line;
use super::outline::BYTE_ORDER_MARK;
use crate::text::{LineEnd, lines};

/// How far in a key of a puzzle starts.
pub(super) const KEY_INDENT: usize = 2;
/// How far in a row of a board starts, and moves that go on.
pub(super) const ROW_INDENT: usize = 4;

/// Lines as they are gathered.
#[derive(Debug, Default)]
pub(super) struct Layout<'t> {
    pieces: Vec<Piece<'t>>,
}

#[derive(Debug)]
enum Piece<'t> {
    /// A line without its end.
    Line(String),
    /// Lines of the text as they are, with their ends.
    Verbatim(&'t str),
}

impl Piece<'_> {
    fn is_blank_line(&self) -> bool {
        matches!(self, Self::Line(line) if line.is_empty())
    }
}

impl<'t> Layout<'t> {
    /// The text of the lines.
    pub(super) fn finish(self, end: LineEnd, has_byte_order_mark: bool) -> String {
        let mut result = String::new();
        if has_byte_order_mark {
            result.push(BYTE_ORDER_MARK);
        }
        // Blank lines at the start and the end say nothing.
        let says = |piece: &Piece<'_>| !piece.is_blank_line();
        let first = self.pieces.iter().position(says);
        let last = self.pieces.iter().rposition(says);
        if let (Some(first), Some(last)) = (first, last) {
            for piece in self.pieces.get(first..=last).unwrap_or_default() {
                match piece {
                    Piece::Line(line) => {
                        result.push_str(line);
                        result.push_str(end.as_str());
                    }
                    Piece::Verbatim(text) => result.push_str(text),
                }
            }
        }
        result
    }

    /// A part of the text that stays as it is. It holds whole lines, but for
    /// the last of the text.
    pub(super) fn push_verbatim(&mut self, text: &'t str) {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        self.pieces.push(Piece::Verbatim(text));
    }

    /// A line, with the comment that starts at its semicolon.
    pub(super) fn push(&mut self, indent: usize, content: &str, comment: Option<&str>) {
        let comment = comment.map(|comment| comment.trim_end_matches(line::is_blank));
        let mut line = " ".repeat(if content.is_empty() && comment.is_none() {
            0
        } else {
            indent
        });
        line.push_str(content);
        if let Some(comment) = comment {
            if !content.is_empty() {
                line.push_str("  ");
            }
            line.push_str(comment);
        }
        self.pieces.push(Piece::Line(line));
    }

    /// A blank line, unless one stands there.
    pub(super) fn push_blank(&mut self) {
        match self.pieces.last() {
            Some(Piece::Line(line)) if !line.is_empty() => {
                self.pieces.push(Piece::Line(String::new()));
            }
            Some(Piece::Verbatim(text)) => {
                let ended = lines(text).filter_map(|line| Some((line.span.slice(text), line.end?)));
                if let Some((line, end)) = ended.last()
                    && !line.trim_matches(line::is_blank).is_empty()
                {
                    // Another kind of line end could melt into the one before.
                    self.pieces.push(Piece::Verbatim(end.as_str()));
                }
            }
            _ => {}
        }
    }
}

/// A `puzzle` line; the name has its quotes.
pub(super) fn header_line(game: &str, quoted_name: Option<&str>) -> String {
    let words = ["puzzle", game].into_iter().chain(quoted_name);
    words.collect::<Vec<_>>().join(" ")
}

/// A key line.
pub(super) fn key_line(key: &str, value: &str) -> String {
    let line = format!("{key}:{}{value}", blank_before(value));
    line.trim_end_matches(line::is_blank).to_owned()
}

/// Groups of words, parted by commas.
pub(super) fn groups_text<W: AsRef<str>>(groups: impl Iterator<Item = Vec<W>>) -> String {
    let mut text = String::new();
    for (number, words) in groups.enumerate() {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let group = words.join(" ");
        if number > 0 {
            text.push(',');
            text.push_str(blank_before(&group));
        }
        text.push_str(&group);
    }
    text
}

/// The blank before a value, which would turn a semicolon into a comment.
fn blank_before(value: &str) -> &'static str {
    if value.starts_with(';') { "" } else { " " }
}
