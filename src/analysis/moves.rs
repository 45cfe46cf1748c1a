//! What a token of the notation means in a game.

use super::setup::push;
use crate::board::Direction;
use crate::games::rush::{self, Turn, Walk};
use crate::games::{Game, Illegal, Move, Slide, slider};
use crate::syntax::{Arrow, MoveKind, MoveText, Step};
use crate::text::Span;

/// Why a token is no legal move, and the part of it that shows it.
pub(super) struct Wrong {
    pub(super) span: Span,
    pub(super) reason: String,
}

/// The direction of an arrow.
const fn direction(arrow: Arrow) -> Direction {
    match arrow {
        Arrow::Up => Direction::Up,
        Arrow::Right => Direction::Right,
        Arrow::Down => Direction::Down,
        Arrow::Left => Direction::Left,
    }
}

/// The move that a token means, legal or not.
pub(super) fn read(game: Game, token: &MoveText) -> Result<Move, Wrong> {
    let wrong_form = || Wrong {
        span: token.span,
        reason: format!("this is no move of {}", game.title()),
    };
    let (subject, arrow, walk) = match &token.kind {
        MoveKind::Pass if game == Game::Slider => return Ok(slider::Move::Pass.into()),
        MoveKind::Pass | MoveKind::Bad => return Err(wrong_form()),
        MoveKind::Move {
            subject,
            arrow,
            walk,
        } => (subject, direction(arrow.arrow), walk),
    };
    match (game, walk) {
        (Game::Lunar | Game::Ricochet, None) => {
            let mut characters = subject.text.chars();
            let piece = characters.next().filter(|_| characters.next().is_none());
            Ok(Move::Slide(Slide {
                piece: piece.ok_or_else(wrong_form)?,
                direction: arrow,
            }))
        }
        (Game::Slider, None) => Ok(Move::Slider(slider::Move::Step {
            from: subject.text.parse().map_err(|_| wrong_form())?,
            direction: arrow,
        })),
        (Game::Rush, walk) => {
            let push = push(subject, arrow.symbol()).ok_or_else(wrong_form)?;
            let walk = walk.as_deref().unwrap_or_default();
            let steps = walk.iter().map(|step| direction(step.arrow));
            let walk = Walk::new(steps).map_err(|_| Wrong {
                span: step_span(walk, usize::from(rush::MAX_STEPS)).unwrap_or(token.span),
                reason: rush::Illegal::TooManySteps.to_string(),
            })?;
            Ok(Move::Turn(Turn { push, walk }))
        }
        (_, Some(_)) => Err(wrong_form()),
    }
}

/// Why the move of `token` is illegal, at the step of its walk that is, if it
/// has a walk.
pub(super) fn wrong(illegal: &Illegal, token: &MoveText) -> Wrong {
    let step = match (illegal, &token.kind) {
        (
            Illegal::Rush(rush::Illegal::Blocked(step, _)),
            MoveKind::Move {
                walk: Some(walk), ..
            },
        ) => step_span(walk, usize::from(step.number).saturating_sub(1)),
        _ => None,
    };
    Wrong {
        span: step.unwrap_or(token.span),
        reason: illegal.to_string(),
    }
}

fn step_span(walk: &[Step], number: usize) -> Option<Span> {
    walk.get(number).map(|step| step.span)
}
