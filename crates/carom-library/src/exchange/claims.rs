//! Claims for export.

use crate::board::Direction;
use crate::exchange::format::Refusal;
use crate::exchange::record::PuzzleRecord;
use crate::games::{Mover, Slide};
use crate::syntax::{Arrow, Key, MoveKind, move_text};

/// Whether a value is a number as carom writes it.
pub(super) fn is_number(text: &str) -> bool {
    text.parse::<u32>()
        .is_ok_and(|number| number.to_string() == text)
}

/// Returns the slides of the solution. Returns `None` if the puzzle has no solution.
///
/// # Errors
///
/// A [`Refusal`] if one of its moves is not a slide.
pub(super) fn slides(record: &PuzzleRecord) -> Result<Option<Vec<Slide>>, Refusal> {
    let Some(solution) = record.key_value(Key::Solution) else {
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
            let piece = match subject.text.parse() {
                Ok(square) => Mover::On(square),
                Err(_) => Mover::Named(subject.text.chars().next().unwrap_or_default()),
            };
            Ok(Slide { piece, direction })
        }
        _ => Err(Refusal::new(format!(
            "`{word}` in the solution is not a move"
        ))),
    };
    let slides: Result<Vec<_>, _> = solution.value.split_whitespace().map(slide).collect();
    slides.map(Some)
}

/// Returns the claimed number of moves, if any.
///
/// # Errors
///
/// A [`Refusal`] if the claim is that there is no solution.
pub(super) fn moves(record: &PuzzleRecord) -> Result<Option<u32>, Refusal> {
    let Some(claim) = record.key_value(Key::Moves) else {
        return Ok(None);
    };
    let number = claim.value.parse();
    number.map(Some).map_err(|_| {
        Refusal::new(format!(
            "the format cannot express `moves: {}`",
            claim.value
        ))
    })
}
