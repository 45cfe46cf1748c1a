//! The standard layout.
//!
//! Keys of the file and `puzzle` lines start at the left, keys of a puzzle two
//! blanks in, rows and moves that go on four. One blank line stands before
//! each puzzle, at most one elsewhere. Comments stay with their lines, order
//! and meaning are kept.

use super::fault::Fault;
use super::key::{Key, Shape};
use super::line;
use super::moves::move_text;
use super::outline::{BYTE_ORDER_MARK, LineKind, OutlineLine, outline, sections};
use super::parse::parse;
use super::tree::MoveKind;
use crate::text::{LineEnd, Span, lines};

/// The glyph of the standard layout for one that an author may type instead:
/// from the game's name and the glyph typed.
pub type GlyphAlias = fn(&str, char) -> char;

/// `text` in the standard layout. It keeps the text's own kind of line ends
/// and its byte-order mark.
///
/// # Errors
///
/// The faults that hide the layout; then nothing can be rewritten safely.
pub fn format(text: &str, alias: GlyphAlias) -> Result<String, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut layout = Layout::default();
    for (number, span) in sections(text).into_iter().enumerate() {
        let section = span.slice(text);
        let tree = parse(section);
        let found = tree.faults.into_iter().filter(Fault::hides_layout);
        faults.extend(found.map(|fault| fault.shifted(span.start)));
        if faults.is_empty() {
            let game = tree.header.and_then(|header| header.game);
            let game = game.as_ref().map_or("", |game| game.text.as_str());
            layout.section(section, number > 0, |glyph| alias(game, glyph));
        }
    }
    if faults.is_empty() {
        Ok(layout.finish(text))
    } else {
        Err(faults)
    }
}

/// The line end that most lines have.
fn line_end(text: &str) -> LineEnd {
    let count = |end| lines(text).filter(|line| line.end == Some(end)).count();
    let (lf, crlf, cr) = (count(LineEnd::Lf), count(LineEnd::CrLf), count(LineEnd::Cr));
    if lf >= crlf && lf >= cr {
        LineEnd::Lf
    } else if crlf >= cr {
        LineEnd::CrLf
    } else {
        LineEnd::Cr
    }
}

#[derive(Default)]
struct Layout {
    lines: Vec<String>,
}

impl Layout {
    fn finish(self, text: &str) -> String {
        let end = line_end(text).as_str();
        let mut result = String::with_capacity(text.len());
        if text.starts_with(BYTE_ORDER_MARK) {
            result.push(BYTE_ORDER_MARK);
        }
        // Blank lines at the start and the end say nothing.
        let first = self.lines.iter().position(|line| !line.is_empty());
        let last = self.lines.iter().rposition(|line| !line.is_empty());
        if let (Some(first), Some(last)) = (first, last) {
            for line in self.lines.get(first..=last).unwrap_or_default() {
                result.push_str(line);
                result.push_str(end);
            }
        }
        result
    }

