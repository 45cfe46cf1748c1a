//! Replaces the tiles of a board by the drawn board.

use super::rewriting::Transform;
use crate::analysis::View;
use crate::analysis::edits::removal::without_line;
use crate::analysis::model::setup::{BoardObject, notation};
use crate::analysis::model::view::{field_span, words};
use crate::board::Square;
use crate::games::Diagonal;
use crate::picture;
use crate::syntax::Key;
use crate::text::Edit;

pub(super) fn transform(view: &View<'_>) -> Option<Transform> {
    let position = view.puzzle.position()?;
    let tiles = view.puzzle.section.field(Key::Tiles)?;
    let board = position.board();
    let is_block = |square: Square| board.blocks().contains(square);
    let rows = picture::rows(board, |square| if is_block(square) { '#' } else { '.' });
    let separator = format!("{}    ", view.puzzle.line_end());
    let drawn = format!("board:{separator}{}", rows.join(&separator));
    let mut edits = vec![Edit::replace(field_span(tiles), drawn)];
    // A drawn board has no symbols: the target is named by its square.
    if let Some(field) = view.puzzle.section.field(Key::Target) {
        let has_square = words(field)
            .iter()
            .any(|word| word.text.parse::<Square>().is_ok());
        if !has_square {
            let game = position.game();
            let mut squares = board.squares();
            let target = squares.find(|&square| game.is_target(position.ground(square)))?;
            let text = format!("{} {target}", position.ground(target));
            edits.push(Edit::replace(field.value_span, text));
        }
    }
    // A drawn board has no printed diagonals.
    let notation = notation(position.game());
    let diagonals = position.scene().diagonals.into_iter();
    let groups = diagonals.filter_map(
        |Diagonal {
             square,
             kind,
             robot,
         }| {
            let (_, words) = notation.keyed(&BoardObject::Diagonal(kind, robot), square)?;
            Some(words)
        },
    );
    let groups: Vec<String> = groups.collect();
    match view.puzzle.section.field(Key::Diagonals) {
        Some(field) if groups.is_empty() => {
            edits.push(without_line(view.text, field_span(field)));
        }
        Some(field) => edits.push(Edit::replace(field.value_span, groups.join(", "))),
        None if groups.is_empty() => {}
        None => {
            let line = format!("{}: {}", Key::Diagonals.name(), groups.join(", "));
            edits.push(view.puzzle.insert_key(&line));
        }
    }
    Some(Transform::new("draw the board of the tiles", edits))
}
