//! Syntax errors, which do not depend on the rules of a game.

use super::Key;
use crate::text::{Edit, Span, sort_edits};

/// A violation of the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The smallest span that shows the error.
    pub span: Span,
    /// The kind of error.
    pub kind: SyntaxErrorKind,
    /// The edits that fix it, if known.
    pub edits: Vec<Edit>,
    /// A span in which other errors are consequences of this one.
    pub covers: Option<Span>,
    /// Whether the author certainly meant the result of the edits, so that the formatter applies
    /// them.
    pub has_safe_fix: bool,
}

/// The kinds of syntax errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// The line is neither a key, a header nor a comment.
    StrayLine {
        /// A blank line ended the board above it.
        after_board: bool,
        /// The line is below the moves of a solution.
        after_moves: bool,
    },
    /// The line is a marker of a merge conflict. Only the first of a section is reported.
    Conflict,
    /// The section is too long. This line and those below it are not parsed.
    TooLong,
    /// The line resembles a header, but cannot be read as one.
    DamagedHeader,
    /// The word `puzzle` has capital letters or is misspelt.
    PuzzleWord,
    /// The game after `puzzle` is missing.
    MissingGame,
    /// The name has no closing quote.
    UnterminatedName,
    /// The name has quotes of another kind.
    NameQuotes,
    /// The name has no quotes.
    UnquotedName,
    /// There is no blank before the semicolon of a comment.
    GluedComment,
    /// A comment starts with `#`, `//` or `--`.
    ForeignComment {
        /// The line is among the rows of a board, and could be one.
        in_board: bool,
    },
    /// The key has no colon.
    MissingColon,
    /// The key has `=` instead of its colon.
    EqualsSign,
    /// The key has capital letters, or a wrong character between its words.
    KeyCase(Key),
    /// The rows have no `board:` above them, or another key in its place.
    MissingBoardKey,
    /// There is text after the name.
    TrailingText,
    /// There is text after `board:`.
    TextAfterBoard,
    /// A board, or another key of puzzles, is before the first puzzle.
    KeyOutsidePuzzle(Key),
    /// The key is unknown.
    UnknownKey,
    /// The key was given before.
    DuplicateKey {
        /// The first use.
        first: Span,
    },
    /// The key has no value.
    MissingValue(Key),
    /// The claim is neither a number nor `none`.
    BadClaim,
    /// The token is not a move of any game.
    BadMove,
    /// Moves are separated by commas, or not separated.
    MoveSeparator,
    /// A group between two commas is empty.
    EmptyGroup,
    /// A blank line is between the rows of a board.
    BlankLineInBoard,
    /// The board has letters or numbers at its edges.
    Labels,
    /// The tiles of the board are given as four bits each.
    TileBits,
    /// The board has a drawn border.
    DrawnBorder,
    /// A `-` is neither below a square nor between two walls.
    MisplacedWall,
    /// Walls below squares are drawn as `_`.
    UnderscoreWalls,
    /// A board contains invisible characters other than spaces and tabs.
    Invisible,
    /// A board contains tabs.
    Tab,
    /// The row starts left or right of the board's edge.
    Indentation,
    /// The separator of two cells is not one blank or one wall.
    Separator,
    /// A square is blank.
    MissingCell,
    /// The row is compact in a spaced board, or spaced in a compact one.
    BoardStyle,
    /// The row has more or fewer cells than the board.
    CellCount {
        /// The cells of this row.
        found: usize,
        /// The cells of the other rows.
        expected: usize,
    },
    /// A wall is not between two cells.
    WallOutside,
    /// A wall line is above the first row, below another wall line, or in a
    /// compact board.
    StrayWallRow,
}

impl SyntaxError {
    pub(super) const fn new(span: Span, kind: SyntaxErrorKind) -> Self {
        Self { span, kind, edits: Vec::new(), covers: None, has_safe_fix: false }
    }

    /// Marks other errors within `span` as consequences of this one.
    pub(super) const fn covering(mut self, span: Span) -> Self {
        self.covers = Some(span);
        self
    }

    pub(super) fn with_edit(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }

    /// Joins an error of the same board, so that one fix removes both.
    pub(super) fn with(mut self, mut other: Self) -> Self {
        let has_fix = !self.edits.is_empty() && !other.edits.is_empty();
        self.edits.append(&mut other.edits);
        sort_edits(&mut self.edits);
        if !has_fix {
            self.edits.clear();
        }
        self.has_safe_fix &= has_fix && other.has_safe_fix;
        self.covers = self.covers.or(other.covers);
        self
    }

    /// Shifts all spans by `offset` bytes.
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

    /// Whether the error leaves the intended layout open. The formatter then leaves the section
    /// unchanged.
    pub const fn hides_layout(&self) -> bool {
        let shows_layout = match self.kind {
            SyntaxErrorKind::KeyOutsidePuzzle(key) => !matches!(key, Key::Board),
            SyntaxErrorKind::UnknownKey
            | SyntaxErrorKind::KeyCase(_)
            | SyntaxErrorKind::DuplicateKey { .. }
            | SyntaxErrorKind::MissingValue(_)
            | SyntaxErrorKind::BadClaim
            | SyntaxErrorKind::BadMove
            | SyntaxErrorKind::MisplacedWall
            | SyntaxErrorKind::EmptyGroup => true,
            _ => false,
        };
        // Lines that are no rows have no place in a formatted board.
        let adds_lines =
            matches!(self.kind, SyntaxErrorKind::Labels | SyntaxErrorKind::DrawnBorder);
        !shows_layout && (!self.has_safe_fix || adds_lines)
    }
}
