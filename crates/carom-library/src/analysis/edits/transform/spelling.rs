//! Conversion between spaced and compact boards.

use super::rewriting::{Transform, plain_board, redraw};
use crate::analysis::View;
use crate::syntax::{BoardStyle, Drawing};

pub(super) fn transform(view: &View<'_>) -> Option<Transform> {
    let (board, span) = plain_board(view)?;
    let mut walls = board.rows.iter();
    if walls.any(|row| !row.right_walls.is_empty() || !row.lower_walls.is_empty())
        || board.width() < 2
    {
        return None;
    }
    let (title, spelling) = match board.style {
        BoardStyle::Spaced => ("write the board compact", BoardStyle::Compact),
        BoardStyle::Compact => ("write the board spaced", BoardStyle::Spaced),
    };
    let drawing = Drawing {
        style: spelling,
        ..Drawing::from(board)
    };
    Some(Transform::new(title, vec![redraw(view, span, &drawing)]))
}
