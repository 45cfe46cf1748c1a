//! Formats pages of the manual for a terminal.

use anstyle::{AnsiColor, Style};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

/// The maximum width of prose, even on a wider terminal.
const WIDEST: usize = 88;

/// Formats Markdown for a terminal of this many columns. Code blocks keep their lines, prose is
/// wrapped, and tables are aligned.
pub fn page(markdown: &str, columns: usize) -> String {
    let mut page = Page {
        columns: columns.clamp(20, WIDEST),
        ..Page::default()
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.out
}

/// A word, or a part of a word with its own style.
#[derive(Debug)]
struct Piece {
    text: String,
    style: Style,
}

/// The lines so far, and the open list item.
#[derive(Debug, Default)]
struct Page {
    columns: usize,
    out: String,
    /// The words of the open paragraph, each with its parts.
    words: Vec<Vec<Piece>>,
    /// Whether the next part continues the last word.
    is_glued: bool,
    heading: bool,
    strong: bool,
    emphasis: bool,
    /// The number of the next item in each open list, or `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The marker of the open item.
    bullet: Option<String>,
    code: Option<String>,
    /// Whether the text is the description of a picture. Terminals do not show pictures.
    is_picture: bool,
    table: Vec<Vec<Vec<Vec<Piece>>>>,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(_) | Event::Code(_) if self.is_picture => {}
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.text(&text, self.style()),
            },
            Event::Code(code) => {
                let colour = Style::new().fg_color(Some(AnsiColor::Cyan.into()));
                // A code span is never wrapped.
                self.push(&code, colour);
            }
            Event::SoftBreak | Event::HardBreak => self.is_glued = false,
            _ => {}
        }
    }

    fn style(&self) -> Style {
        let mut style = Style::new();
        if self.heading || self.strong {
            style = style.bold();
        }
        if self.heading {
            style = style.underline();
        }
        if self.emphasis {
            style = style.italic();
        }
        style
    }

    fn text(&mut self, text: &str, style: Style) {
        for part in text.split_inclusive(' ') {
            let word = part.trim_end_matches(' ');
            if !word.is_empty() {
                self.push(word, style);
            }
            self.is_glued &= word.len() == part.len();
        }
    }

    fn push(&mut self, text: &str, style: Style) {
        let piece = Piece {
            text: text.to_owned(),
            style,
        };
        match self.words.last_mut() {
            Some(word) if self.is_glued => word.push(piece),
            _ => self.words.push(vec![piece]),
        }
        self.is_glued = true;
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.heading = true;
                if *level != HeadingLevel::H1 {
                    self.blank();
                }
            }
            Tag::Paragraph if self.bullet.is_none() => self.blank(),
            Tag::Image { .. } => self.is_picture = true,
            Tag::Strong => self.strong = true,
            Tag::Emphasis => self.emphasis = true,
            Tag::List(first) => {
                self.flush();
                if self.lists.is_empty() {
                    self.blank();
                }
                self.lists.push(*first);
            }
            Tag::Item => {
                let bullet = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "• ".to_owned(),
                };
                self.bullet = Some(bullet);
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.blank();
                self.code = Some(String::new());
            }
            Tag::Table(_) => self.blank(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            _ => {}
        }
        if matches!(tag, Tag::TableCell | Tag::Item | Tag::Heading { .. }) {
            self.is_glued = false;
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.flush();
                self.heading = false;
            }
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::Image => self.is_picture = false,
            TagEnd::Strong => self.strong = false,
            TagEnd::Emphasis => self.emphasis = false,
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => {
                for line in self.code.take().unwrap_or_default().lines() {
                    let text = format!("    {line}");
                    self.out.push_str(text.trim_end());
                    self.out.push('\n');
                }
            }
            TagEnd::TableCell => {
                let words = std::mem::take(&mut self.words);
                if let Some(row) = self.table.last_mut() {
                    row.push(words);
                }
            }
            TagEnd::Table => self.tabulate(),
            _ => {}
        }
    }

    /// Adds an empty line, unless there is one or the page is empty.
    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Ends the paragraph.
    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        self.is_glued = false;
        let nested = "  ".repeat(self.lists.len().saturating_sub(1));
        let bullet = self.bullet.take();
        if words.is_empty() {
            return;
        }
        let hanging = if self.lists.is_empty() { 0 } else { 2 };
        let indent = format!("{nested}{}", " ".repeat(hanging));
        let first = bullet.map_or_else(|| indent.clone(), |bullet| format!("{nested}{bullet}"));
        self.out.push_str(&first);
        let mut column = first.width();
        for (number, word) in words.iter().enumerate() {
            let width = width(word);
            if number > 0 {
                if column + 1 + width > self.columns {
                    self.out.push('\n');
                    self.out.push_str(&indent);
                    column = indent.len();
                } else {
                    self.out.push(' ');
                    column += 1;
                }
            }
            write(&mut self.out, word);
            column += width;
        }
        self.out.push('\n');
    }

    /// Writes the rows of the table in aligned columns. The last column is wrapped.
    fn tabulate(&mut self) {
        let rows = std::mem::take(&mut self.table);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| line_width(cell)).max().unwrap_or(0)
            })
            .collect();
        for row in &rows {
            if row.iter().all(Vec::is_empty) {
                continue;
            }
            let mut at = 2;
            self.out.push_str("  ");
            for (number, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let mut column = at;
                for (place, word) in cell.iter().enumerate() {
                    let length = self::width(word);
                    let is_last = number + 1 == columns;
                    if is_last && place > 0 && column + 1 + length > self.columns {
                        self.out.push('\n');
                        self.out.push_str(&" ".repeat(at));
                        column = at;
                    } else if place > 0 {
                        self.out.push(' ');
                        column += 1;
                    }
                    write(&mut self.out, word);
                    column += length;
                }
                at += width + 2;
                if number + 1 < columns {
                    self.out.push_str(&" ".repeat(at.saturating_sub(column)));
                }
            }
            self.out.push('\n');
        }
    }
}

