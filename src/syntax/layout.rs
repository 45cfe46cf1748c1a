//! Lines of the standard layout: what the formatter and the writer share.
//!
//! Keys of the file and `puzzle` lines start at the left, keys of a puzzle two
//! blanks in, rows and moves that go on four.

use super::line;
use super::outline::BYTE_ORDER_MARK;
use crate::text::LineEnd;

/// How far in a key of a puzzle starts.
pub(super) const KEY_INDENT: usize = 2;
/// How far in a row of a board starts, and moves that go on.
pub(super) const ROW_INDENT: usize = 4;

/// Lines as they are gathered.
#[derive(Debug, Default)]
pub(super) struct Layout {
    lines: Vec<String>,
}

impl Layout {
    /// The text of the lines.
    pub(super) fn finish(self, end: LineEnd, has_byte_order_mark: bool) -> String {
        let mut result = String::new();
        if has_byte_order_mark {
            result.push(BYTE_ORDER_MARK);
        }
        // Blank lines at the start and the end say nothing.
        let first = self.lines.iter().position(|line| !line.is_empty());
        let last = self.lines.iter().rposition(|line| !line.is_empty());
        if let (Some(first), Some(last)) = (first, last) {
            for line in self.lines.get(first..=last).unwrap_or_default() {
                result.push_str(line);
                result.push_str(end.as_str());
            }
        }
        result
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
        self.lines.push(line);
    }

    /// A blank line, unless one stands there.
    pub(super) fn push_blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
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
