//! A transformation as plain data, and the drawing of a new board.

use crate::analysis::View;
use crate::syntax::{self, Drawing};
use crate::text::{Edit, Span};

/// A transformation that the user can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transform {
    /// Its title, an imperative.
    pub title: String,
    /// The changes.
    pub edits: Vec<Edit>,
}

impl Transform {
    pub(super) fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self {
            title: title.into(),
            edits,
        }
    }
}

/// Returns the drawn board and its span, if there is no comment in it.
pub(super) fn plain_board<'a>(view: &View<'a>) -> Option<(&'a syntax::BoardText, Span)> {
    let board = view.puzzle.section.board()?;
    let span = board.span()?;
    (board.is_regular && !span.slice(view.text).contains(';')).then_some((board, span))
}

/// Returns the edit that replaces the drawn board.
pub(super) fn redraw(view: &View<'_>, span: Span, drawing: &Drawing) -> Edit {
    let before = view.text.get(..span.start as usize).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let separator = format!("{}{line}", view.puzzle.line_end());
    let rows: Vec<String> = drawing.lines().collect();
    Edit::replace(span, rows.join(&separator))
}
