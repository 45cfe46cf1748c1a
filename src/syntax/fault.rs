//! What can be wrong with a text before any rule of a game is asked.

use super::Key;
use crate::text::{Edit, Span};

/// Something that is not written as the format wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The narrowest place that shows it.
    pub span: Span,
    /// What it is.
    pub kind: FaultKind,
    /// What would mend it, where that is known.
    pub edits: Vec<Edit>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The line is no key line, no `puzzle` line and no comment.
    StrayLine {
        /// A blank line ended the board above it.
        after_board: bool,
        /// It stands below the moves of a solution.
        after_moves: bool,
    },
    /// The word `puzzle` has capital letters.
    PuzzleCase,
    /// There is no game after `puzzle`.
    MissingGame,
    /// The name has no closing quote.
    UnterminatedName,
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
    /// A group between two commas is empty.
    EmptyGroup,
    /// A tab stands in a board.
    Tab,
    /// The row starts left or right of the board's edge.
    Indentation,
    /// What stands between two cells is not one blank or one wall.
    Separator,
    /// The row is written compact in a spaced board, or the other way round.
    Spelling,
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

impl Fault {
    pub(super) const fn new(span: Span, kind: FaultKind) -> Self {
        Self {
            span,
            kind,
            edits: Vec::new(),
        }
    }

    pub(super) fn with_edit(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }

    /// The fault `offset` bytes further on.
    #[must_use]
    pub fn shifted(mut self, offset: u32) -> Self {
        self.span = self.span.shifted(offset);
        for edit in &mut self.edits {
            edit.span = edit.span.shifted(offset);
        }
        if let FaultKind::DuplicateKey { first } = &mut self.kind {
            *first = first.shifted(offset);
        }
        self
    }

    /// Whether the layout of the text cannot be told, so that it must not be
    /// rewritten.
    pub const fn hides_layout(&self) -> bool {
        match self.kind {
            FaultKind::StrayLine { .. }
            | FaultKind::PuzzleCase
            | FaultKind::MissingGame
            | FaultKind::UnterminatedName
            | FaultKind::TrailingText
            | FaultKind::TextAfterBoard
            | FaultKind::Tab
            | FaultKind::Indentation
            | FaultKind::Separator
            | FaultKind::Spelling
            | FaultKind::CellCount { .. }
            | FaultKind::WallOutside
            | FaultKind::StrayWallRow => true,
            FaultKind::KeyOutsidePuzzle(key) => matches!(key, Key::Board),
            FaultKind::UnknownKey
            | FaultKind::DuplicateKey { .. }
            | FaultKind::MissingValue(_)
            | FaultKind::BadClaim
            | FaultKind::BadMove
            | FaultKind::EmptyGroup => false,
        }
    }
}
