//! The legal next moves of a solution.

use std::cmp::Reverse;

use super::Cursor;
use super::{Completion, CompletionKind};
use crate::analysis::View;
use crate::analysis::model::setup::notation;
use crate::games::{Move, Position};
use crate::picture;
use crate::search::{LineNode, Outcome, Value};
use crate::solving::quick_answer;
use crate::syntax::{Key, MoveText, move_text};
use crate::text::{Span, end_of_line};

/// The maximum number of positions to search while the author waits: a few milliseconds.
const POSITIONS: u64 = 4_000;

/// Returns the legal moves after those before the cursor, the optimal ones first, each with the
/// board after it.
pub(super) fn completion(view: &View<'_>, word: Span) -> Vec<Completion> {
    let Some((played, position)) = reached(view, word.start) else {
        return Vec::new();
    };
    let before = played.len();
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
        Completion {
            documentation: Some(format!("```text\n{board}\n```")),
            ..Completion::new(next.to_string(), word, CompletionKind::Move, rank.detail())
        }
    });
    items.collect()
}

/// Returns the moves before `place` and the position that they lead to. Returns `None` if a move is
/// illegal, or if the puzzle is solved by then.
fn reached<'a>(view: &View<'a>, place: u32) -> Option<(&'a [Move], Position)> {
    let tokens = view.puzzle.section.solution().unwrap_or_default().iter();
    let before = tokens.filter(|token| token.span.end <= place).count();
    let played =
        view.puzzle.played.as_ref().map_or(&[][..], |played| &played.moves).get(..before)?;
    let mut position = view.puzzle.position()?.clone();
    for &next in played {
        position = position.play(next).ok()?;
    }
    (!position.is_solved()).then_some((played, position))
}

/// Returns the best next move at the end of a solution, and the span that it replaces: the start of
/// the move if that was typed, otherwise an empty span. Returns `None` if a few milliseconds are
/// not enough to find it.
pub fn next_move(view: &View<'_>, offset: u32) -> Option<(Span, String)> {
    let cursor = Cursor::new(view.text, offset);
    let rest = Span::new(offset, end_of_line(view.text, offset)).slice(view.text);
    if cursor.is_in_comment() || cursor.line.is_empty() || !rest.trim().is_empty() {
        return None;
    }
    let mut fields = view.puzzle.section.fields.iter();
    let above = fields.rfind(|field| field.key_span.end < offset)?;
    let between = cursor.before.get(above.key_span.end as usize..)?;
    let goes_on = text_lines(between).skip(1).all(|line| !line.is_empty());
    if above.key != Some(Key::Solution) || !goes_on {
        return None;
    }
    let place = Span::empty(offset);
    let typed = cursor.token();
    let typed = if typed.slice(view.text).ends_with(':') { place } else { typed };
    if !typed.is_empty() {
        let start = typed.slice(view.text);
        let (played, position) = reached(view, typed.start)?;
        let next = best(view, played, &position).map(|next| next.to_string());
        if let Some(longer) = next.filter(|next| next.starts_with(start) && next != start) {
            return Some((typed, longer));
        }
    }
    let (played, position) = reached(view, offset)?;
    let next = best(view, played, &position)?;
    // An incomplete word is not one of the played moves.
    let is_whole = typed.is_empty() || view.puzzle.section.solution()?.len() == played.len();
    let parting = if cursor.line.ends_with([' ', '\t']) { "" } else { " " };
    is_whole.then(|| (place, format!("{parting}{next}")))
}

/// Returns the lines of a text, including an empty last one.
fn text_lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split('\n');
    lines.map(|line| line.trim_end_matches('\r'))
}

/// Returns the next move of a shortest solution, or of best play.
fn best(view: &View<'_>, played: &[Move], position: &Position) -> Option<Move> {
    known_next(view, played).or_else(|| {
        let mut left = POSITIONS;
        match quick_answer(position, &mut left).ok()?.outcome {
            Outcome::Solved(solution) => solution.moves.first().copied(),
            Outcome::Evaluated { verdict, line } if verdict.value().is_some() => {
                line.first().copied()
            }
            _ => None,
        }
    })
}

/// Returns the next move of the known optimal solution, if it starts with the played moves.
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

/// Returns the moves of a game for two sides with their values.
fn valued(position: &Position, node: &LineNode) -> Vec<(Rank, Move, Position)> {
    let moves = node.moves.iter().filter_map(|&(next, verdict)| {
        let rank = Rank::of(verdict.value());
        Some((rank, next, position.play(next).ok()?))
    });
    moves.collect()
}

/// Returns the moves that extend the typed one by a step, and the known move if it does.
fn longer(
    position: &Position,
    typed: &MoveText,
    known: Option<Move>,
) -> Vec<(Rank, Move, Position)> {
    let Ok(typed) = (notation(position.game()).read_move)(typed) else {
        return Vec::new();
    };
    let known = known.filter(|known| known.to_string().starts_with(&typed.to_string()));
    let steps = position.extensions(typed).into_iter().filter(|step| Some(*step) != known);
    let steps = known
        .map(|known| (Rank::Left(u32::MAX), known))
        .into_iter()
        .chain(steps.map(|step| (Rank::Unknown, step)))
        .filter_map(|(rank, step)| Some((rank, step, position.play(step).ok()?)))
        .map(|(rank, step, after)| match after.is_solved() {
            true => (Rank::Left(0), step, after),
            false => (rank, step, after),
        });
    steps.collect()
}

/// The quality of a move, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// In a game for two sides, its value for the side that moves.
    Value(Reverse<Value>),
    /// The fewest moves that remain, at least.
    Left(u32),
    Unknown,
    /// It loses.
    Losing(Reverse<Value>),
    Hopeless,
}

impl Rank {
    /// Returns the rank of a move in a game for two sides.
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
            Self::Left(u32::MAX) => "optimal".to_owned(),
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
    // Search the known move first, while positions remain.
    moves.retain(|next| Some(*next) != known);
    moves.splice(0..0, known);
    let mut best = None;
    for next in moves {
        let Ok(after) = position.play(next) else {
            continue;
        };
        let rank = match quick_answer(&after, &mut left).map(|answer| answer.outcome) {
            Ok(Outcome::Evaluated { verdict, .. }) => {
                Rank::of(verdict.value().map(Value::before_move))
            }
            Ok(Outcome::Solved(solution)) => Rank::Left(solution.length),
            Ok(Outcome::Unsolvable(_)) => Rank::Hopeless,
            Ok(Outcome::Unknown { .. }) | Err(_) => Rank::Unknown,
        };
        if Some(next) == known {
            best = Some(ranked.len());
        }
        ranked.push((rank, next, after));
    }
    // If the search was too short, the known move is still the best.
    if let Some(entry) = best.and_then(|best| ranked.get_mut(best))
        && entry.0 == Rank::Unknown
    {
        entry.0 = Rank::Left(u32::MAX);
    }
    ranked
}
