//! The formatter, which rewrites a file in the standard layout.
//!
//! It writes one blank line before each puzzle and at most one elsewhere.
//! Comments stay with their lines, and order and meaning do not change.

use super::board_line::most_common;
use super::drawing::{Drawing, DrawnRow};
use super::error::SyntaxError;
use super::key::{Key, Shape};
use super::layout::{KEY_INDENT, Layout, ROW_INDENT, groups_text, header_line, key_line};
use super::line::{self, conflict, resembles_header};
use super::moves::move_text;
use super::outline::{BYTE_ORDER_MARK, LineKind, OutlineLine, outline, sections};
use super::parse::parse;
use super::tree::{FieldValue, MoveKind, ParsedSection};
use crate::text::{LineEnd, LineEnding, Span, lines};

/// Maps a game's name and a typed glyph to the glyph of the standard layout.
pub type GlyphAlias = fn(&str, char) -> char;

/// A formatted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The text.
    pub text: String,
    /// The sections that were not formatted.
    pub left: Vec<UnformattedSection>,
}

/// A section with errors that prevent formatting. All spans are relative to the
/// start of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnformattedSection {
    /// The section, with the comments above it.
    pub span: Span,
    /// The header. The head of the file has none.
    pub header: Option<Span>,
    /// The errors that prevent formatting.
    pub errors: Vec<SyntaxError>,
}

/// The largest number of errors that are kept of an unformatted section.
const MAX_ERRORS: usize = 20;

/// Formats `text` with the given line ending. A byte-order mark stays. A section with an error
/// that prevents formatting stays byte for byte, and so does a file with a merge conflict.
pub fn format(text: &str, ending: LineEnding, alias: GlyphAlias) -> Formatted {
    let mut left = Vec::new();
    let mut layout = Layout::default();
    let line_ends = |text| lines(text).filter_map(|line| line.end);
    let mut formatted_ends = Vec::new();
    for (number, span) in sections(text).into_iter().enumerate() {
        let section = span.slice(text);
        let tree = parse(section);
        let is_puzzle = number > 0;
        if is_puzzle {
            layout.push_blank();
        }
        if tree.errors.iter().any(SyntaxError::hides_layout) {
            layout.push_verbatim(section);
            let hiding = tree.errors.into_iter().filter(SyntaxError::hides_layout);
            let errors = hiding.take(MAX_ERRORS);
            left.push(UnformattedSection {
                span,
                header: tree.header.map(|header| header.span.shifted(span.start)),
                errors: errors.map(|error| error.shifted(span.start)).collect(),
            });
        } else {
            let game = tree.game().map_or("", |game| game.text.as_str());
            layout.section(section, &tree, is_puzzle, |glyph| alias(game, glyph));
            formatted_ends.extend(line_ends(section));
        }
    }
    if conflict(text).is_some() {
        return Formatted { text: text.to_owned(), left };
    }
    // Unformatted sections do not affect the line ending of the others.
    let end = ending
        .end()
        .or_else(|| usual(formatted_ends))
        .or_else(|| usual(line_ends(text).collect()))
        .unwrap_or(LineEnd::Lf);
    Formatted { text: layout.finish(end, text.starts_with(BYTE_ORDER_MARK)), left }
}

/// Returns the most common line ending; of several, the more usual one.
fn usual(mut ends: Vec<LineEnd>) -> Option<LineEnd> {
    ends.sort_unstable();
    most_common(ends.into_iter())
}

