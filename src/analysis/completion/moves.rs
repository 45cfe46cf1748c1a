//! The legal next moves of a solution.

use super::{Completion, CompletionKind};
use crate::analysis::View;
use crate::games::{Move, Position};
use crate::picture;
use crate::search::{self, Budget, MemoryPool, Outcome, Value};
use crate::text::Span;

/// Positions that are searched while an author waits: a few milliseconds.
const POSITIONS: u64 = 4_000;

/// Bytes for that.
const MEMORY: u64 = 64 << 20;

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
    let mut ranked: Vec<(Rank, Move, Position)> = ranked(&position, known);
    ranked.sort_by_key(|(rank, _, _)| *rank);
    let items = ranked.into_iter().map(|(rank, next, after)| {
        let board = picture::board(&after);
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

/// How good a move is, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Of a game for two sides, what the other side is left with.
    Value(Value),
    /// So many moves are left at the least.
    Left(usize),
    Unknown,
    Hopeless,
}

impl Rank {
    fn detail(self) -> String {
        match self {
            Self::Value(value) => value.before_move().to_string(),
            Self::Left(0) => "solves the puzzle".to_owned(),
            Self::Left(usize::MAX) => "optimal".to_owned(),
            Self::Left(left) => format!("{left} more"),
            Self::Unknown => "legal".to_owned(),
            Self::Hopeless => "no solution any more".to_owned(),
        }
    }
}

fn ranked(position: &Position, known: Option<Move>) -> Vec<(Rank, Move, Position)> {
    let pool = MemoryPool::new(MEMORY);
    let mut left = POSITIONS;
    let mut ranked = Vec::new();
    let mut moves = position.legal_moves();
    // The known one first, while there is something to search with.
    moves.sort_by_key(|next| Some(*next) != known);
    let mut best = None;
    for next in moves {
        let Ok(after) = position.play(next) else {
            continue;
        };
        let mut budget = Budget::new(&pool, 0, left);
        let answer = search::solve(&after, &mut budget).ok();
        left -= budget.positions().min(left);
        let rank = match answer.map(|answer| answer.outcome) {
            Some(Outcome::Evaluated { verdict, .. }) => {
                verdict.value().map_or(Rank::Unknown, Rank::Value)
            }
            Some(Outcome::Solved(solution)) => Rank::Left(solution.moves.len()),
            Some(Outcome::Unsolvable) => Rank::Hopeless,
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
