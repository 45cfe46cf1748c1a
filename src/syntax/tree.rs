//! The tree of a section.

use super::{Key, SyntaxError};
use crate::text::Span;

/// What stands between two `puzzle` lines: the keys of the file, or a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedSection {
    /// The `puzzle` line; the file's own section has none.
    pub header: Option<Header>,
    /// The key lines, in the order of the text.
    pub fields: Vec<Field>,
    /// The comments, without the semicolon and outer blanks.
    pub comments: Vec<Span>,
    /// What is wrong with the text.
    pub errors: Vec<SyntaxError>,
}

impl ParsedSection {
    /// The first field of a key.
    pub fn field(&self, key: Key) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == Some(key))
    }

    /// The board, if there is one.
    pub fn board(&self) -> Option<&BoardText> {
        match self.field(Key::Board)?.value {
            FieldValue::Board(ref board) => Some(board),
            _ => None,
        }
    }

    /// The author's claim about the number of moves.
    pub fn claim(&self) -> Option<(Span, Claim)> {
        let field = self.field(Key::Moves)?;
        match field.value {
            FieldValue::Claim(claim) => Some((field.value_span, claim?)),
            _ => None,
        }
    }

    /// The keys that are given with a value, as they are written in `text`,
    /// which was read.
    pub fn given_keys<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let given = self.fields.iter().filter(|field| match &field.value {
            FieldValue::Board(board) => !board.rows.is_empty(),
            _ => !field.value_span.is_empty(),
        });
        given.map(|field| field.key_span.slice(text))
    }

    /// The moves of the `solution` key.
    pub fn solution(&self) -> Option<&[MoveText]> {
        match self.field(Key::Solution)?.value {
            FieldValue::Moves(ref moves) => Some(moves),
            _ => None,
        }
    }
}

/// A `puzzle` line.
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
    /// The string with its quotes.
    pub span: Span,
    /// What it says.
    pub value: String,
}

/// A key line, with the lines that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key, if the format knows it.
    pub key: Option<Key>,
    /// The key as written.
    pub key_span: Span,
    /// The value as written, over its lines; empty where there is none.
    pub value_span: Span,
    /// The value as read.
    pub value: FieldValue,
}

/// What stands after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Free text.
    Text,
    /// Words parted by blanks.
    Words(Vec<Word>),
    /// Words parted by blanks, in groups parted by commas.
    Groups(Vec<Vec<Word>>),
    /// A number or `none`; nothing where it is neither.
    Claim(Option<Claim>),
    /// Moves.
    Moves(Vec<MoveText>),
    /// A board.
    Board(BoardText),
}

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where.
    pub span: Span,
    /// The word.
    pub text: String,
}

/// The author's claim about the fewest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// So many.
    Moves(u32),
    /// The puzzle is meant to be unsolvable.
    None,
}

/// A direction as the notation writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `^` or `↑`
    Up,
    /// `>` or `→`
    Right,
    /// `v` or `↓`
    Down,
    /// `<` or `←`
    Left,
}

/// A token among moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The whole token.
    pub span: Span,
    /// What it is.
    pub kind: MoveKind,
}

/// What a token among moves is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// `--`
    Pass,
    /// Something that goes in a direction, and perhaps a walk after it.
    Move {
        /// The piece, square or line that moves.
        subject: Word,
        /// Where to.
        arrow: SpannedArrow,
        /// The steps after a colon.
        walk: Option<Vec<SpannedArrow>>,
    },
    /// No move of any game.
    Bad,
}

/// A direction and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpannedArrow {
    /// The character.
    pub span: Span,
    /// The direction.
    pub arrow: Arrow,
}

/// How the rows of a board are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// A blank or a wall between two cells.
    #[default]
    Spaced,
    /// Cells side by side, no walls.
    Compact,
}

/// The rows of a board, the highest rank first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardText {
    /// How they are written.
    pub style: BoardStyle,
    /// The rows.
    pub rows: Vec<Row>,
    /// Whether the rows fit together: without it, squares have no names.
    pub is_regular: bool,
}

impl BoardText {
    /// From the first row to the last; nothing where there is no row.
    pub fn span(&self) -> Option<Span> {
        let (first, last) = (self.rows.first()?, self.rows.last()?);
        Some(first.span.cover(last.span))
    }

    /// The number of cells in a row.
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
    /// The walls under a cell of this row.
    pub lower_walls: Vec<Wall>,
    /// What joins the wall under a cell of this row to that of the next cell.
    pub joins: Vec<Wall>,
}

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Where it stands.
    pub span: Span,
    /// What stands there.
    pub glyph: char,
}

/// A wall beside a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall {
    /// The number of the cell in its row, from 0.
    pub cell: usize,
    /// The `|` or `-`.
    pub span: Span,
}
