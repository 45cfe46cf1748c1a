//! The legal next moves of a solution.

use std::cmp::Reverse;

use super::item::{Completion, CompletionKind};
use crate::analysis::View;
use crate::analysis::setup::notation;
use crate::games::{Move, Position};
use crate::picture;
use crate::search::{LineNode, Outcome, Value};
use crate::solving::glance;
use crate::syntax::{MoveText, move_text};
use crate::text::Span;

/// Positions that are searched while an author waits: a few milliseconds.
const POSITIONS: u64 = 4_000;

/// The legal moves behind the ones before the cursor, the optimal ones first,
/// each with the board after it.
pub(super) fn completion(view: &View<'_>, word: Span) -> Vec<Completion> {
    let Some(start) = view.puzzle.position() else {
        return Vec::new();
    };
    let tokens = view.puzzle.section.solution().unwrap_or_default();
    let before = tokens
        .iter()
        .filter(|token| token.span.end <= word.start)
        .count();
    let played = view.puzzle.played.as_ref();
    let played = played
        .map(|played| played.moves.as_slice())
        .unwrap_or_default();
    let Some(played) = played.get(..before) else {
        return Vec::new();
    };
    let mut position = start.clone();
    for &next in played {
        match position.play(next) {
            Ok(after) => position = after,
            Err(_) => return Vec::new(),
        }
    }
    if position.is_solved() {
        return Vec::new();
    }
    let known = known_next(view, played);
    let typed = word.slice(view.text);
    let mut ranked = if typed.contains(':') {
        longer(&position, &move_text(typed, typed), known)
    } else {
        match view.extras.and_then(|extras| extras.node(before)) {
            Some(node) => valued(&position, node),
            None => ranked(&position, known),
        }
    };
    ranked.sort_by_key(|(rank, _, _)| *rank);
    let items = ranked.into_iter().map(|(rank, next, after)| {
        let board = picture::scene(&after);
        Completion::new(next.to_string(), word, CompletionKind::Move)
            .with_detail(rank.detail())
            .with_documentation(format!("```text\n{board}\n```"))
    });
    items.collect()
}

/// The next move of the optimal solution that is known, if the moves so far
/// are those of it.
fn known_next(view: &View<'_>, played: &[Move]) -> Option<Move> {
    match &view.answer()?.outcome {
        Outcome::Solved(solution) => {
            let next = solution.moves.get(played.len());
            next.filter(|_| solution.moves.starts_with(played)).copied()
        }
        Outcome::Evaluated { line, .. } => {
            let next = line.get(played.len());
            next.filter(|_| line.starts_with(played)).copied()
        }
        _ => None,
    }
}

/// The moves of a game for two sides by what they are worth.
fn valued(position: &Position, node: &LineNode) -> Vec<(Rank, Move, Position)> {
    let moves = node.moves.iter().filter_map(|&(next, verdict)| {
        let rank = Rank::of(verdict.value());
        Some((rank, next, position.play(next).ok()?))
    });
    moves.collect()
}

/// The moves that go one step further than the one that was typed so far, and
/// the known one, if it does.
fn longer(
    position: &Position,
    typed: &MoveText,
    known: Option<Move>,
) -> Vec<(Rank, Move, Position)> {
    let Ok(typed) = notation(position.game()).read_move(typed) else {
        return Vec::new();
    };
    let known = known.filter(|known| known.to_string().starts_with(&typed.to_string()));
    let steps = position.longer(typed).into_iter();
    let steps = steps.filter(|step| Some(*step) != known);
    let steps = known
        .map(|known| (Rank::Left(usize::MAX), known))
        .into_iter()
        .chain(steps.map(|step| (Rank::Unknown, step)));
    let steps = steps.filter_map(|(rank, step)| Some((rank, step, position.play(step).ok()?)));
    let steps = steps.map(|(rank, step, after)| match after.is_solved() {
        true => (Rank::Left(0), step, after),
        false => (rank, step, after),
    });
    steps.collect()
}

/// How good a move is, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Of a game for two sides, what it is worth for the one that moves.
    Value(Reverse<Value>),
    /// So many moves are left at the least.
    Left(usize),
    Unknown,
    /// It loses.
    Losing(Reverse<Value>),
    Hopeless,
}

impl Rank {
    /// The rank of a move in a game for two sides.
    fn of(value: Option<Value>) -> Self {
        match value {
            Some(value @ Value::Loss(_)) => Self::Losing(Reverse(value)),
            Some(value) => Self::Value(Reverse(value)),
            None => Self::Unknown,
        }
    }

    fn detail(self) -> String {
        match self {
            Self::Value(Reverse(value)) | Self::Losing(Reverse(value)) => value.to_string(),
            Self::Left(0) => "solves the puzzle".to_owned(),
            Self::Left(usize::MAX) => "optimal".to_owned(),
            Self::Left(left) => format!("{left} more"),
            Self::Unknown => "legal".to_owned(),
            Self::Hopeless => "no solution any more".to_owned(),
        }
    }
}

fn ranked(position: &Position, known: Option<Move>) -> Vec<(Rank, Move, Position)> {
    let mut left = POSITIONS;
    let mut ranked = Vec::new();
    let mut moves = position.legal_moves();
    // The known one first, while there is something to search with.
    moves.retain(|next| Some(*next) != known);
    moves.splice(0..0, known);
    let mut best = None;
    for next in moves {
        let Ok(after) = position.play(next) else {
            continue;
        };
        let answer = glance(&after, &mut left);
        let rank = match answer.map(|answer| answer.outcome) {
            Some(Outcome::Evaluated { verdict, .. }) => {
                Rank::of(verdict.value().map(Value::before_move))
            }
            Some(Outcome::Solved(solution)) => Rank::Left(solution.moves.len()),
            Some(Outcome::Unsolvable(_)) => Rank::Hopeless,
            _ => Rank::Unknown,
        };
        if Some(next) == known {
            best = Some(ranked.len());
        }
        ranked.push((rank, next, after));
    }
    // Where the search was too short, the known move is still the best.
    if let Some(entry) = best.and_then(|best| ranked.get_mut(best))
        && entry.0 == Rank::Unknown
    {
        entry.0 = Rank::Left(usize::MAX);
    }
    ranked
}