    fn push(&mut self, indent: usize, content: &str, comment: Option<&str>) {
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

    fn push_blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    fn section(&mut self, text: &str, is_puzzle: bool, alias: impl Fn(char) -> char) {
        let outline: Vec<OutlineLine<'_>> = outline(text).collect();
        let base = if is_puzzle { 2 } else { 0 };
        let is_header = |line: &OutlineLine<'_>| matches!(line.kind, LineKind::Puzzle(_));
        let is_said =
            |line: &OutlineLine<'_>| !matches!(line.kind, LineKind::Blank | LineKind::Comment);
        // Comments above the header speak of the puzzle as a whole; those after
        // the last line that says something may speak of what follows.
        let header = outline.iter().position(is_header).unwrap_or(0);
        let said = outline.iter().rposition(is_said).map_or(0, |last| last + 1);
        if is_puzzle {
            self.push_blank();
        }
        let mut board = BoardLayout::default();
        let mut in_board = false;
        for (number, line) in outline.iter().enumerate() {
            match &line.kind {
                LineKind::Blank => {
                    in_board = false;
                    // The end of the text is no blank line.
                    if number + 1 < outline.len() {
                        self.push_blank();
                    }
                }
                LineKind::Comment => {
                    let flush = line
                        .line
                        .span
                        .slice(text)
                        .trim_start_matches(BYTE_ORDER_MARK);
                    let indent = if number < header || (number >= said && flush.starts_with(';')) {
                        0
                    } else if in_board {
                        4
                    } else {
                        base
                    };
                    self.push(indent, "", line.comment);
                }
                LineKind::Puzzle(header) => {
                    let name = header.name.as_ref().map(|(quoted, _)| *quoted);
                    let words = ["puzzle", header.game.unwrap_or_default()];
                    let words: Vec<&str> = words.into_iter().chain(name).collect();
                    self.push(0, &words.join(" "), line.comment);
                }
                LineKind::Key(key, value) => {
                    let shape = Key::from_name(key).map(Key::shape);
                    in_board = shape == Some(Shape::Board);
                    if in_board {
                        let below = outline.get(number + 1..).unwrap_or_default();
                        board = BoardLayout::new(text, below);
                    }
                    let mut value = value_text(shape.unwrap_or(Shape::Text), value);
                    // A hand holds a tile, which is drawn as on the board.
                    if matches!(Key::from_name(key), Some(Key::Hand | Key::OpponentHand)) {
                        value = value.chars().map(&alias).collect();
                    }
                    let content = format!("{key}:{}{value}", blank_before(&value));
                    self.push(base, content.trim_end_matches(line::is_blank), line.comment);
                }
                LineKind::Row => self.push(4, &board.row(line.content, &alias), line.comment),
                LineKind::WallRow => {
                    let content = board.wall_row(text, line);
                    self.push(4, content.trim_end(), line.comment);
                }
                LineKind::Moves => {
                    self.push(4, &value_text(Shape::Moves, line.content), line.comment);
                }
                LineKind::Stray => self.push(base, line.content, line.comment),
            }
        }
    }
}

fn value_text(shape: Shape, value: &str) -> String {
    match shape {
        Shape::Text | Shape::Claim | Shape::Board => value.to_owned(),
        Shape::Words => line::words(value).join(" "),
        Shape::Groups => {
            let groups = line::groups(value).into_iter();
            let groups = groups.map(|(_, words)| words.join(" "));
            let mut text = String::new();
            for (number, group) in groups.enumerate() {
                if number > 0 {
                    text.push(',');
                    text.push_str(blank_before(&group));
                }
                text.push_str(&group);
            }
            text
        }
        Shape::Moves => {
            let words = line::words(value).into_iter().map(standard_move);
            words.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The blank before a value, which would turn a semicolon into a comment.
fn blank_before(value: &str) -> &'static str {
    if value.starts_with(';') { "" } else { " " }
}

/// A move with the standard characters for its directions.
fn standard_move(word: &str) -> String {
    match move_text(word, word).kind {
        MoveKind::Pass | MoveKind::Bad => word.to_owned(),
        MoveKind::Move {
            subject,
            arrow,
            walk,
        } => {
            let mut text = subject.text;
            text.push(arrow.arrow.symbol());
            if let Some(walk) = walk {
                text.push(':');
                text.extend(walk.iter().map(|step| step.arrow.symbol()));
            }
            text
        }
    }
}

/// How the rows of one board lie in their lines.
#[derive(Default)]
struct BoardLayout {
    edge: usize,
}

impl BoardLayout {
    fn new(text: &str, below: &[OutlineLine<'_>]) -> Self {
        let mut own = below.iter().take_while(|line| {
            matches!(
                line.kind,
                LineKind::Row | LineKind::WallRow | LineKind::Comment
            )
        });
        let first = own.find(|line| matches!(line.kind, LineKind::Row));
        Self {
            edge: first.map_or(0, |line| column(text, line)),
        }
    }

    /// A row keeps its separators; only its glyphs may be respelled.
    fn row(&self, content: &str, alias: &impl Fn(char) -> char) -> String {
        content.chars().map(alias).collect()
    }

    fn wall_row(&self, text: &str, line: &OutlineLine<'_>) -> String {
        let offset = column(text, line).saturating_sub(self.edge);
        " ".repeat(offset) + line.content
    }
}

/// The column at which the content of a line starts, in characters.
fn column(text: &str, line: &OutlineLine<'_>) -> usize {
    let start = Span::of(text, line.content).start;
    Span::new(line.line.span.start, start)
        .slice(text)
        .chars()
        .filter(|&character| character != BYTE_ORDER_MARK)
        .count()
}