fn width(word: &[Piece]) -> usize {
    word.iter().map(|piece| piece.text.width()).sum()
}

fn line_width(words: &[Vec<Piece>]) -> usize {
    let widths: usize = words.iter().map(|word| width(word)).sum();
    widths + words.len().saturating_sub(1)
}

fn write(out: &mut String, word: &[Piece]) {
    for Piece { text, style } in word {
        out.push_str(&format!("{style}{text}{style:#}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Lint;

    fn plain(markdown: &str, columns: usize) -> String {
        anstream::adapter::strip_str(&page(markdown, columns)).to_string()
    }

    #[test]
    fn only_prose_is_wrapped() {
        let text = "# A page\n\nOne two three `four five` six\nseven.\n\n```carom\n@ . . . . . . . . . . . .\n```\n\n- an item that is too long\n- b\n";
        assert_eq!(
            plain(text, 20),
            "A page\n\nOne two three\nfour five six seven.\n\n    @ . . . . . . . . . . . .\n\n• an item that is\n  too long\n• b\n"
        );
    }

    #[test]
    fn tables_have_columns() {
        let text = "| a | b |\n|---|---|\n| `longer` | x |\n| s | y and z and more |\n";
        assert_eq!(
            plain(text, 20),
            "  a       b\n  longer  x\n  s       y and z\n          and more\n"
        );
    }

    #[test]
    fn pictures_are_left_out_of_plain_text() {
        let text = "One.\n\n![a `picture` of it](one.svg)\n\nTwo.\n";
        assert_eq!(plain(text, 20), "One.\n\nTwo.\n");
    }

    /// No word of a page is lost.
    #[test]
    fn pages_are_shown_without_loss() {
        for lint in Lint::ALL {
            let shown: String = plain(lint.page(), 60).split_whitespace().collect();
            let words = lint
                .page()
                .split_whitespace()
                .filter(|word| !word.starts_with("```"))
                .flat_map(|word| word.split(['`', '*', '#', '-', '(', ')', '[', ']', '|']));
            for word in words.filter(|word| word.chars().all(char::is_alphabetic)) {
                assert!(shown.contains(word), "{lint}: {word}");
            }
        }
    }
}
