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
use super::outline::{BYTE_ORDER_MARK, LineKind, outline, sections};
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
    /// The first sections that were not formatted.
    pub left: Vec<UnformattedSection>,
    /// The number of further ones.
    pub more_left: usize,
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

/// The largest number of unformatted sections that are kept, and of their errors.
const MAX_LEFT: usize = 20;
const MAX_ERRORS: usize = 20;

/// Formats `text` with the given line ending. A byte-order mark stays. A section with an error
/// that prevents formatting stays byte for byte, and so does a file with a merge conflict.
pub fn format(text: &str, ending: LineEnding, alias: GlyphAlias) -> Formatted {
    let (mut left, mut more_left) = (Vec::new(), 0);
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
            if left.len() >= MAX_LEFT {
                more_left += 1;
                continue;
            }
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
        return Formatted { text: text.to_owned(), left, more_left };
    }
    // Unformatted sections do not affect the line ending of the others.
    let end = ending
        .end()
        .or_else(|| usual(formatted_ends))
        .or_else(|| usual(line_ends(text).collect()))
        .unwrap_or(LineEnd::Lf);
    Formatted { text: layout.finish(end, text.starts_with(BYTE_ORDER_MARK)), left, more_left }
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
        let below_header = if is_puzzle { KEY_INDENT } else { 0 };
        // Comments above the header are about the puzzle. Stray lines there stay at column 0, too:
        // indented keys start a puzzle.
        let mut is_above_header = tree.header.is_some();
        // Comments after the last other line may be about the next puzzle, so they wait for a line
        // below them.
        let mut comments: Vec<WaitingComment<'_>> = Vec::new();
        let mut boards = tree.fields.iter().filter_map(|field| match &field.value {
            FieldValue::Board(board) => Some(Drawing::from(board).map(&alias)),
            _ => None,
        });
        let mut board = BoardLayout::default();
        let mut in_board = false;
        let mut lines = outline(text).peekable();
        while let Some(line) = lines.next() {
            if !matches!(line.kind, LineKind::Blank | LineKind::Comment) {
                self.push_comments(&mut comments, false);
            }
            let base = if is_above_header { 0 } else { below_header };
            match &line.kind {
                LineKind::Blank => {
                    in_board = false;
                    // The end of the text is not a blank line.
                    let is_end = lines.peek().is_none();
                    match comments.last_mut() {
                        _ if is_end => {}
                        Some(comment) => comment.is_above_blank = true,
                        None => self.push_blank(),
                    }
                }
                LineKind::Comment => {
                    let whole = line.line.span.slice(text).trim_start_matches(BYTE_ORDER_MARK);
                    comments.push(WaitingComment {
                        text: line.comment.unwrap_or_default(),
                        indent: if in_board && !is_above_header { ROW_INDENT } else { base },
                        is_flush: whole.starts_with(';'),
                        is_above_blank: false,
                    });
                }
                LineKind::Puzzle(header) => {
                    is_above_header = false;
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
        self.push_comments(&mut comments, true);
    }

    /// Adds comments. After the last line of a section, those at column 0 stay there.
    fn push_comments(&mut self, comments: &mut Vec<WaitingComment<'_>>, is_end: bool) {
        for WaitingComment { text, indent, is_flush, is_above_blank } in comments.drain(..) {
            self.push(if is_end && is_flush { 0 } else { indent }, "", Some(text));
            if is_above_blank {
                self.push_blank();
            }
        }
    }
}

/// A comment line whose indentation depends on the lines below.
struct WaitingComment<'t> {
    text: &'t str,
    /// The indentation above another line of its section.
    indent: usize,
    /// Whether it starts at column 0.
    is_flush: bool,
    is_above_blank: bool,
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
