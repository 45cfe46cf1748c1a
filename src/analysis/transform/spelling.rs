//! From spaced to compact and back.

use super::rewriting::{Transform, plain_board, redraw};
use crate::analysis::View;
use crate::syntax::{Drawing, Spelling};

pub(super) fn transform(view: &View<'_>) -> Option<Transform> {
    let (board, span) = plain_board(view)?;
    let mut walls = board.rows.iter();
    if walls.any(|row| !row.right_walls.is_empty() || !row.lower_walls.is_empty())
        || board.width() < 2
    {
        return None;
    }
    let (title, spelling) = match board.spelling {
        Spelling::Spaced => ("write the board compact", Spelling::Compact),
        Spelling::Compact => ("write the board spaced", Spelling::Spaced),
    };
    let drawing = Drawing {
        spelling,
        ..Drawing::from(board)
    };
    Some(Transform::new(title, vec![redraw(view, span, &drawing)]))
}
