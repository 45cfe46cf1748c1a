//! Claims on the way out.

use crate::board::Direction;
use crate::exchange::draft::Draft;
use crate::exchange::form::Refusal;
use crate::syntax::{Arrow, Key, MoveKind, move_text};

/// The slides of a solution: the piece or the square of each, and where it
/// goes; none where the puzzle has no solution.
///
/// # Errors
///
/// Where a word of it is no slide.
pub(super) fn slides(draft: &Draft) -> Result<Option<Vec<(String, Direction)>>, Refusal> {
    let Some(said) = draft.said(Key::Solution) else {
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
        _ => Err(Refusal::new(format!("`{word}` in the solution is no move"))),
    };
    let slides: Result<Vec<_>, _> = said.value.split_whitespace().map(slide).collect();
    slides.map(Some)
}

/// The claimed number of moves; none where nothing is claimed.
///
/// # Errors
///
/// Where it is claimed that there is no solution.
pub(super) fn moves(draft: &Draft) -> Result<Option<u32>, Refusal> {
    let Some(said) = draft.said(Key::Moves) else {
        return Ok(None);
    };
    let number = said.value.parse();
    number.map(Some).map_err(|_| {
        Refusal::new(format!(
            "the form claims a number of moves, which `moves: {}` is not",
            said.value
        ))
    })
}
