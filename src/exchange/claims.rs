//! Claims for export.

use crate::board::Direction;
use crate::exchange::format::Refusal;
use crate::exchange::record::PuzzleRecord;
use crate::syntax::{Arrow, Key, MoveKind, move_text};

/// Returns the slides of the solution: the piece or the square of each, and its direction.
/// Returns `None` if the puzzle has no solution.
///
/// # Errors
///
/// A [`Refusal`] if one of its moves is not a slide.
pub(super) fn slides(record: &PuzzleRecord) -> Result<Option<Vec<(String, Direction)>>, Refusal> {
    let Some(said) = record.key_value(Key::Solution) else {
        return Ok(None);
    };
    let slide = |word: &str| match move_text(word, word).kind {
        MoveKind::Move {
            subject,
            arrow,
            walk: None,
        } => {
            let direction = match arrow.arrow {
                Arrow::Up => Direction::Up,
                Arrow::Right => Direction::Right,
                Arrow::Down => Direction::Down,
                Arrow::Left => Direction::Left,
            };
            Ok((subject.text, direction))
        }
        _ => Err(Refusal::new(format!(
            "`{word}` in the solution is not a move"
        ))),
    };
    let slides: Result<Vec<_>, _> = said.value.split_whitespace().map(slide).collect();
    slides.map(Some)
}

/// Returns the claimed number of moves, if any.
///
/// # Errors
///
/// A [`Refusal`] if the claim is that there is no solution.
pub(super) fn moves(record: &PuzzleRecord) -> Result<Option<u32>, Refusal> {
    let Some(said) = record.key_value(Key::Moves) else {
        return Ok(None);
    };
    let number = said.value.parse();
    number
        .map(Some)
        .map_err(|_| Refusal::new(format!("the format cannot express `moves: {}`", said.value)))
}
