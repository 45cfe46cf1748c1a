//! New puzzles, written in the standard layout.

use super::drawing::Drawing;
use super::key::Key;
use super::layout::{KEY_INDENT, Layout, ROW_INDENT, groups_text, header_line, key_line};
use super::line::{self, split_comment};
use crate::text::{LineEnd, lines};

/// A new puzzle, built key by key.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    game: String,
    name: Option<String>,
    comments: Vec<String>,
    fields: Vec<(Key, String)>,
    board: Option<Drawing>,
    own_fields: Vec<(String, String)>,
}

impl Draft {
    /// Creates a puzzle without any keys.
    pub fn new(game: &str, name: Option<&str>) -> Self {
        Self { game: game.to_owned(), name: name.map(str::to_owned), ..Self::default() }
    }

    /// Adds a comment above the puzzle, given without its semicolon.
    pub fn add_comment(&mut self, comment: &str) {
        self.comments.push(comment.to_owned());
    }

    /// Sets the value of a key, replacing any other.
    pub fn set(&mut self, key: Key, value: impl Into<String>) {
        self.fields.retain(|(other, _)| *other != key);
        self.fields.push((key, value.into()));
    }

    /// Sets the value of a key to comma-separated groups of blank-separated words.
    pub fn set_groups(&mut self, key: Key, groups: Vec<Vec<String>>) {
        self.set(key, groups_text(groups.into_iter()));
    }

    /// Sets the board.
    pub fn set_board(&mut self, board: Drawing) {
        self.board = Some(board);
    }

    /// Adds a user-defined key, which starts with `x-`.
    pub fn add_own(&mut self, key: &str, value: &str) {
        self.own_fields.push((key.to_owned(), value.to_owned()));
    }

    /// Returns the puzzle in the standard layout. The texts of several puzzles,
    /// joined by blank lines, form a file.
    ///
    /// A value takes one line: line breaks in it become blanks, except in `notes`,
    /// which take several lines. A semicolon loses the blank before it, so that it
    /// starts no comment.
    pub fn text(&self) -> String {
        let mut layout = Layout::default();
        for comment in self.comments.iter().flat_map(|text| split_lines(text)) {
            let body = comment.trim_matches(line::is_blank);
            let blank = if body.is_empty() { "" } else { " " };
            layout.push(0, "", Some(&format!(";{blank}{body}")));
        }
        let name = self.name.as_deref().map(quoted);
        layout.push(0, &header_line(&self.game, name.as_deref()), None);
        for key in Key::ALL {
            let fields = self.fields.iter().filter(|(other, _)| *other == key);
            for (_, value) in fields {
                if key == Key::Notes {
                    for note in split_lines(value) {
                        push_value(&mut layout, key.name(), note);
                    }
                } else {
                    push_value(&mut layout, key.name(), &one_line(value));
                }
            }
            if key == Key::Board {
                for (key, value) in &self.own_fields {
                    push_value(&mut layout, key, &one_line(value));
                }
                if let Some(drawing) = &self.board {
                    layout.push(KEY_INDENT, &key_line(key.name(), ""), None);
                    for line in drawing.lines() {
                        layout.push(ROW_INDENT, &line, None);
                    }
                }
            }
        }
        layout.finish(LineEnd::Lf, false)
    }
}

fn push_value(layout: &mut Layout<'_>, key: &str, value: &str) {
    let mut line = key_line(key, value.trim_matches(line::is_blank));
    while let (before, Some(comment)) = split_comment(&line) {
        line = before.trim_end_matches(line::is_blank).to_owned() + comment;
    }
    layout.push(KEY_INDENT, &line, None);
}

fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim_end_matches(['\n', '\r']);
    lines(text).map(|line| line.span.slice(text))
}

fn one_line(text: &str) -> String {
    split_lines(text).collect::<Vec<_>>().join(" ")
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", line::escaped(&one_line(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{FieldValue, parse};

    #[test]
    fn values_with_line_breaks_are_escaped() {
        let mut draft = Draft::new("lunar", Some("a \"b\" \\ ; c\r\nd"));
        draft.add_comment("one\ntwo");
        draft.set(Key::Solution, "A>");
        draft.set(Key::Title, " a ; b\nc");
        draft.set(Key::Title, " a ; b\nc ;");
        draft.set(Key::Notes, "; one\n\n\"two ; 2\" ; 3");
        draft.set(Key::Author, ";");
        draft.add_own("x-mine", "y");
        let text = draft.text();
        assert_eq!(
            text,
            "; one\n; two\n\
             puzzle lunar \"a \\\"b\\\" \\\\ ; c d\"\n\
             \x20 title: a; b c;\n  author:;\n\
             \x20 notes:; one\n  notes:\n  notes: \"two ; 2\"; 3\n\
             \x20 x-mine: y\n  solution: A>\n"
        );
        let section = parse(&text);
        assert_eq!(section.errors, []);
        assert_eq!(section.comments.len(), 2);
        let values: Vec<_> = section
            .fields
            .iter()
            .filter(|f| f.value == FieldValue::Text)
            .map(|f| f.value_span.slice(&text))
            .collect();
        let expected = ["a; b c;", ";", "; one", "", "\"two ; 2\"; 3", "y"];
        assert_eq!(values, expected);
    }
}