impl Layout<'_> {
    fn section(
        &mut self,
        text: &str,
        tree: &ParsedSection,
        is_puzzle: bool,
        alias: impl Fn(char) -> char,
    ) {
        let outline: Vec<OutlineLine<'_>> = outline(text).collect();
        let base = if is_puzzle { KEY_INDENT } else { 0 };
        let is_header = |line: &OutlineLine<'_>| matches!(line.kind, LineKind::Puzzle(_));
        let is_said =
            |line: &OutlineLine<'_>| !matches!(line.kind, LineKind::Blank | LineKind::Comment);
        // Comments above the header are about the puzzle. Comments after the
        // last other line may be about the next puzzle.
        let header = outline.iter().position(is_header).unwrap_or(0);
        let said = outline.iter().rposition(is_said).map_or(0, |last| last + 1);
        let mut boards = tree.fields.iter().filter_map(|field| match &field.value {
            FieldValue::Board(board) => Some(Drawing::from(board).map(&alias)),
            _ => None,
        });
        let mut board = BoardLayout::default();
        let mut in_board = false;
        for (number, line) in outline.iter().enumerate() {
            // Stray lines above the header stay at column 0: indented keys start a puzzle.
            let base = if number < header { 0 } else { base };
            match &line.kind {
                LineKind::Blank => {
                    in_board = false;
                    // The end of the text is not a blank line.
                    if number + 1 < outline.len() {
                        self.push_blank();
                    }
                }
                LineKind::Comment => {
                    let flush = line.line.span.slice(text).trim_start_matches(BYTE_ORDER_MARK);
                    let indent = if number < header || (number >= said && flush.starts_with(';')) {
                        0
                    } else if in_board {
                        ROW_INDENT
                    } else {
                        base
                    };
                    self.push(indent, "", line.comment);
                }
                LineKind::Puzzle(header) => {
                    let name = header.name.as_ref().map(|(quoted, _)| *quoted);
                    let header = header_line(header.game.unwrap_or_default(), name);
                    self.push(0, &header, line.comment);
                }
                LineKind::Key(key, value) => {
                    let shape = Key::from_text(key).map(Key::shape);
                    in_board = shape == Some(Shape::Board);
                    if in_board {
                        board = BoardLayout::new(boards.next().unwrap_or_default());
                    }
                    let mut value = value_text(shape.unwrap_or(Shape::Text), value);
                    // A tile in a hand is drawn as on the board.
                    let holds_tile = value.chars().count() == 1;
                    if holds_tile
                        && matches!(Key::from_text(key), Some(Key::Hand | Key::OpponentHand))
                    {
                        value = value.chars().map(&alias).collect();
                    }
                    let text = key_line(key, &value);
                    // At column 0, this line would become the header of a puzzle.
                    let indent =
                        if base == 0 && resembles_header(&text) { KEY_INDENT } else { base };
                    self.push(indent, &text, line.comment);
                }
                LineKind::Row => self.push(ROW_INDENT, &board.row(), line.comment),
                LineKind::WallRow => self.push(ROW_INDENT, &board.wall_row(), line.comment),
                LineKind::Moves => {
                    let moves = value_text(Shape::Moves, line.content);
                    self.push(ROW_INDENT, &moves, line.comment);
                }
                LineKind::Stray | LineKind::DamagedHeader | LineKind::Conflict => {
                    self.push(base, line.content, line.comment);
                }
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
            groups_text(groups.map(|(_, words)| words))
        }
        Shape::Moves => {
            let words = line::words(value).into_iter().map(standard_move);
            words.collect::<Vec<_>>().join(" ")
        }
    }
}

/// Returns a move with the standard arrows.
fn standard_move(word: &str) -> String {
    match move_text(word, word).kind {
        MoveKind::Pass | MoveKind::Bad => word.to_owned(),
        MoveKind::Move { subject, arrow, walk } => {
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

/// An iterator over the lines of a board, in step with the lines of the input.
#[derive(Default)]
struct BoardLayout {
    drawing: Drawing,
    /// The number of rows returned so far.
    rows: usize,
}

impl BoardLayout {
    const fn new(drawing: Drawing) -> Self {
        Self { drawing, rows: 0 }
    }

    fn row(&mut self) -> String {
        let row = self.drawing.rows.get(self.rows);
        self.rows += 1;
        row.map(|row| row.row(self.drawing.style)).unwrap_or_default()
    }

    /// Returns the walls below the last row.
    fn wall_row(&self) -> String {
        let above = self.rows.checked_sub(1);
        let row = above.and_then(|row| self.drawing.rows.get(row));
        row.and_then(DrawnRow::wall_row).unwrap_or_default()
    }
}
