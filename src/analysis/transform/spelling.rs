//! From spaced to compact and back.

use super::{Transform, plain_board, redraw};
use crate::analysis::View;
use crate::syntax::Spelling;

pub(super) fn transform(view: &View<'_>) -> Option<Transform> {
    let (board, span) = plain_board(view)?;
    let mut walls = board.rows.iter();
    if walls.any(|row| !row.right_walls.is_empty() || !row.lower_walls.is_empty())
        || board.width() < 2
    {
        return None;
    }
    let (title, separator) = match board.spelling {
        Spelling::Spaced => ("write the board compact", ""),
        Spelling::Compact => ("write the board spaced", " "),
    };
    let rows = board.rows.iter().map(|row| {
        let glyphs = row.cells.iter().map(|cell| cell.glyph.to_string());
        glyphs.collect::<Vec<_>>().join(separator)
    });
    let rows: Vec<String> = rows.collect();
    Some(Transform::new(title, vec![redraw(view, span, &rows)]))
}
