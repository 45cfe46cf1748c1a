//! Adds rows or columns at the edge of a board, or removes them.

use std::num::NonZeroU8;

use super::{plain_board, redraw};
use crate::analysis::View;
use crate::analysis::model::setup::LocatedPosition;
use crate::analysis::model::view::places;
use crate::board::{Board, Direction, Square};
use crate::games::{BoardObject, ItemPlace};
use crate::picture;
use crate::syntax::{FieldValue, Key};
use crate::text::{Edit, Span};

/// Returns the edits that add rows or columns on a side of the board, or remove the last ones
/// there. Squares in keys and moves keep their place on the board.
///
/// # Errors
///
/// Returns why that is impossible.
pub(crate) fn resize(
    view: &View<'_>,
    side: Direction,
    grows: bool,
    count: NonZeroU8,
) -> Result<Vec<Edit>, String> {
    let placed = view
        .puzzle
        .placed
        .as_ref()
        .filter(|placed| placed.position.game().has_floor())
        .ok_or("only boards with floor can be resized")?;
    let (drawn, span) = plain_board(view).ok_or("a board with comments keeps its size")?;
    let old = placed.position.board();
    let resized = Resized::new(old, side, grows, count)?;
    if let Some(square) = resized.lost(placed) {
        return Err(format!("{square} is not empty"));
    }
    let glyph = |square: Square| {
        let mut cells = placed.cells.iter();
        let cell = cells.find(|(old, _)| resized.moved(*old) == Some(square));
        cell.and_then(|(_, span)| span.slice(view.text).chars().next()).unwrap_or('.')
    };
    let drawing = picture::drawing(&resized.board(old), drawn.style, glyph);
    let mut edits = vec![redraw(view, span, &drawing)];
    for field in &view.puzzle.section.fields {
        match &field.value {
            FieldValue::Words(_) | FieldValue::Groups(_) if field.key != Some(Key::Tiles) => {
                let words = places(field).into_iter();
                edits.extend(words.filter_map(|word| resized.renamed(word.span, view.text)));
            }
            FieldValue::Moves(tokens) => {
                // A piece without a name is given by its square, before the arrow.
                let squares = tokens.iter().filter_map(|token| {
                    let arrow = token.span.slice(view.text).chars().last()?;
                    let arrow = Span::from_range(0..arrow.len_utf8()).len();
                    Some(Span::new(token.span.start, token.span.end - arrow))
                });
                edits.extend(squares.filter_map(|span| resized.renamed(span, view.text)));
            }
            _ => {}
        }
    }
    Ok(edits)
}

/// The new size of a board, and the shift of its square names.
struct Resized {
    columns: u8,
    rows: u8,
    shift: (i8, i8),
}

impl Resized {
    fn new(old: &Board, side: Direction, grows: bool, count: NonZeroU8) -> Result<Self, String> {
        let wrong = "a board has 1 to 16 columns and rows";
        let count = i8::try_from(count.get()).map_err(|_| wrong)?;
        let by = if grows { count } else { -count };
        let (wider, higher) = match side {
            Direction::Left | Direction::Right => (by, 0),
            Direction::Up | Direction::Down => (0, by),
        };
        let size = |size: u8, by: i8| {
            let size = size.checked_add_signed(by)?;
            (1..=16).contains(&size).then_some(size)
        };
        Ok(Self {
            columns: size(old.columns(), wider).ok_or(wrong)?,
            rows: size(old.rows(), higher).ok_or(wrong)?,
            // Squares are counted from the lower left corner.
            shift: match side {
                Direction::Left | Direction::Down => (wider, higher),
                Direction::Right | Direction::Up => (0, 0),
            },
        })
    }

    /// Returns the new name of a square, unless it is removed.
    fn moved(&self, square: Square) -> Option<Square> {
        let column = square.column().checked_add_signed(self.shift.0)?;
        let row = square.row().checked_add_signed(self.shift.1)?;
        (column < self.columns && row < self.rows).then(|| Square::new(column, row))
    }

    /// Returns a square that is removed although something is on it.
    fn lost(&self, placed: &LocatedPosition) -> Option<Square> {
        let objects = placed.objects.iter().filter(|entry| entry.object != BoardObject::Block);
        let mut squares = objects.filter_map(|entry| match entry.place {
            ItemPlace::Board(square) => Some(square),
            ItemPlace::Hand | ItemPlace::OpponentHand => None,
        });
        squares.find(|square| self.moved(*square).is_none())
    }

    /// Returns the new board with the walls that are left.
    fn board(&self, old: &Board) -> Board {
        let mut board = old.clone();
        if let Ok(new) = Board::new(self.columns.into(), self.rows.into()) {
            board = new;
        }
        for (square, side) in old.all_walls() {
            let other = old.beyond(square, side).and_then(|other| self.moved(other));
            if let (Some(square), Some(_)) = (self.moved(square), other) {
                board.add_wall(square, side);
            }
        }
        board
    }

    fn renamed(&self, span: Span, text: &str) -> Option<Edit> {
        let old: Square = span.slice(text).parse().ok()?;
        let new = self.moved(old).filter(|new| *new != old)?;
        Some(Edit::replace(span, new.to_string()))
    }
}
