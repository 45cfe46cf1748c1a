//! The syntax tree of a section.

use super::{Key, SyntaxError};
use crate::board::Direction;
use crate::text::Span;

/// The syntax tree of one puzzle, or of the head of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedSection {
    /// The header. The head of a file has none.
    pub header: Option<Header>,
    /// The key lines, in order.
    pub fields: Vec<Field>,
    /// The comments without semicolons, trimmed.
    pub comments: Vec<Span>,
    /// The syntax errors.
    pub errors: Vec<SyntaxError>,
}

impl ParsedSection {
    /// Returns the first field of a key.
    pub fn field(&self, key: Key) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == Some(key))
    }

    /// Returns the name of the puzzle.
    pub fn name(&self) -> Option<&QuotedName> {
        self.header.as_ref()?.name.as_ref()
    }

    /// Returns the game of the puzzle, known or not.
    pub fn game(&self) -> Option<&Word> {
        self.header.as_ref()?.game.as_ref()
    }

    /// Returns the board.
    pub fn board(&self) -> Option<&BoardText> {
        match self.field(Key::Board)?.value {
            FieldValue::Board(ref board) => Some(board),
            _ => None,
        }
    }

    /// Returns the author's claim about the number of moves.
    pub fn claim(&self) -> Option<(Span, Claim)> {
        let field = self.field(Key::Moves)?;
        match field.value {
            FieldValue::Claim(claim) => Some((field.value_span, claim?)),
            _ => None,
        }
    }

    /// Returns the keys with a value, as slices of the parsed `text`.
    pub fn given_keys<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let given = self.fields.iter().filter(|field| match &field.value {
            FieldValue::Board(board) => !board.rows.is_empty(),
            _ => !field.value_span.is_empty(),
        });
        given.map(|field| field.key.map_or(field.key_span.slice(text), |key| key.name()))
    }

    /// Returns the moves of the `solution` key.
    pub fn solution(&self) -> Option<&[MoveText]> {
        match self.field(Key::Solution)?.value {
            FieldValue::Moves(ref moves) => Some(moves),
            _ => None,
        }
    }
}

/// A header: the `puzzle` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The line without its comment.
    pub span: Span,
    /// The word `puzzle`.
    pub keyword: Span,
    /// The game, known or not.
    pub game: Option<Word>,
    /// The name.
    pub name: Option<QuotedName>,
}

/// A quoted name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedName {
    /// The quoted string.
    pub span: Span,
    /// The name.
    pub value: String,
}

/// A key line and the lines that continue it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key, if the format knows it.
    pub key: Option<Key>,
    /// The key as written.
    pub key_span: Span,
    /// The value as written, over all its lines. Empty if there is none.
    pub value_span: Span,
    /// The parsed value.
    pub value: FieldValue,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Free text.
    Text,
    /// Blank-separated words.
    Words(Vec<Word>),
    /// Comma-separated groups of words.
    Groups(Vec<Vec<Word>>),
    /// A number or `none`. `None` if it is neither.
    Claim(Option<Claim>),
    /// Moves.
    Moves(Vec<MoveText>),
    /// A board.
    Board(BoardText),
}

/// A word and its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The span.
    pub span: Span,
    /// The word.
    pub text: String,
}

/// The author's claim about the fewest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The number of moves.
    Moves(u32),
    /// The puzzle is meant to be unsolvable.
    None,
}

/// A token among moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The whole token.
    pub span: Span,
    /// The kind of token.
    pub kind: MoveKind,
}

/// The kind of a token among moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// `--`
    Pass,
    /// A subject that moves in a direction, and an optional walk.
    Move {
        /// The piece, square or line that moves; empty for a move of the whole board.
        subject: Word,
        /// The direction.
        arrow: SpannedArrow,
        /// The walk after the colon.
        walk: Option<Vec<SpannedArrow>>,
    },
    /// The token is not a move of any game.
    Bad,
}

/// An arrow and its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpannedArrow {
    /// The span.
    pub span: Span,
    /// The direction.
    pub arrow: Direction,
}

/// The style of a board's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Cells separated by a blank or a wall.
    #[default]
    Spaced,
    /// Cells without separators and walls.
    Compact,
}

/// A board as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardText {
    /// The style of the rows.
    pub style: BoardStyle,
    /// The rows, from the top.
    pub rows: Vec<Row>,
    /// Whether all rows have the same number of cells. Otherwise squares have
    /// no names.
    pub is_regular: bool,
}

impl BoardText {
    /// Returns the span from the first row to the last, if there are any rows.
    pub fn span(&self) -> Option<Span> {
        let (first, last) = (self.rows.first()?, self.rows.last()?);
        Some(first.span.cover(last.span))
    }

    /// Returns the number of cells in the first row.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, |row| row.cells.len())
    }
}

/// A row of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The row from its first cell to its last.
    pub span: Span,
    /// The cells from the left.
    pub cells: Vec<Cell>,
    /// The walls right of a cell of this row.
    pub right_walls: Vec<Wall>,
    /// The walls below a cell of this row.
    pub lower_walls: Vec<Wall>,
    /// The joins between the walls below a cell of this row and the next cell.
    pub joins: Vec<Wall>,
}

/// A cell of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The span.
    pub span: Span,
    /// The glyph.
    pub glyph: char,
}

/// A wall next to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall {
    /// The number of the cell in its row, from 0.
    pub cell: usize,
    /// The span of the `|` or `-`.
    pub span: Span,
}
