//! An answer in a few words.

use super::Known;
use crate::games::Move;
use crate::search::{Answer, Limit, Outcome, Verdict};
use crate::syntax::Key;

/// Moves as the notation writes them.
pub(super) fn line_of(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// The optimal solution in the notation, if there is one.
pub fn solution_line(answer: &Answer) -> Option<String> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some(line_of(&solution.moves)),
        Outcome::Evaluated { line, .. } if !line.is_empty() => Some(line_of(line)),
        Outcome::Evaluated { .. } | Outcome::Unsolvable | Outcome::Unknown { .. } => None,
    }
}

/// The line that claims what the answer says: its key and its value.
pub fn claim(answer: &Answer) -> Option<(Key, String)> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some((Key::Moves, solution.moves.len().to_string())),
        Outcome::Unsolvable => Some((Key::Moves, "none".to_owned())),
        Outcome::Unknown { .. } => None,
        Outcome::Evaluated { verdict, .. } => Some((Key::Result, verdict.value()?.to_string())),
    }
}

/// What is known, without the moves: `4 moves`, `unsolvable`, `solving…`.
pub fn headline(known: Known<'_>) -> String {
    match known {
        Known::Nothing => "malformed".to_owned(),
        Known::Working { .. } => "solving…".to_owned(),
        Known::Cancelled => "cancelled".to_owned(),
        Known::Failed => "the solver failed".to_owned(),
        Known::Answer(answer) => match &answer.outcome {
            Outcome::Solved(solution) => count(solution.moves.len(), "move"),
            Outcome::Unsolvable => "unsolvable".to_owned(),
            Outcome::Unknown { at_least, .. } => {
                format!("at least {}", count(*at_least as usize, "move"))
            }
            Outcome::Evaluated { verdict, .. } => match verdict {
                Verdict::Settled(value) => value.to_string(),
                Verdict::Unknown {
                    no_win_within,
                    no_loss_within,
                    ..
                } => format!("no win {no_win_within}, no loss {no_loss_within}"),
            },
        },
    }
}

/// What stopped the search, as a clause.
pub(super) const fn limit_clause(limit: Limit) -> &'static str {
    match limit {
        Limit::Positions => "the limit of positions was reached",
        Limit::Memory => "the limit of memory was reached",
        Limit::Time => "the time limit was reached",
        Limit::Cancelled => "the search was cancelled",
    }
}

/// `1 move`, `2 moves`.
pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
