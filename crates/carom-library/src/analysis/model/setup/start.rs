//! Boards of new puzzles.

use crate::syntax::{BoardStyle, Drawing, DrawnRow};
use crate::text::{Edit, LineEnd, end_of_line, lines};

/// Returns a square board filled with `glyph`.
pub(super) fn plain(columns: usize, rows: usize, glyph: char) -> Vec<Vec<char>> {
    vec![vec![glyph; columns]; rows]
}

/// Puts a glyph on such a board, given its row from the top and its column.
pub(super) fn put(rows: &mut [Vec<char>], row: usize, column: usize, glyph: char) {
    if let Some(cell) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
        *cell = glyph;
    }
}

/// Converts such a board to a drawing.
pub(crate) fn drawing(rows: Vec<Vec<char>>, has_floor: bool) -> Drawing {
    let rows = rows.into_iter().map(|cells| DrawnRow {
        cells,
        ..DrawnRow::default()
    });
    Drawing {
        style: match has_floor {
            true => BoardStyle::Spaced,
            false => BoardStyle::Compact,
        },
        rows: rows.collect(),
    }
}

/// Returns the edit that adds a board to a puzzle without one, below the line of `offset`. Also
/// adds the key if it is missing.
pub(super) fn added(text: &str, drawing: &Drawing, offset: u32, has_key: bool) -> Edit {
    let end = lines(text).find_map(|line| line.end);
    let end = end.unwrap_or(LineEnd::Lf).as_str();
    let rows = drawing.lines().map(|row| format!("{end}    {row}"));
    let key = match has_key {
        true => String::new(),
        false => format!("{end}  board:"),
    };
    Edit::insert(end_of_line(text, offset), key + &rows.collect::<String>())
}
