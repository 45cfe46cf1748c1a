//! Lines of the standard layout, shared by the formatter and the writer of new
//! puzzles.
//!
//! Headers and keys of the file start at column 0. Keys of a puzzle are
//! indented by two, rows and continued moves by four.

use super::line;
use super::outline::BYTE_ORDER_MARK;
use crate::text::{LineEnd, lines};

/// The indentation of a puzzle's keys.
pub(super) const KEY_INDENT: usize = 2;
/// The indentation of rows and continued moves.
pub(super) const ROW_INDENT: usize = 4;

/// A buffer of output lines.
#[derive(Debug, Default)]
pub(super) struct Layout<'t> {
    pieces: Vec<Piece<'t>>,
}

#[derive(Debug)]
enum Piece<'t> {
    /// Formatted lines with LF endings, which `finish` replaces.
    Lines(String),
    /// Unchanged lines of the input with their endings.
    Verbatim(&'t str),
}

impl<'t> Layout<'t> {
    pub(super) fn finish(mut self, end: LineEnd, has_byte_order_mark: bool) -> String {
        // Drop a blank line at the end.
        if let Some(Piece::Lines(lines)) = self.pieces.last_mut()
            && lines.ends_with("\n\n")
        {
            lines.pop();
        }
        let mut result = String::new();
        if has_byte_order_mark {
            result.push(BYTE_ORDER_MARK);
        }
        for piece in &self.pieces {
            match piece {
                Piece::Lines(lines) if end == LineEnd::Lf => result.push_str(lines),
                Piece::Lines(lines) => result.push_str(&lines.replace('\n', end.as_str())),
                Piece::Verbatim(text) => result.push_str(text),
            }
        }
        result
    }

    /// Adds an unchanged part of the input. It consists of whole lines, except
    /// at the end of the text.
    pub(super) fn push_verbatim(&mut self, text: &'t str) {
        self.pieces.push(Piece::Verbatim(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)));
    }

    /// Adds a line with a comment, which starts with a semicolon.
    pub(super) fn push(&mut self, indent: usize, content: &str, comment: Option<&str>) {
        let mut lines = match self.pieces.pop() {
            Some(Piece::Lines(lines)) => lines,
            other => {
                self.pieces.extend(other);
                String::new()
            }
        };
        lines.extend(std::iter::repeat_n(' ', indent));
        lines.push_str(content);
        if let Some(comment) = comment {
            if !content.is_empty() {
                lines.push_str("  ");
            }
            lines.push_str(comment.trim_end_matches(line::is_blank));
        }
        lines.push('\n');
        self.pieces.push(Piece::Lines(lines));
    }

    /// Adds a blank line, unless the last line is blank.
    pub(super) fn push_blank(&mut self) {
        match self.pieces.last_mut() {
            Some(Piece::Lines(lines)) if !lines.ends_with("\n\n") => lines.push('\n'),
            Some(Piece::Verbatim(text)) => {
                let ended = lines(text).filter_map(|line| Some((line.span.slice(text), line.end?)));
                if let Some((line, end)) = ended.last()
                    && !line.trim_matches(line::is_blank).is_empty()
                {
                    // A different line ending could merge with the one before.
                    self.pieces.push(Piece::Verbatim(end.as_str()));
                }
            }
            _ => {}
        }
    }
}

pub(super) fn header_line(game: &str, quoted_name: Option<&str>) -> String {
    let words = ["puzzle", game].into_iter().chain(quoted_name);
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn key_line(key: &str, value: &str) -> String {
    let line = format!("{key}:{}{value}", blank_before(value));
    line.trim_end_matches(line::is_blank).to_owned()
}

/// Returns groups of words, separated by commas.
pub(super) fn groups_text<W: AsRef<str>>(groups: impl Iterator<Item = Vec<W>>) -> String {
    let mut text = String::new();
    for (number, words) in groups.enumerate() {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let group = words.join(" ");
        if number > 0 {
            text.push(',');
            // A comment in the syntax of another language starts after a blank.
            let is_comment = ["#", "//"].iter().any(|mark| group.starts_with(mark));
            text.push_str(if is_comment { "" } else { blank_before(&group) });
        }
        text.push_str(&group);
    }
    text
}

/// Returns the blank before a value. There is none before a semicolon, which
/// would start a comment.
fn blank_before(value: &str) -> &'static str {
    if value.starts_with(';') { "" } else { " " }
}
