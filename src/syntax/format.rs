//! A text brought into the standard layout.
//!
//! One blank line stands before each puzzle, at most one elsewhere. Comments
//! stay with their lines, order and meaning are kept.

use super::drawing::{Drawing, DrawnRow};
use super::error::SyntaxError;
use super::key::{Key, Shape};
use super::layout::{KEY_INDENT, Layout, ROW_INDENT, groups_text, header_line, key_line};
use super::line;
use super::moves::move_text;
use super::outline::{BYTE_ORDER_MARK, LineKind, OutlineLine, outline, sections};
use super::parse::parse;
use super::tree::{FieldValue, MoveKind, ParsedSection};
use crate::text::{LineEnd, LineEnding, Span, lines};

/// The glyph of the standard layout for one that an author may type instead:
/// from the game's name and the glyph typed.
pub type GlyphAlias = fn(&str, char) -> char;

/// A text in the standard layout, as far as its layout can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The text.
    pub text: String,
    /// The sections that were left as they are.
    pub left: Vec<UnformattedSection>,
}

/// A section with errors that hide its layout. Places count from the start of
/// the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnformattedSection {
    /// Where it stands, with the comments above it.
    pub span: Span,
    /// Its `puzzle` line; what stands before the first one has none.
    pub header: Option<Span>,
    /// What hides its layout.
    pub errors: Vec<SyntaxError>,
}

/// `text` in the standard layout, its lines ended as `ending` says. It keeps its
/// byte-order mark. A section with a error that hides its layout stays as it
/// is, to the byte.
pub fn format(text: &str, ending: LineEnding, alias: GlyphAlias) -> Formatted {
    let mut left = Vec::new();
    let mut layout = Layout::default();
    let mut laid_out = LineEnds::default();
    for (number, span) in sections(text).into_iter().enumerate() {
        let section = span.slice(text);
        let tree = parse(section);
        let is_puzzle = number > 0;
        if is_puzzle {
            layout.push_blank();
        }
        if tree.errors.iter().any(SyntaxError::hides_layout) {
            layout.push_verbatim(section);
            let errors = tree.errors.into_iter().filter(SyntaxError::hides_layout);
            left.push(UnformattedSection {
                span,
                header: tree.header.map(|header| header.span.shifted(span.start)),
                errors: errors.map(|error| error.shifted(span.start)).collect(),
            });
        } else {
            let game = tree.header.as_ref().and_then(|header| header.game.as_ref());
            let game = game.map_or("", |game| game.text.as_str());
            layout.section(section, &tree, is_puzzle, |glyph| alias(game, glyph));
            laid_out.count(section);
        }
    }
    // What is left as it is has no say in how the others end their lines.
    let end = ending.end().or_else(|| laid_out.most()).or_else(|| {
        let mut all = LineEnds::default();
        all.count(text);
        all.most()
    });
    let end = end.unwrap_or(LineEnd::Lf);
    Formatted {
        text: layout.finish(end, text.starts_with(BYTE_ORDER_MARK)),
        left,
    }
}

/// How many lines end in which way.
#[derive(Default)]
struct LineEnds {
    lf: usize,
    crlf: usize,
    cr: usize,
}

impl LineEnds {
    fn count(&mut self, text: &str) {
        for end in lines(text).filter_map(|line| line.end) {
            match end {
                LineEnd::Lf => self.lf += 1,
                LineEnd::CrLf => self.crlf += 1,
                LineEnd::Cr => self.cr += 1,
            }
        }
    }

    /// The end that most lines have, if there is any.
    fn most(&self) -> Option<LineEnd> {
        let Self { lf, crlf, cr } = *self;
        if lf + crlf + cr == 0 {
            None
        } else if lf >= crlf && lf >= cr {
            Some(LineEnd::Lf)
        } else if crlf >= cr {
            Some(LineEnd::CrLf)
        } else {
            Some(LineEnd::Cr)
        }
    }
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
        // Comments above the header speak of the puzzle as a whole; those after
        // the last line that says something may speak of what follows.
        let header = outline.iter().position(is_header).unwrap_or(0);
        let said = outline.iter().rposition(is_said).map_or(0, |last| last + 1);
        let mut boards = tree.fields.iter().filter_map(|field| match &field.value {
            FieldValue::Board(board) => Some(Drawing::from(board).map(&alias)),
            _ => None,
        });
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
                    let shape = Key::from_name(key).map(Key::shape);
                    in_board = shape == Some(Shape::Board);
                    if in_board {
                        board = BoardLayout::new(boards.next().unwrap_or_default());
                    }
                    let mut value = value_text(shape.unwrap_or(Shape::Text), value);
                    // A hand holds a tile, which is drawn as on the board.
                    let holds_tile = value.chars().count() == 1;
                    if holds_tile
                        && matches!(Key::from_name(key), Some(Key::Hand | Key::OpponentHand))
                    {
                        value = value.chars().map(&alias).collect();
                    }
                    self.push(base, &key_line(key, &value), line.comment);
                }
                LineKind::Row => self.push(ROW_INDENT, &board.row(), line.comment),
                LineKind::WallRow => self.push(ROW_INDENT, &board.wall_row(), line.comment),
                LineKind::Moves => {
                    let moves = value_text(Shape::Moves, line.content);
                    self.push(ROW_INDENT, &moves, line.comment);
                }
                LineKind::Stray | LineKind::DamagedHeader => {
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

/// The lines of one board, handed out as those of the text come along.
#[derive(Default)]
struct BoardLayout {
    drawing: Drawing,
    /// The number of rows handed out.
    rows: usize,
}

impl BoardLayout {
    const fn new(drawing: Drawing) -> Self {
        Self { drawing, rows: 0 }
    }

    fn row(&mut self) -> String {
        let row = self.drawing.rows.get(self.rows);
        self.rows += 1;
        row.map(|row| row.row(self.drawing.style))
            .unwrap_or_default()
    }

    /// The walls under the last row handed out.
    fn wall_row(&self) -> String {
        let above = self.rows.checked_sub(1);
        let row = above.and_then(|row| self.drawing.rows.get(row));
        row.and_then(DrawnRow::wall_row).unwrap_or_default()
    }
}
