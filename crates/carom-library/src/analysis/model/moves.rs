//! The meaning of a move's token in a game.

use crate::analysis::model::setup::notation;
use crate::games::{Game, Illegal, Move, Mover, Slide};
use crate::syntax::{MoveKind, MoveText, SpannedArrow};
use crate::text::Span;

/// The reason why a token is not a legal move, and the part of it that shows this.
pub(crate) struct Wrong {
    pub(crate) span: Span,
    pub(crate) reason: String,
}

impl Wrong {
    /// The token does not have the form of a move of `game`.
    pub(crate) fn form(game: Game, token: &MoveText) -> Self {
        Self {
            span: token.span,
            reason: format!("not a move of {}: {}", game.title(), game.move_syntax()),
        }
    }
}

/// Returns the move that a token means in a game, legal or not.
pub(crate) fn read_move(game: Game, token: &MoveText) -> Option<Move> {
    (notation(game).read_move)(token).ok()
}

/// Returns the slide that a token means in `game`, legal or not.
pub(crate) fn slide(game: Game, token: &MoveText) -> Result<Move, Wrong> {
    let MoveKind::Move { subject, arrow, walk: None } = &token.kind else {
        return Err(Wrong::form(game, token));
    };
    let mut characters = subject.text.chars();
    let piece = match (characters.next(), characters.next()) {
        (Some(name), None) if game.is_nameless(name) => None,
        (Some(name), None) => Some(Mover::Named(name)),
        _ => subject.text.parse().ok().map(Mover::At),
    };
    Ok(Move::Slide(Slide {
        piece: piece.ok_or_else(|| Wrong::form(game, token))?,
        direction: arrow.arrow,
    }))
}

/// Returns why the move of `token` is illegal. If a step of its walk is illegal, the span is that
/// of the step.
pub(crate) fn wrong(illegal: &Illegal, token: &MoveText) -> Wrong {
    let step = match &token.kind {
        MoveKind::Move { walk: Some(walk), .. } => {
            illegal.step().and_then(|step| step_span(walk, step))
        }
        _ => None,
    };
    Wrong { span: step.unwrap_or(token.span), reason: illegal.to_string() }
}

pub(crate) fn step_span(walk: &[SpannedArrow], number: usize) -> Option<Span> {
    walk.get(number).map(|step| step.span)
}
