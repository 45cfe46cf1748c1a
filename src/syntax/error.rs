//! What can be wrong with a text before any rule of a game is asked.

use super::Key;
use crate::text::{Edit, Span};

/// Something that is not written as the format wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The narrowest place that shows it.
    pub span: Span,
    /// What it is.
    pub kind: SyntaxErrorKind,
    /// What would mend it, where that is known.
    pub edits: Vec<Edit>,
    /// What else is found wrong here follows from it.
    pub covers: Option<Span>,
    /// Whether the layout mends it, as what is meant is beyond doubt.
    pub has_safe_fix: bool,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// The line is no key line, no `puzzle` line and no comment.
    StrayLine {
        /// A blank line ended the board above it.
        after_board: bool,
        /// It stands below the moves of a solution.
        after_moves: bool,
    },
    /// The line resembles a header, but cannot be read as one.
    DamagedHeader,
    /// The word `puzzle` has capital letters or is misspelt.
    PuzzleWord,
    /// There is no game after `puzzle`.
    MissingGame,
    /// The name has no closing quote.
    UnterminatedName,
    /// The name has quotes of another kind.
    NameQuotes,
    /// The name has no quotes.
    UnquotedName,
    /// There is no blank before the semicolon of a comment.
    GluedComment,
    /// A comment starts with `#` or `//`.
    ForeignComment,
    /// The key has no colon.
    MissingColon,
    /// Something stands after the name.
    TrailingText,
    /// Something stands after `board:`.
    TextAfterBoard,
    /// A board, or another key of puzzles, stands before the first puzzle.
    KeyOutsidePuzzle(Key),
    /// The format does not know this key.
    UnknownKey,
    /// The key was given before.
    DuplicateKey {
        /// Where.
        first: Span,
    },
    /// The key has no value.
    MissingValue(Key),
    /// The claim is no number and not `none`.
    BadClaim,
    /// The token is no move of any game.
    BadMove,
    /// Moves are parted by commas, or by nothing.
    MoveSeparator,
    /// A group between two commas is empty.
    EmptyGroup,
    /// A blank line stands between the rows of a board.
    BlankLineInBoard,
    /// The border of a board is drawn.
    DrawnBorder,
    /// A `-` is not under a square and does not join two walls.
    MisplacedWall,
    /// Tabs stand in a board.
    Tab,
    /// The row starts left or right of the board's edge.
    Indentation,
    /// What stands between two cells is not one blank or one wall.
    Separator,
    /// A blank stands in the place of a square.
    MissingCell,
    /// The row is written compact in a spaced board, or the other way round.
    BoardStyle,
    /// The row has more or fewer cells than the board.
    CellCount {
        /// The cells of this row.
        found: usize,
        /// The cells of the other rows.
        expected: usize,
    },
    /// A wall is drawn where no two cells are.
    WallOutside,
    /// A wall-row stands above the first row, below another wall-row, or in a
    /// compact board.
    StrayWallRow,
}

impl SyntaxError {
    pub(super) const fn new(span: Span, kind: SyntaxErrorKind) -> Self {
        Self {
            span,
            kind,
            edits: Vec::new(),
            covers: None,
            has_safe_fix: false,
        }
    }

    /// The error as the cause of whatever else is wrong within `span`.
    pub(super) const fn covering(mut self, span: Span) -> Self {
        self.covers = Some(span);
        self
    }

    pub(super) fn with_edit(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }

    /// The error `offset` bytes further on.
    #[must_use]
    pub fn shifted(mut self, offset: u32) -> Self {
        self.span = self.span.shifted(offset);
        self.covers = self.covers.map(|span| span.shifted(offset));
        for edit in &mut self.edits {
            edit.span = edit.span.shifted(offset);
        }
        if let SyntaxErrorKind::DuplicateKey { first } = &mut self.kind {
            *first = first.shifted(offset);
        }
        self
    }

    /// Whether the layout of the text cannot be told, so that it must not be
    /// rewritten.
    pub const fn hides_layout(&self) -> bool {
        match self.kind {
            _ if self.has_safe_fix => false,
            SyntaxErrorKind::StrayLine { .. }
            | SyntaxErrorKind::DamagedHeader
            | SyntaxErrorKind::PuzzleWord
            | SyntaxErrorKind::NameQuotes
            | SyntaxErrorKind::UnquotedName
            | SyntaxErrorKind::GluedComment
            | SyntaxErrorKind::ForeignComment
            | SyntaxErrorKind::MissingColon
            | SyntaxErrorKind::BlankLineInBoard
            | SyntaxErrorKind::DrawnBorder
            | SyntaxErrorKind::MissingGame
            | SyntaxErrorKind::UnterminatedName
            | SyntaxErrorKind::TrailingText
            | SyntaxErrorKind::TextAfterBoard
            | SyntaxErrorKind::MoveSeparator
            | SyntaxErrorKind::Tab
            | SyntaxErrorKind::Indentation
            | SyntaxErrorKind::Separator
            | SyntaxErrorKind::MissingCell
            | SyntaxErrorKind::BoardStyle
            | SyntaxErrorKind::CellCount { .. }
            | SyntaxErrorKind::WallOutside
            | SyntaxErrorKind::StrayWallRow => true,
            SyntaxErrorKind::KeyOutsidePuzzle(key) => matches!(key, Key::Board),
            SyntaxErrorKind::UnknownKey
            | SyntaxErrorKind::DuplicateKey { .. }
            | SyntaxErrorKind::MissingValue(_)
            | SyntaxErrorKind::BadClaim
            | SyntaxErrorKind::BadMove
            | SyntaxErrorKind::MisplacedWall
            | SyntaxErrorKind::EmptyGroup => false,
        }
    }
}
